import Testing
import Timeline

struct DuplicateTests {
  @Test func `copies follow their source and each other by its length`() throws {
    let patch = try song([(0, 1), (1, 1)]).patch {
      let (copies, adjustment) = try $0.duplicate([cell(2), cell(1)], nil, times: 2, .standard)
      #expect(copies == (3...6).map { cell($0) } && adjustment == nil)
    }
    #expect(
      patch.insertions == [Span(3, 2, 1), Span(4, 3, 1), Span(5, 4, 1), Span(6, 5, 1)])
    #expect(patch.cells.map(\.source) == [1, 2, 1, 2].map { cell($0) })
    #expect(patch.updates.isEmpty && patch.removals.isEmpty)
  }

  @Test func `a length off the grid is rounded up to whole steps, and said`() throws {
    let before = song([(0, 0.9)])
    let after = try before.after {
      let adjustment = try $0.duplicate([cell(1)], nil, times: 2, .standard).adjustment
      #expect(adjustment == Adjustment(asked: beats(0.9), stored: beats(1)))
    }
    #expect(after.spans() == [Span(1, 0, 0.9), Span(2, 1, 0.9), Span(3, 2, 0.9)])
    let exact = try before.after { _ = try $0.duplicate([cell(1)], nil, .exact) }
    #expect(exact.spans() == [Span(1, 0, 0.9), Span(2, 0.9, 0.9)])
  }

  @Test func `a region is copied with its rests`() throws {
    let before = song([(1, 1), (2, 0.5)])
    let ids = [cell(1), cell(2)]
    let behind = try before.after {
      _ = try $0.duplicate(ids, nil, span: (.zero, beats(4)), .standard)
    }
    #expect(behind.spans().map(\.position) == [1, 2, 5, 6])
    let there = try before.after {
      _ = try $0.duplicate(ids, .to(beats(8)), times: 2, span: (.zero, beats(4)), .standard)
    }
    #expect(there.spans().map(\.position) == [1, 2, 9, 10, 13, 14])
    let open = try before.after {
      _ = try $0.duplicate(ids, nil, span: (beats(0.5), nil), .standard)
    }
    #expect(open.spans().map(\.position) == [1, 2, 3, 4])
  }

  @Test func `without a region the earliest cell comes to the place`() throws {
    let after = try song([(1, 1), (2, 1)]).after {
      let adjustment = try $0.duplicate([cell(1), cell(2)], .to(beats(8.1)), .standard).adjustment
      #expect(adjustment == Adjustment(asked: beats(8.1), stored: beats(8)))
    }
    #expect(after.spans().map(\.position) == [1, 2, 8, 9])
  }

  @Test func `by and steps are whole steps, as far between all copies`() throws {
    let before = song([(4.1, 0.1)])
    func places(_ shift: Shift, _ options: EditOptions) throws -> [Double] {
      try before.after { _ = try $0.duplicate([cell(1)], shift, times: 3, options) }
        .spans().map(\.position)
    }
    #expect(try places(.by(beats(0.3)), .standard) == [4.1, 4.35, 4.6, 4.85])
    #expect(try places(.by(beats(-1)), .standard) == [1.1, 2.1, 3.1, 4.1])
    #expect(try places(.by(beats(0.375)), .exact) == [4.1, 4.475, 4.85, 5.225])
    #expect(try places(.steps(2), .standard) == [4.1, 4.6, 5.1, 5.6])
    #expect(try places(.by(beats(0.3)), .grid()) == [4.1, 4.5, 4.75, 5])
    #expect(try places(.steps(2), .grid()) == [4.1, 4.5, 5, 5.5])
  }

  @Test func `roundings never add up`() throws {
    let step = Snap.Step(beats: 1, over: 11)
    let after = try song([(0, 0.01)]).after {
      _ = try $0.duplicate([cell(1)], .steps(1), times: 110, EditOptions(snap: .step(step)))
    }
    #expect(after.cells(of: row(1)).last?.position == beats(10))
  }

  @Test func `copies win over what they overlap, sources too`() throws {
    let before = song([(0, 4), (5, 4)])
    let patch = try before.patch { _ = try $0.duplicate([cell(1)], .by(beats(2)), .standard) }
    #expect(patch.updates == [Span(1, 0, 2), Span(2, 6, 3)])
    #expect(patch.insertions == [Span(3, 2, 4)])
    var draft = Draft(of: before)
    #expect(throws: EditError.overlap([cell(1), cell(2)])) {
      try draft.duplicate(
        [cell(1)], .by(beats(2)), EditOptions(snap: .standard, overlap: .reject))
    }
    let stacked = try before.after {
      _ = try $0.duplicate(
        [cell(1)], .by(beats(2)), EditOptions(snap: .standard, overlap: .allow))
    }
    #expect(stacked.spans() == [Span(1, 0, 4), Span(3, 2, 4), Span(2, 5, 4)])
  }

  @Test func `copies in a poly row contend by pitch`() throws {
    let before = try song([], voices: .poly).after {
      try $0.add([note(0, 4, 60), note(2, 4, 64)], to: row(1), .allow)
    }
    let after = try before.after { _ = try $0.duplicate([cell(1)], .by(beats(2)), .standard) }
    #expect(after.spans() == [Span(1, 0, 2), Span(2, 2, 4), Span(3, 2, 4)])
  }

  @Test func `a copy that would lie on its cell is not made, one in another row is`() throws {
    let before = song([(0, 1)], [])
    let patch = try before.patch {
      let (copies, adjustment) = try $0.duplicate([cell(1)], .by(beats(0.1)), .standard)
      #expect(copies.isEmpty && adjustment == Adjustment(asked: beats(0.1), stored: .zero))
    }
    #expect(patch.isEmpty)
    let after = try before.after {
      _ = try $0.duplicate([cell(1)], .by(.zero), rows: .by(1), .standard)
    }
    #expect(after.spans(1) == [Span(1, 0, 1)] && after.spans(2) == [Span(2, 0, 1)])
  }

  @Test func `copies hold all that their sources hold`() throws {
    let before = try song([(0, 1)], []).after {
      try $0.set(
        [.pitches([Pitch(1), Pitch(9)]), .label("x"), .data("{}")], of: [cell(1)], .exact)
    }
    let after = try before.after {
      _ = try $0.duplicate([cell(1)], .to(beats(4)), rows: .to(row(2)), .standard)
    }
    var expected = try #require(before.cell(cell(1)))
      .copied(id: cell(2), position: beats(4), duration: beats(1))
    expected.row = row(2)
    #expect(after.cell(cell(2)) == expected)
  }

  @Test func `the order in which cells are named makes no difference`() throws {
    let before = song([(0, 3), (4, 1)], [(2, 4)])
    let orders: [[Int64]] = [[1, 2, 3], [3, 2, 1], [2, 3, 2, 1]]
    let patches = try orders.map { ids in
      try before.patch {
        _ = try $0.duplicate(ids.map { cell($0) }, .by(beats(1)), times: 3, .standard)
      }
    }
    #expect(Set(patches).count == 1)
    var after = before
    after.apply(patches[0])
    after.apply(patches[0].inverse)
    #expect(after.hasSameContent(as: before))
  }

  @Test func `copies outside the song are refused`() {
    var draft = Draft(of: song([(4, 1)], [(0, 1)]))
    #expect(throws: EditError.beforeTheStart(beats(-2))) {
      try draft.duplicate([cell(1)], .by(beats(-3)), times: 2, .standard)
    }
    #expect(throws: EditError.beforeTheStart(beats(-2))) {
      try draft.duplicate([cell(1)], .by(beats(-6)), .grid())
    }
    #expect(throws: EditError.beyondTheEnd(.maximum + beats(1))) {
      try draft.duplicate([cell(1)], .to(.maximum), .standard)
    }
    #expect(throws: EditError.outsideTheRows(-1)) {
      try draft.duplicate([cell(1), cell(2)], nil, rows: .to(row(1)), .standard)
    }
    #expect(throws: EditError.stepsWithoutSnap) {
      try draft.duplicate([cell(1)], .steps(1), .exact)
    }
  }

  @Test func `more copies than an edit may add are refused`() {
    let cells = (0...Limits.cellsPerEdit / Limits.repetitions).map { (Double($0), 1.0) }
    var draft = Draft(of: song(cells))
    let ids = (1...Int64(cells.count)).map { cell($0) }
    #expect(throws: EditError.tooMany("cellsPerEdit", limit: Limits.cellsPerEdit)) {
      try draft.duplicate(ids, nil, times: Limits.repetitions, .standard)
    }
  }
}
