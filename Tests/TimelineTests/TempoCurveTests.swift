import Testing
import Timeline

struct TempoCurveTests {
  /// Of any tempos, over any length from a tick to the longest: each decade as likely.
  static func random(_ random: inout SeededRandom) throws -> TempoCurve {
    let tempos = try (0..<2).map { _ in
      try #require(Tempo(beatsPerMinute: .random(in: 1...1_000, using: &random)))
    }
    var length = Int64.random(in: 1...9, using: &random)
    for _ in 0..<Int.random(in: 0...14, using: &random) { length *= 10 }
    return TempoCurve(
      from: tempos[0], to: tempos[1], over: min(Ticks(count: length), .maximum))
  }

  /// Whether a · b is at most c · d, for factors that are too large to be multiplied.
  private func isAtMost(_ a: Int128, _ b: Int128, _ c: Int128, _ d: Int128) -> Bool {
    let (left, right) = (a.multipliedFullWidth(by: b), c.multipliedFullWidth(by: d))
    return (left.high, left.low) <= (right.high, right.low)
  }

  @Test func `every tick of a ramp lasts as long as the tempo in its middle`() throws {
    var seeded = SeededRandom(11)
    for _ in 0..<300 {
      let n = Int64.random(in: 1...120, using: &seeded)
      let whole = try TempoCurveTests.random(&seeded)
      let curve = TempoCurve(from: whole.start, to: whole.end, over: Ticks(count: n))
      let (from, to) = (
        Int128(whole.start.picosecondsPerBeat), Int128(whole.end.picosecondsPerBeat)
      )
      // n times as many units, each twice as many as picoseconds per beat and tick.
      var sum: Int128 = 0
      for tick in 0..<n {
        let units = curve.count(of: Ticks(count: tick)).units * Int128(n)
        #expect(units <= sum && sum < units + Int128(n))
        sum += 2 * from * Int128(n) + (to - from) * Int128(2 * tick + 1)
      }
      #expect(curve.count(of: Ticks(count: n)).units == (from + to) * Int128(n))
    }
  }

  @Test func `a ramp of any length is a quadratic, rounded down once`() throws {
    var seeded = SeededRandom(12)
    for _ in 0..<20_000 {
      let curve = try TempoCurveTests.random(&seeded)
      let ticks = Int64.random(in: 0...curve.length.count, using: &seeded)
      let (x, n) = (Int128(ticks), Int128(curve.length.count))
      let from = Int128(curve.start.picosecondsPerBeat)
      let rise = Int128(curve.end.picosecondsPerBeat) - from
      let bent = curve.count(of: Ticks(count: ticks)).units - 2 * from * x
      #expect(isAtMost(bent, n, rise * x, x))
      #expect(!isAtMost(bent + 1, n, rise * x, x))
    }
  }

  @Test func `each tick comes back from its time, and the next only later`() throws {
    var seeded = SeededRandom(13)
    for _ in 0..<20_000 {
      let map = TempoMap(try TempoCurveTests.random(&seeded))
      let last = map.events[0].curve.length.count
      let ticks = Ticks(
        count: min(.random(in: 0...(last + last / 8 + 1), using: &seeded), Ticks.maximum.count))
      let time = map.time(at: ticks)
      let next = map.time(at: ticks + Ticks(count: 1))
      #expect(time < next)
      #expect(map.position(at: time) == ticks)
      #expect(map.position(at: SongTime(units: time.units + 1)) == ticks + Ticks(count: 1))
      #expect(map.position(at: next) == ticks + Ticks(count: 1))
    }
  }

  @Test func `the tempo goes evenly from one to the other, in picoseconds per beat`() throws {
    let slow = Tempo(picosecondsPerBeat: 800_000_000_000)
    let fast = Tempo(picosecondsPerBeat: 400_000_000_000)
    let curve = TempoCurve(from: slow, to: fast, over: beats(8))
    #expect(curve.tempo(after: .zero) == slow)
    #expect(curve.tempo(after: beats(2)).picosecondsPerBeat == 700_000_000_000)
    #expect(curve.tempo(after: beats(8)) == fast && curve.tempo(after: beats(99)) == fast)
    #expect(
      curve.rest(after: beats(2))
        == TempoCurve(
          from: Tempo(picosecondsPerBeat: 700_000_000_000), to: fast, over: beats(6)))
    #expect(curve.rest(after: beats(8)) == TempoCurve(fast))
  }

  @Test func `a ramp that leads nowhere is steady, and one of no length a step`() {
    let slow = Tempo(picosecondsPerBeat: 800_000_000_000)
    #expect(TempoCurve(from: slow, to: slow, over: beats(4)) == TempoCurve(slow))
    #expect(TempoCurve(from: .standard, to: slow, over: .zero) == TempoCurve(slow))
  }
}
