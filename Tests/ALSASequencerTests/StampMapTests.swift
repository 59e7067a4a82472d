import ALSASequencer
import Testing
import Transport

@Suite struct StampMapTests {
  @Test func `a stamp is the time on the queue's clock, less the lead`() {
    let map = StampMap(offset: 1000, lead: 80)
    #expect(map.stamp(for: time(5000)) == 3920)
    #expect(map.stamp(for: time(1000)) == 0)
    #expect(map.stamp(for: time(-9000)) == 0)
  }

  @Test(arguments: [-700, 700] as [Int64])
  func `a new offset leaves stamps that were given and never runs backwards`(change: Int64) {
    var map = StampMap(offset: 1000, lead: 80)
    map.noteQueued(time(5000))
    map.adopt(offset: 1000 + change, now: time(4000))
    #expect(map.stamp(for: time(4500)) == 3420)
    #expect(map.stamp(for: time(5000)) == 3920)
    #expect(map.stamp(for: time(9000)) == 7920 - change)
    let stamps = (4000...7000).map { map.stamp(for: time($0)) }
    #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(map.stamp(for: time(5001)) > map.stamp(for: time(5000)))
  }

  @Test func `an offset waits while the last change is still ahead`() {
    var map = StampMap(offset: 0, lead: 0)
    map.noteQueued(time(5000))
    map.adopt(offset: 10, now: time(4000))
    map.noteQueued(time(6000))
    map.adopt(offset: 20, now: time(5000))
    #expect(map.currentOffset == 10)
    map.adopt(offset: 20, now: time(5001))
    #expect(map.currentOffset == 20)
    #expect(map.stamp(for: time(6000)) == 5990)
    #expect(map.stamp(for: time(7000)) == 6980)
  }
}

private func time(_ nanoseconds: Int64) -> HostTime { HostTime(nanoseconds: nanoseconds) }
