import Testing
import Timeline

struct ResizeTests {
  private func resized(
    _ before: Song, _ ids: [Int64], _ shift: Shift, _ edge: Edge = .right,
    _ options: EditOptions = .standard
  ) throws -> (song: Song, adjustment: Adjustment?) {
    var draft = Draft(of: before)
    let adjustment = try draft.resize(ids.map { cell($0) }, shift, edge: edge, options)
    return (draft.song, adjustment)
  }

  @Test func `the shortest cell of a group limits how far it shrinks`() throws {
    let result = try resized(song([(0, 4), (8, 0.75)]), [1, 2], .by(beats(-2)))
    #expect(result.song.spans() == [Span(1, 0, 3.5), Span(2, 8, 0.25)])
    #expect(
      result.adjustment
        == Adjustment(asked: beats(-2), stored: beats(-0.5), clampedBy: cell(2)))
  }

  @Test func `a cell shorter than a step can only grow, and stays as short as it was`() throws {
    let shrunk = try resized(song([(0, 0.1)]), [1], .steps(-1))
    #expect(shrunk.song.spans() == [Span(1, 0, 0.1)])
    #expect(shrunk.adjustment?.stored == .zero)
    #expect(try resized(song([(0, 0.1)]), [1], .steps(2)).song.spans() == [Span(1, 0, 0.6)])
    // One step and a bit: no whole step is left to give.
    #expect(try resized(song([(0, 0.3)]), [1], .steps(-1)).song.spans() == [Span(1, 0, 0.3)])
  }

  @Test func `with snap off one tick is left`() throws {
    let result = try resized(song([(0, 1)]), [1], .by(beats(-5)), .right, .exact)
    #expect(result.song.cells(of: row(1)).first?.duration == Ticks(count: 1))
    #expect(throws: EditError.stepsWithoutSnap) {
      try resized(song([(0, 1)]), [1], .steps(1), .right, .exact)
    }
  }

  @Test func `a left edge moves the start and keeps the end`() throws {
    let result = try resized(song([(2, 2), (6, 2)]), [1, 2], .by(beats(1)), .left)
    #expect(result.song.spans() == [Span(1, 3, 1), Span(2, 7, 1)])
    let back = try resized(song([(2, 2), (6, 2)]), [1, 2], .by(beats(-1)), .left)
    #expect(back.song.spans() == [Span(1, 1, 3), Span(2, 5, 3)])
  }

  @Test func `a left edge reaches 0 with a last partial step, for the whole group`() throws {
    let result = try resized(song([(0.1, 1), (4, 1)]), [1, 2], .by(beats(-1)), .left)
    #expect(result.song.spans() == [Span(1, 0, 1.1), Span(2, 3.9, 1.1)])
    #expect(
      result.adjustment == Adjustment(asked: beats(-1), stored: beats(-0.1), clampedBy: cell(1)))
  }

  @Test func `a left edge leaves a step`() throws {
    let result = try resized(song([(2, 1)]), [1], .by(beats(5)), .left)
    #expect(result.song.spans() == [Span(1, 2.75, 0.25)])
    #expect(result.adjustment?.clampedBy == cell(1))
  }

  @Test func `on the grid the moved edge of the earliest lands on a line`() throws {
    let right = try resized(song([(0.1, 1), (4, 1)]), [2, 1], .by(beats(0.1)), .right, .grid())
    #expect(right.song.spans() == [Span(1, 0.1, 1.15), Span(2, 4, 1.15)])
    let left = try resized(song([(0.9, 1)]), [1], .by(.zero), .left, .grid())
    #expect(left.song.spans() == [Span(1, 1, 0.9)])
    let steps = try resized(song([(0.1, 1)]), [1], .steps(2), .right, .grid())
    #expect(steps.song.spans() == [Span(1, 0.1, 1.4)])
  }

  @Test func `a right edge stops at the furthest position`() throws {
    let end = Double(Limits.beats)
    let result = try resized(song([(0, 1), (end - 2, 1)]), [1, 2], .by(beats(3)))
    #expect(result.song.spans() == [Span(1, 0, 2), Span(2, end - 2, 2)])
    #expect(result.adjustment?.clampedBy == cell(2))
  }

  @Test func `a duration is given to all as it is`() throws {
    let right = try resized(song([(0, 1), (4, 2)]), [1, 2], .to(beats(0.3)))
    #expect(right.song.spans() == [Span(1, 0, 0.3), Span(2, 4, 0.3)])
    #expect(right.adjustment == nil)
    let left = try resized(song([(0, 1), (4, 2)]), [1, 2], .to(beats(0.5)), .left)
    #expect(left.song.spans() == [Span(1, 0.5, 0.5), Span(2, 5.5, 0.5)])
  }

  @Test func `a duration from the left stops at 0, from the right it is refused beyond the end`()
    throws
  {
    let result = try resized(song([(1, 1), (8, 1)]), [1, 2], .to(beats(4)), .left)
    #expect(result.song.spans() == [Span(1, 0, 2), Span(2, 5, 4)])
    #expect(
      result.adjustment == Adjustment(asked: beats(4), stored: beats(2), clampedBy: cell(1)))
    #expect(throws: EditError.beyondTheEnd(Ticks.maximum + beats(1))) {
      try resized(song([(1, 1)]), [1], .to(.maximum))
    }
  }

  @Test func `a resize that changes nothing resolves nothing`() throws {
    let piled = song([(0, 4), (2, 4)])
    for shift in [Shift.to(beats(4)), .by(.zero), .by(beats(0.1))] {
      #expect(try resized(piled, [1], shift).song.hasSameContent(as: piled))
    }
  }
}
