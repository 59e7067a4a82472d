import Testing
import Timeline

struct SnapTests {
  private let common = MeterMap()
  private let seven = MeterMap(Meter(beats: 7, noteValue: 8))
  private let third = Snap.Step(beats: 1, over: 3)

  @Test(arguments: [
    (0.0, 0.0), (0.1, 0), (0.1249, 0), (0.125, 0.25), (0.2, 0.25), (0.375, 0.5), (3.9, 4),
  ])
  func `the nearest line is taken, halfway the later one`(position: Double, line: Double) {
    #expect(Snap.standard.nearest(to: beats(position), in: common) == beats(line))
  }

  @Test func `off takes every tick as it is`() {
    let position = Ticks(count: 1_234_567)
    #expect(Snap.off.nearest(to: position, in: common) == position)
    #expect(Snap.off.step(at: position, in: common) == nil)
  }

  @Test func `the grid begins anew with each bar, and a bar line is always a line`() {
    // Bars of 3.5 beats in steps of 1: lines at 3, 3.5, 4.5 …
    let snap = Snap.step(Snap.Step(beats: 1, over: 1))
    let lines = [(3.2, 3.0), (3.25, 3.5), (3.4, 3.5), (3.9, 3.5), (4.0, 4.5), (6.8, 7)]
    for (position, line) in lines {
      #expect(snap.nearest(to: beats(position), in: seven) == beats(line))
    }
    let long = Snap.step(Snap.Step(beats: 100, over: 1))
    #expect(long.nearest(to: beats(2), in: seven) == beats(3.5))
  }

  @Test func `bar lines attract from half a bar, short bars included`() {
    let map = MeterMap(changes: [(beats(6), Meter(beats: 3, noteValue: 4))])
    let places = [(1.9, 0.0), (2, 4), (4.9, 4), (5, 6), (7.4, 6), (7.5, 9)]
    for (position, line) in places {
      #expect(Snap.bar.nearest(to: beats(position), in: map) == beats(line))
    }
  }

  @Test func `snapping twice is snapping once`() {
    var random = SeededRandom(6)
    let map = MeterMap(changes: [(beats(6.3), Meter(beats: 5, noteValue: 16))])
    for _ in 0..<5_000 {
      let step = Snap.Step(
        beats: .random(in: 1...3, using: &random), over: .random(in: 1...1_000, using: &random))
      let position = Ticks(count: .random(in: 0..<(40 * Ticks.perBeat), using: &random))
      let once = Snap.step(step).nearest(to: position, in: map)
      #expect(Snap.step(step).nearest(to: once, in: map) == once)
    }
  }

  @Test func `lines that lie between ticks never drift`() {
    // A 1/11 of a beat is no whole tick; eleven of them are a beat, however far out.
    let eleventh = Snap.Step(beats: 1, over: 11)
    for bars in [1, 100, 10_000_000] as [Int64] {
      #expect(eleventh.length(of: 11 * bars) == Ticks(beats: bars))
      #expect(eleventh.whole(in: Ticks(beats: bars)) == 11 * bars)
    }
    let far = beats(4_000_000)
    for index in Int64(0)...44 {
      let line = far + Ticks(index, over: 11)
      #expect(Snap.step(eleventh).nearest(to: line, in: common) == line)
    }
  }

  @Test func `whole steps are the last line at or before a length, either way`() {
    var random = SeededRandom(7)
    for _ in 0..<20_000 {
      let step = Snap.Step(
        beats: .random(in: 1...5, using: &random), over: .random(in: 1...5_000, using: &random))
      let count = Int64.random(in: 0...100_000, using: &random)
      let length = step.length(of: count)
      #expect(step.whole(in: length) == count)
      #expect(step.whole(in: -length) == -count)
      #expect(step.whole(in: length - Ticks(count: 1)) == max(count - 1, 0))
      #expect(step.whole(in: length + Ticks(count: 1)) == count)
    }
    // A step of 3937.5 ticks: its first line lies at 3938.
    let odd = Snap.Step(beats: 1, over: 2_048)
    #expect(odd.whole(in: Ticks(count: 3_937)) == 0 && odd.whole(in: Ticks(count: 3_938)) == 1)
  }

  @Test func `any number of steps is at most the longest song`() {
    #expect(third.length(of: .max) == .maximum)
    #expect(third.length(of: .min) == -Ticks.maximum)
    #expect(third.length(of: 300_000_000) == .maximum)
    #expect(third.length(of: 299_999_999) < .maximum)
  }
}
