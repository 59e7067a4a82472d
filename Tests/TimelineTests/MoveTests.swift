import Testing
import Timeline

struct MoveTests {
  @Test func `a group keeps its distances and stops as one`() throws {
    let before = song([(0.5, 0.25), (2, 0.25)])
    var draft = Draft(of: before)
    let adjustment = try draft.move([cell(2), cell(1)], .by(beats(-1)), .standard)
    #expect(draft.song.spans() == [Span(1, 0, 0.25), Span(2, 1.5, 0.25)])
    #expect(adjustment == Adjustment(asked: beats(-1), stored: beats(-0.5), clampedBy: cell(1)))
  }

  @Test func `a last partial step is used up to reach 0`() throws {
    var draft = Draft(of: song([(0.1, 1)]))
    let adjustment = try draft.move([cell(1)], .steps(-1), .standard)
    #expect(draft.song.spans() == [Span(1, 0, 1)])
    #expect(adjustment == Adjustment(asked: beats(-0.25), stored: beats(-0.1), clampedBy: cell(1)))
  }

  @Test(arguments: [(0.3, 0.25), (0.2, 0), (-0.3, -0.25), (-0.2, 0), (0.25, 0.25)])
  func `a length is truncated to whole steps, and the reply says so`(
    asked: Double, stored: Double
  ) throws {
    var draft = Draft(of: song([(1.1, 0.5)]))
    let adjustment = try draft.move([cell(1)], .by(beats(asked)), .standard)
    #expect(draft.song.spans() == [Span(1, beats(1.1 + stored).beats, 0.5)])
    #expect(
      adjustment
        == (asked == stored ? nil : Adjustment(asked: beats(asked), stored: beats(stored))))
  }

  @Test func `off moves to the tick, and has no steps`() throws {
    let before = song([(1, 1)])
    let moved = try before.after { _ = try $0.move([cell(1)], .by(Ticks(count: 1)), .exact) }
    #expect(moved.cells(of: row(1)).first?.position == beats(1) + Ticks(count: 1))
    var draft = Draft(of: before)
    #expect(throws: EditError.stepsWithoutSnap) { try draft.move([cell(1)], .steps(1), .exact) }
  }

  @Test func `on the grid the earliest cell lands on a line and the rest keep their distances`()
    throws
  {
    let before = song([(2.6, 0.1), (1.1, 0.1)])
    var draft = Draft(of: before)
    _ = try draft.move([cell(1), cell(2)], .by(beats(0.1)), .grid())
    #expect(draft.song.spans() == [Span(2, 1.25, 0.1), Span(1, 2.75, 0.1)])
    // Already there: moving by nothing changes nothing.
    #expect(
      try draft.song.patch { _ = try $0.move([cell(1), cell(2)], .by(.zero), .grid()) }.isEmpty)
  }

  @Test func `on the grid steps lead to a line as well`() throws {
    var draft = Draft(of: song([(1.1, 0.1)]))
    let adjustment = try draft.move([cell(1)], .steps(2), .grid())
    #expect(draft.song.spans() == [Span(1, 1.5, 0.1)])
    #expect(adjustment == Adjustment(asked: beats(0.5), stored: beats(0.4)))
  }

  @Test func `a place is snapped, and every cell follows the earliest there`() throws {
    var draft = Draft(of: song([(1, 0.5), (2, 0.5)]))
    let adjustment = try draft.move([cell(2), cell(1)], .to(beats(5.1)), .standard)
    #expect(draft.song.spans() == [Span(1, 5, 0.5), Span(2, 6, 0.5)])
    #expect(adjustment == Adjustment(asked: beats(5.1), stored: beats(5)))
  }

  @Test func `bars move by the length of the bar they are in`() throws {
    var seven = Draft(of: song([(0, 1)]))
    seven.set(.meters(MeterMap(Meter(beats: 7, noteValue: 8))))
    _ = try seven.move([cell(1)], .steps(3), EditOptions(snap: .bar))
    #expect(seven.song.spans() == [Span(1, 10.5, 1)])
  }

  @Test func `thirds moved one by one come back to whole beats`() throws {
    var draft = Draft(of: song([(0, 0.25)]))
    let eleventh = EditOptions(snap: .step(Snap.Step(beats: 1, over: 11)))
    _ = try draft.move([cell(1)], .steps(22), eleventh)
    #expect(draft.song.spans() == [Span(1, 2, 0.25)])
  }

  @Test func `a group of rows stops as one at the first and the last`() throws {
    let before = song([(0, 1)], [], [], [(0, 1)], [])
    let up = try before.after { _ = try $0.move([cell(1), cell(2)], nil, rows: .by(-2), .exact) }
    #expect(up.hasSameContent(as: before))
    let down = try before.after { _ = try $0.move([cell(1), cell(2)], nil, rows: .by(9), .exact) }
    #expect(down.cell(cell(1))?.row == row(2) && down.cell(cell(2))?.row == row(5))
    var draft = Draft(of: before)
    #expect(throws: EditError.outsideTheRows(6)) {
      try draft.move([cell(1), cell(2)], nil, rows: .to(row(4)), .exact)
    }
  }

  @Test func `any number of steps or rows is borne`() throws {
    var draft = Draft(of: song([(5, 1)], []))
    _ = try draft.move([cell(1)], .steps(.min), rows: .by(.max), .standard)
    #expect(draft.song.spans(2) == [Span(1, 0, 1)])
    _ = try draft.move([cell(1)], .steps(.max), rows: .by(.min), .standard)
    #expect(draft.song.spans(1) == [Span(1, Double(Limits.beats) - 1, 1)])
  }

  @Test func `the first cell that is not there is the one named`() {
    for _ in 0..<20 {
      var draft = Draft(of: song([(0, 1)]))
      #expect(throws: EditError.noSuchCell(cell(9))) {
        try draft.move([cell(1), cell(9), cell(8), cell(7)], .steps(1), .standard)
      }
    }
  }
}
