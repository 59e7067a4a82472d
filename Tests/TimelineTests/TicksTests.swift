import Testing
import Timeline

struct TicksTests {
  @Test(arguments: [24, 48, 96, 120, 192, 240, 384, 480, 960, 1_000, 1_024, 15_360, 19_200])
  func `every pulse of every resolution in use is a whole tick`(pulses: Int64) {
    #expect(Ticks.perBeat % pulses == 0)
  }

  @Test(arguments: 1...10)
  func `every tuplet up to ten is a whole number of ticks`(parts: Int64) {
    #expect(Ticks.perBeat % parts == 0)
  }

  @Test func `beats come back as the tick they were read as`() throws {
    var random = SeededRandom(1)
    for _ in 0..<20_000 {
      let ticks = Ticks(count: .random(in: 0...Ticks.maximum.count, using: &random))
      #expect(Ticks(beats: ticks.beats) == ticks)
    }
    #expect(Ticks(beats: Ticks.maximum.beats) == .maximum)
    #expect(Ticks(beats: 0.1 + 0.2) == Ticks(beats: 0.3))
    #expect(Ticks(beats: 0.3)?.beats == 0.3)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e19, -1e19, 100_000_000.1])
  func `what is no position is not read`(beats: Double) {
    #expect(Ticks(beats: beats) == nil)
  }

  @Test func `a fraction of beats is rounded once, halves up`() {
    #expect(Ticks(1, over: 3) == Ticks(count: 2_688_000))
    #expect(Ticks(1, over: 2 * Ticks.perBeat) == Ticks(count: 1))
    #expect(Ticks(-1, over: 2 * Ticks.perBeat) == .zero)
    #expect(Ticks(Limits.beats * 1_000, over: 1_000) == .maximum)
  }

  @Test(
    arguments: [
      (7, 2, 4, 3, 4), (-7, 2, -3, -4, -3), (6, 2, 3, 3, 3), (-6, 2, -3, -3, -3), (0, 5, 0, 0, 0),
      (1, 3, 0, 0, 1), (-1, 3, 0, -1, 0),
    ] as [(Int, Int, Int, Int, Int)])
  func `quotients are rounded as their names say`(
    dividend: Int, divisor: Int, halfUp: Int, down: Int, up: Int
  ) {
    #expect(Int128(dividend).dividedRoundingHalfUp(by: Int128(divisor)) == Int128(halfUp))
    #expect(Int128(dividend).dividedRoundingDown(by: Int128(divisor)) == Int128(down))
    #expect(Int128(dividend).dividedRoundingUp(by: Int128(divisor)) == Int128(up))
  }
}
