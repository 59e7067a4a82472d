import Testing
import Timeline

struct SplitTests {
  @Test func `a cell is cut in two, and the first piece keeps the id`() throws {
    let patch = try song([(0, 4)]).patch {
      let (pieces, adjustment) = try $0.split([cell(1)], .at(beats(1)), .standard)
      #expect(pieces == [cell(2)] && adjustment == nil)
    }
    #expect(patch.updates == [Span(1, 0, 1)])
    #expect(patch.insertions == [Span(2, 1, 3)])
    #expect(patch.cells.map(\.source) == [nil, cell(1)])
  }

  @Test(arguments: [0, 4, 5, 3.9])
  func `a cell that the position does not lie inside stays whole`(position: Double) throws {
    let patch = try song([(0, 4)]).patch {
      _ = try $0.split([cell(1)], .at(beats(position)), .standard)
    }
    #expect(patch.isEmpty)
  }

  @Test func `a position is snapped and the reply says so, unless snap is off`() throws {
    let before = song([(0, 4)])
    let after = try before.after {
      let adjustment = try $0.split([cell(1)], .at(beats(1.1)), .standard).adjustment
      #expect(adjustment == Adjustment(asked: beats(1.1), stored: beats(1)))
    }
    #expect(after.spans() == [Span(1, 0, 1), Span(2, 1, 3)])
    let exact = try before.after { _ = try $0.split([cell(1)], .at(beats(1.125)), .exact) }
    #expect(exact.spans() == [Span(1, 0, 1.125), Span(2, 1.125, 2.875)])
  }

  @Test func `pieces of a grid end at its lines, counted from the bar`() throws {
    let after = try song([(0.5, 1.6)]).after {
      let grid = Snap.step(Snap.Step(beats: 2, over: 3))
      _ = try $0.split([cell(1)], .every(grid), .standard)
    }
    let cells = after.cells(of: row(1))
    #expect(cells.map(\.id.number) == [1, 2, 3, 4])
    #expect(cells.dropFirst().map(\.position) == [Ticks(2, over: 3), Ticks(4, over: 3), beats(2)])
    #expect(cells.last?.end == beats(2.1))
  }

  @Test func `a bar line is a line of every grid`() throws {
    let after = try song([(0, 8)]).after {
      let grid = Snap.step(Snap.Step(beats: 3, over: 1))
      _ = try $0.split([cell(1)], .every(grid), .standard)
    }
    #expect(after.spans().map(\.position) == [0, 3, 4, 7])
  }

  @Test func `pieces hold all that the cell held`() throws {
    let before = try song([(0, 2)], voices: .poly).after {
      let fields: [CellField] = [
        .pitches([Pitch(1), Pitch(2)]), .velocity(Velocity(7)), .label("x"), .data("[1]"),
      ]
      try $0.set(fields, of: [cell(1)], .exact)
    }
    let after = try before.after { _ = try $0.split([cell(1)], .at(beats(1)), .exact) }
    let piece = try #require(after.cell(cell(2)))
    let whole = try #require(before.cell(cell(1)))
    #expect(piece == whole.copied(id: cell(2), position: beats(1), duration: beats(1)))
  }

  @Test func `ids count up by row and position, in whatever order cells are named`() throws {
    let before = song([(0, 2), (4, 2)], [(0, 2)])
    let patches = try [[1, 2, 3], [3, 1, 2], [2, 2, 3, 1]].map { ids in
      try before.patch { _ = try $0.split(ids.map { cell($0) }, .every(.bar), .exact) }
    }
    #expect(patches.allSatisfy { $0.isEmpty })
    let split = try [[1, 2, 3], [3, 1, 2], [2, 2, 3, 1]].map { ids in
      try before.patch { _ = try $0.split(ids.map { cell($0) }, .every(.step(.beat)), .exact) }
    }
    #expect(Set(split).count == 1)
    #expect(split[0].insertions == [Span(4, 1, 1), Span(5, 5, 1), Span(6, 1, 1)])
  }

  @Test func `cells that overlap already are cut, and go on overlapping`() throws {
    let after = try song([(0, 4), (1, 4)]).after {
      _ = try $0.split([cell(1)], .at(beats(2)), .standard)
    }
    #expect(after.spans() == [Span(1, 0, 2), Span(2, 1, 4), Span(3, 2, 2)])
  }

  @Test func `more pieces than an edit may add are refused before any is made`() {
    var draft = Draft(of: song([(0, 99_999_999)]))
    let grid = Snap.step(Snap.Step(beats: 1, over: 1_000))
    #expect(throws: EditError.tooMany("cellsPerEdit", limit: Limits.cellsPerEdit)) {
      try draft.split([cell(1)], .every(grid), .standard)
    }
    #expect(throws: EditError.noSuchCell(cell(2))) {
      try draft.split([cell(2)], .every(grid), .standard)
    }
  }

  @Test func `the source of a piece is a cell that somebody can know`() throws {
    let patch = try song([]).patch {
      let id = try $0.add(note(0, 4), to: row(1), .standard).id
      _ = try $0.split([id], .at(beats(2)), .standard)
      try $0.remove([id])
    }
    #expect(patch.insertions == [Span(2, 2, 2)])
    #expect(patch.cells.map(\.source) == [nil])
  }
}

extension Snap.Step {
  fileprivate static let beat = Snap.Step(beats: 1, over: 1)
}
