import Testing
import Timeline
import Transport

/// The process or the whole machine was held up while the playhead moved.
@Suite struct StallTests {
  private let quarters = (0..<40).map { (60 + $0 % 2, Double($0) * 0.25, 0.25) }

  @Test func `after a stall offs come at once and missed notes do not come in a burst`() throws {
    let stage = Stage(try song(quarters))
    _ = stage.transport.play()
    stage.run(milliseconds: 1_000)
    stage.clock.advance(by: 2_000_000_000)
    let before = stage.tape.heard.count
    _ = stage.transport.advance()
    stage.clock.advance(by: 1_000_000)
    let burst = stage.tape.heard[before...].filter { !$0.message.isOff }
    #expect(burst.isEmpty)
    #expect(stage.transport.health.missed > 0)
    #expect(stage.transport.health.stalls == 1)
    stage.run(milliseconds: 10_000)
    #expect(stage.unbalanced == [])
  }

  @Test func `in time is only who has decided what is due`() throws {
    let stage = Stage(try song(quarters))
    var isUpToDate = [stage.transport.isUpToDate]
    _ = stage.transport.play()
    stage.run(milliseconds: 500)
    isUpToDate.append(stage.transport.isUpToDate)
    stage.clock.advance(by: 2_000_000_000)
    isUpToDate.append(stage.transport.isUpToDate)
    _ = stage.transport.advance()
    isUpToDate.append(stage.transport.isUpToDate)
    #expect(isUpToDate == [true, true, false, true])
  }

  @Test(arguments: [1_000_000, 9_900_000, 10_100_000, 25_000_000] as [Int64])
  func `only what comes later than a period is lag`(gap: Int64) throws {
    let stage = Stage(try song(quarters))
    _ = stage.transport.play()
    for _ in 0..<100 {
      stage.clock.advance(by: gap)
      _ = stage.transport.advance()
    }
    #expect(stage.transport.health.worstLag == max(0, gap - 10_000_000))
  }

  @Test(arguments: 0..<8, [30, 2_000] as [Int64])
  func `stopped on its way to play, it misses no first note`(
    reading: Int, milliseconds: Int64
  ) throws {
    let stage = Stage(try song([(60, 0, 4), (64, 0, 4)]))
    stage.clock.expectReadings()
    stage.clock.jumps = [reading: milliseconds * 1_000_000]
    let start = stage.transport.play()
    stage.run(milliseconds: 5_000)
    #expect(stage.notes(since: start).prefix(2) == ["on 60 0", "on 64 0"])
    #expect(stage.unbalanced == [])
    #expect(stage.transport.health.missed == 0)
  }

  @Test func `a suspend of the machine ends what sounds and stops the playhead there`() throws {
    let stage = Stage(try song([(60, 0, 4), (62, 2, 1)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 1_005)
    stage.clock.asleep += 3_600_000_000_000
    stage.run(milliseconds: 2_000)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 1000.5"])
    #expect(stage.notices == [.stopped])
    #expect(stage.transport.state == .stopped)
    #expect(abs(stage.transport.position.count - Ticks(beats: 1).count) < 100_000)
    #expect(stage.transport.health.suspends == 1)
    #expect(!stage.tape.isRunning)
  }

  @Test func `after a suspend the playhead may go on from where it was`() throws {
    let stage = Stage(try song([(60, 0, 4), (62, 2, 1)]))
    stage.transport.stopsOnResume = false
    let start = stage.transport.play()
    stage.run(milliseconds: 1_005)
    stage.clock.asleep += 3_600_000_000_000
    stage.run(milliseconds: 4_000)
    #expect(
      stage.notes(since: start) == ["on 60 0", "off 60 1000.5", "on 62 2000", "off 62 3000"])
    #expect(stage.transport.health.suspends == 1)
  }

  @Test func `a suspend while stopped changes nothing, and play goes on after it`() throws {
    let stage = Stage(try song([(60, 0, 1)]))
    stage.run(milliseconds: 100)
    stage.clock.asleep += 3_600_000_000_000
    let start = stage.transport.play()
    stage.run(milliseconds: 500)
    #expect(stage.transport.state == .rolling)
    #expect(stage.notes(since: start) == ["on 60 0"])
    #expect(stage.transport.health.suspends == 0)
  }

  @Test func `stopped between two removals, it strikes no key that still sounds`() throws {
    let stage = Stage(try song([(60, 0, 2), (60, 2, 1)], voices: .mono))
    let start = stage.transport.play()
    stage.run(milliseconds: 1_990)
    // The off of the first and the on of the second are queued for one moment, and both go.
    stage.tape.stops = [0, 50_000_000]
    try stage.edit { draft in
      let exactly = EditOptions(snap: .off)
      _ = try draft.resize(
        [Cell.ID(1)], .by(Ticks(-1, over: 256)), edge: .right, exactly)
      _ = try draft.move([Cell.ID(2)], .by(Ticks(1, over: 256)), exactly)
    }
    stage.run(milliseconds: 3_000)
    #expect(stage.tape.stops == [])
    let ons = stage.notes(since: start).filter { $0.hasPrefix("on") }
    let first = stage.notes(since: start).prefix(2).map { $0.prefix(3) }
    #expect(first == ["on ", "off"] && ons.count <= 2)
  }

  @Test func `stopped before it adds, it strikes no key behind its own off`() throws {
    let stage = Stage(try song([(60, 1, 0.125)], loop: 0...4, tails: .ring, bpm: 240))
    let start = stage.transport.play()
    stage.run(milliseconds: 262)
    // What was the off of the note is to be that of its second pass.
    var range = stage.transport.song.range
    (range.start, range.end) = (Ticks(beats: 1), Ticks(17, over: 16))
    stage.tape.pauses = [50_000_000]
    stage.set(range)
    stage.run(milliseconds: 500)
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    #expect(stage.tape.pauses == [])
    #expect(stage.notes(since: start).prefix(2) == ["on 60 250", "off 60 265.625"])
    #expect(stage.unbalanced == [])
  }
}
