import Testing
import Timeline

/// The tables of the edit model's origin on applying and publishing edits.
struct SeedPatchTests {
  @Test func `H6 H7 a cell is found by its id`() throws {
    let two = song([(0, 1)], [(4, 2)])
    let found = try #require(two.cell(cell(2)))
    #expect(found.row == row(2) && Span(found.cell) == Span(2, 4, 2))
    #expect(two.order.count == 2 && two.cellCount(in: row(1)) == 1)
    #expect(two.cell(cell(3)) == nil)
  }

  @Test func `A1 L1 a patch names only the cells that changed`() throws {
    let before = song([(0, 4), (10, 2)])
    let patch = try before.patch { _ = try $0.move([cell(1)], .to(beats(2)), .exact) }
    #expect(patch.cells.map(\.id) == [cell(1)])
    var after = before
    after.apply(patch)
    #expect(after.spans() == [Span(1, 2, 4), Span(2, 10, 2)])
  }

  @Test func `A2 L2 a cell that changes its row keeps its id`() throws {
    let after = try song([(0, 4)], []).after {
      _ = try $0.move([cell(1)], .to(beats(6)), rows: .to(row(2)), .exact)
    }
    #expect(after.spans(1).isEmpty)
    #expect(after.spans(2) == [Span(1, 6, 4)])
    #expect(after.cell(cell(1))?.row == row(2))
  }

  @Test func `A3 A5 L3 a removal leaves the others alone and lists what went`() throws {
    let before = song([(0, 4), (4, 2)])
    let patch = try before.patch { try $0.remove([cell(2)]) }
    #expect(patch.removals == [2] && patch.cells.count == 1)
    var after = before
    after.apply(patch)
    #expect(after.spans() == [Span(1, 0, 4)])
    #expect(after.cell(cell(2)) == nil)
  }

  /// Differs from the origin, which skipped cells that are not there.
  @Test func `A6 removing a cell that is not there is refused by name`() {
    var draft = Draft(of: song([(0, 4)]))
    #expect(throws: EditError.noSuchCell(cell(99))) { try draft.remove([cell(1), cell(99)]) }
    #expect(draft.patch.isEmpty)
  }

  @Test func `A4 L4 an inserted cell is there under a new id`() throws {
    let after = try song([(0, 4)]).after { _ = try $0.add(note(8, 2), to: row(1), .standard) }
    #expect(after.spans() == [Span(1, 0, 4), Span(2, 8, 2)])
  }

  @Test func `A7 an update that changes nothing is no update`() throws {
    let before = song([(2, 4)])
    #expect(try before.patch { _ = try $0.move([cell(1)], .to(beats(2)), .exact) }.isEmpty)
    #expect(try before.patch { _ = try $0.move([cell(1)], .by(.zero), .standard) }.isEmpty)
    #expect(
      try before.patch { _ = try $0.resize([cell(1)], .to(beats(4)), edge: .left, .exact) }.isEmpty)
  }

  @Test func `L5 an edit of an unknown cell changes nothing`() {
    var draft = Draft(of: song([(0, 4)]))
    #expect(throws: EditError.noSuchCell(cell(7))) {
      try draft.move([cell(7)], .to(beats(2)), .exact)
    }
    #expect(draft.patch.isEmpty && draft.song.spans() == [Span(1, 0, 4)])
  }

  @Test func `L6 resolving and applying are one edit`() throws {
    let after = try song([(0, 4), (4, 4)]).after {
      _ = try $0.move([cell(1)], .to(beats(2)), .exact)
    }
    #expect(after.spans() == [Span(1, 2, 4), Span(2, 6, 2)])
  }
}
