import Testing
import Timeline
import Transport

private let start = HostTime(nanoseconds: 5_000_000_000)

@Suite struct ClockFollowerTests {
  @Test(arguments: [10, 60, 133.7, 300])
  func `an even clock is followed exactly`(bpm: Double) throws {
    var master = Master(at: start)
    master.play(200, bpm: bpm)
    var follower = ClockFollower(expecting: .standard)
    for (clock, arrival) in master.arrivals.enumerated() {
      follower.clock(at: arrival)
      #expect(follower.number == clock)
      if clock >= 2 { #expect(abs(follower.time(of: Int64(clock)) - arrival) < 100) }
    }
    #expect(abs(follower.tempo.beatsPerMinute - bpm) < 0.001)
    #expect(follower.isSteady)
  }

  @Test(arguments: [60, 133.7, 217], 1...3 as ClosedRange<UInt64>)
  func `a jittery clock is steady for half an hour`(bpm: Double, seed: UInt64) {
    var master = Master(at: start, jitter: 2, seed: seed)
    master.play(Int(30 * bpm * 24), bpm: bpm)
    let errors = follow(master)
    // Once it has heard a few bars.
    #expect(errors.dropFirst(240).max() ?? 0 < 1)
    #expect(errors.last ?? 1 < 0.7)
  }

  @Test(
    arguments: [(120, 140), (140, 70), (70, 140), (120, 122), (120, 160), (200, 60)],
    [0, 2] as [Double])
  func `a step of tempo is followed within a beat`(tempos: (Double, Double), jitter: Double) {
    for seed in 1...20 as ClosedRange<UInt64> {
      var master = Master(at: start, jitter: jitter, seed: seed)
      master.play(600, bpm: tempos.0)
      master.play(400, bpm: tempos.1)
      let errors = follow(master)
      // A beat has too few clocks to weigh all of the jitter away: less than one clock's remains.
      #expect(errors[624...].max() ?? 0 < (jitter == 0 ? 0.01 : jitter), "seed \(seed)")
      #expect(errors[696...].max() ?? 0 < 1, "seed \(seed)")
    }
  }

  @Test(arguments: [1, 2, 5, 20], [0, 2] as [Double])
  func `clocks that were lost on the way are counted`(lost: Int, jitter: Double) {
    var master = Master(at: start, jitter: jitter)
    master.play(600, bpm: 133.7)
    var follower = ClockFollower(expecting: .standard)
    for (clock, arrival) in master.arrivals.enumerated() where !(300..<300 + lost).contains(clock) {
      follower.clock(at: arrival)
    }
    #expect(follower.number == 599)
    #expect(abs(follower.time(of: 599) - master.time(of: 599)) < 1_000_000)
  }

  @Test func `clocks that were held up and come all at once are counted`() {
    var master = Master(at: start)
    master.play(600, bpm: 120)
    var follower = ClockFollower(expecting: .standard)
    for arrival in master.arrivals {
      let isHeldUp = (6_000_000_000...6_110_000_000).contains(arrival.nanoseconds)
      follower.clock(at: isHeldUp ? HostTime(nanoseconds: 6_110_000_000) : arrival)
    }
    #expect(follower.number == 599)
    #expect(abs(follower.time(of: 599) - master.time(of: 599)) < 1_000)
  }

  @Test func `a single stray clock moves little`() {
    var master = Master(at: start)
    master.play(600, bpm: 120)
    var follower = ClockFollower(expecting: .standard)
    for (clock, arrival) in master.arrivals.enumerated() {
      follower.clock(at: clock % 100 == 50 ? arrival + 8_000_000 : arrival)
      if clock >= 140 { #expect(abs(follower.time(of: Int64(clock)) - arrival) < 8_400_000) }
    }
    #expect(abs(follower.tempo.beatsPerMinute - 120) < 0.3)
  }

  @Test func `a clock is lost after half a second, or four of its own periods`() {
    var follower = ClockFollower(expecting: .standard)
    #expect(follower.isLost(at: start))
    var master = Master(at: start)
    master.play(100, bpm: 120)
    for arrival in master.arrivals { follower.clock(at: arrival) }
    let last = master.time(of: 99)
    #expect(!follower.isLost(at: last + 499_000_000))
    #expect(follower.isLost(at: last + 501_000_000))
    // It comes back: its song has gone on meanwhile.
    follower.clock(at: last + 60_000_000_000)
    #expect(!follower.isLost(at: last + 60_000_000_000))
    #expect(follower.number == 99 + 60 * 48)
    var slow = ClockFollower(expecting: .standard)
    var slowMaster = Master(at: start)
    slowMaster.play(10, bpm: 10)
    for arrival in slowMaster.arrivals { slow.clock(at: arrival) }
    #expect(!slow.isLost(at: slowMaster.time(of: 9) + 990_000_000))
    #expect(slow.isLost(at: slowMaster.time(of: 9) + 1_001_000_000))
  }

  @Test func `a clock that is free begins a beat whenever it comes`() {
    var follower = ClockFollower(expecting: .standard)
    var master = Master(at: start)
    master.play(100, bpm: 120)
    for arrival in master.arrivals { follower.clock(at: arrival) }
    for pause in [31_000_000, 300_000_000, 3_000_000_000] as [Int64] {
      follower.free()
      let number = follower.number
      let time = follower.time(of: number) + pause
      follower.clock(at: time)
      #expect(follower.number == number + 1)
      #expect(follower.time(of: number + 1) == time)
    }
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `any clock at all gives a tempo that can be played`(seed: UInt64) {
    var random = SeededRandom(seed)
    var follower = ClockFollower(expecting: .standard)
    var time = start
    for _ in 0..<2_000 {
      let most: Int64 = [0, 1_000, 30_000_000, 10_000_000_000].randomElement(using: &random) ?? 0
      time = time + Int64.random(in: -most / 4...most, using: &random)
      follower.clock(at: time)
      #expect(Limits.tempo.contains(follower.tempo.beatsPerMinute))
      #expect(follower.position(at: time).isFinite)
    }
  }
}

/// By how many milliseconds the follower is wrong about each clock from the one before the last
/// that it has heard: what is decided 40 ms ahead of the playhead.
private func follow(_ master: Master) -> [Double] {
  var follower = ClockFollower(expecting: .standard)
  var errors: [Double] = []
  for (clock, arrival) in master.arrivals.enumerated() {
    errors.append(
      clock < 3
        ? 0 : abs(Double(follower.time(of: Int64(clock)) - master.time(of: clock))) / 1e6)
    follower.clock(at: arrival)
    if follower.number != clock { errors[clock] = .infinity }
  }
  return errors
}
