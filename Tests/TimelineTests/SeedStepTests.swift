import Testing
import Timeline

/// The step table of the edit model's origin: a drag in tenths of a step.
struct SeedStepTests {
  @Test(
    arguments: [
      (37, 10, 100, 100, 3), (-37, 10, 100, 100, -3), (9, 10, 100, 100, 0), (100, 10, 3, 100, 3),
      (-100, 10, 100, 2, -2), (100, 10, 0, 100, 0), (-100, 10, 100, 0, 0), (100, 0, 10, 10, 0),
    ] as [(Int64, Int64, Int64, Int64, Int64)])
  func `D1 to D7 a translation is whole steps within its headroom`(
    translation: Int64, step: Int64, forward: Int64, backward: Int64, steps: Int64
  ) {
    #expect(
      wholeSteps(in: translation, step: step, forward: forward, backward: backward) == steps)
  }

  /// In ten-thousandths, since steps are integers here.
  @Test(
    arguments: [
      (99_999, 100_000, 9, 9, 0), (100_000, 100_000, 9, 9, 1), (-99_900, 100_000, 9, 9, 0),
      (-100_000, 100_000, 9, 9, -1), (1_000_000, -10_000, 9, 9, 0),
      (1_000_000, 100_000, -5, 9, 0), (-1_000_000, 100_000, 9, -5, 0),
    ] as [(Int64, Int64, Int64, Int64, Int64)])
  func `G16 steps are full ones, and nonsense gives none`(
    translation: Int64, step: Int64, forward: Int64, backward: Int64, steps: Int64
  ) {
    #expect(
      wholeSteps(in: translation, step: step, forward: forward, backward: backward) == steps)
  }

  /// A client adds up the drag and asks once: what was blocked must be taken back first.
  @Test func `G19 an overshot drag comes back through what was blocked`() {
    var drag: Int64 = 0
    let places = [10, -5, -3].map { (move: Int64) in
      drag += move
      return wholeSteps(in: drag, step: 1, forward: 3, backward: 0)
    }
    #expect(places == [3, 3, 2])
  }

  /// A drag in steps of a quarter beat from beat 2, and where the cell comes to be.
  @Test(arguments: [
    (3.7, 2.75), (-3.7, 1.25), (0.9, 2), (-0.9, 2), (1, 2.25), (-1, 1.75), (0.9999, 2),
    (-100, 0),
  ])
  func `a move by a length is truncated to whole steps and stops at 0`(
    steps: Double, position: Double
  ) throws {
    let edited = try song([(2, 1)]).after {
      _ = try $0.move([cell(1)], .by(beats(steps / 4)), .standard)
    }
    #expect(edited.spans() == [Span(1, position, 1)])
  }

  /// Differs from the origin, whose right end was that of a canvas on a screen.
  @Test func `D4 the end that a move meets is that of the longest song`() throws {
    let last = Double(Limits.beats) - 1
    var draft = Draft(of: song([(last, 1)]))
    let adjustment = try draft.move([cell(1)], .steps(1), .standard)
    #expect(adjustment?.stored == .zero && adjustment?.clampedBy == cell(1))
    #expect(draft.patch.isEmpty)
  }
}
