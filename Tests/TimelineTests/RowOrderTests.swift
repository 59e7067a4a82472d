import Testing
import Timeline

struct RowOrderTests {
  private let five = song([], [], [], [], [])

  private func order(_ song: Song) -> [Int64] { song.order.map(\.number) }

  @Test(
    arguments: [
      ([1], 0, [1, 2, 3, 4, 5]), ([1], 4, [2, 3, 4, 5, 1]), ([5], 0, [5, 1, 2, 3, 4]),
      ([1, 2], 2, [3, 4, 1, 2, 5]), ([4, 5], 1, [1, 4, 5, 2, 3]), ([2], 2, [1, 3, 2, 4, 5]),
      ([1, 5], 1, [2, 1, 5, 3, 4]), ([5, 1, 5], 3, [2, 3, 4, 1, 5]),
      ([1, 3, 5], 1, [2, 1, 3, 5, 4]), ([1, 2, 3, 4, 5], 0, [1, 2, 3, 4, 5]),
      ([], 5, [1, 2, 3, 4, 5]),
    ] as [([Int64], Int, [Int64])])
  func `rows stand together where they are put, in the order they had`(
    ids: [Int64], index: Int, expected: [Int64]
  ) throws {
    let patch = try five.patch { try $0.moveRows(ids.map { row($0) }, to: index) }
    var after = five
    after.apply(patch)
    #expect(order(after) == expected)
    after.apply(patch.inverse)
    #expect(order(after) == [1, 2, 3, 4, 5])
  }

  @Test func `rows that are moved back have not moved`() throws {
    let patch = try five.patch {
      try $0.moveRows([row(1)], to: 3)
      try $0.moveRows([row(1)], to: 0)
    }
    #expect(patch.isEmpty)
  }

  @Test func `a batch may move rows that it adds and others remove`() throws {
    let patch = try five.patch {
      let new = try $0.addRow(named: "new", at: 1)
      try $0.moveRows([new, row(4)], to: 0)
      try $0.removeRows([row(1), row(4)])
      try $0.moveRows([row(5)], to: 1)
    }
    var after = five
    after.apply(patch)
    #expect(order(after) == [6, 5, 2, 3])
    after.apply(patch.inverse)
    #expect(order(after) == [1, 2, 3, 4, 5])
  }

  @Test func `places and rows that are not there are refused`() {
    var draft = Draft(of: five)
    #expect(throws: EditError.outsideTheRows(5)) { try draft.moveRows([row(1)], to: 5) }
    #expect(throws: EditError.outsideTheRows(-1)) { try draft.moveRows([row(1)], to: -1) }
    #expect(throws: EditError.noSuchRow(row(9))) { try draft.moveRows([row(9)], to: 0) }
  }

  @Test func `a move is taken back only while the row is there`() throws {
    let patch = try five.patch { try $0.moveRows([row(1)], to: 4) }
    var after = five
    after.apply(patch)
    let without = try after.after { try $0.removeRows([row(1)]) }
    #expect(throws: EditError.noSuchRow(row(1))) { try patch.inverse.check(on: without) }
    var fewer = try after.after { try $0.removeRows([row(2), row(3), row(4)]) }
    try patch.check(on: fewer)
    fewer.apply(patch)
    #expect(order(fewer) == [5, 1])
  }

  @Test func `a row is duplicated below itself, with settings and cells`() throws {
    let before = try song([(0, 2), (1, 4)], []).after {
      try $0.set([.channel(Channel(3)), .voices(.poly), .tags(["x"]), .mute(true)], of: row(1))
      try $0.set([.label("hey")], of: [cell(2)], .exact)
    }
    let patch = try before.patch {
      let (new, cells) = try $0.duplicateRow(row(1), named: "sub")
      #expect(new == row(3) && cells == [cell(3), cell(4)])
    }
    var after = before
    after.apply(patch)
    #expect(order(after) == [1, 3, 2])
    let source = try #require(before.row(row(1)))
    #expect(after.row(row(3)) == source.copied(id: row(3), name: "sub"))
    #expect(after.row(named: "sub")?.channel == Channel(3))
    #expect(after.spans(3) == [Span(3, 0, 2), Span(4, 1, 4)])
    #expect(after.cell(cell(4))?.rare.label == "hey")
    #expect(patch.cells.map(\.source) == [cell(1), cell(2)])
    after.apply(patch.inverse)
    #expect(after.hasSameContent(as: before))
  }

  @Test func `a duplicate's name, place and number are checked`() throws {
    var draft = Draft(of: song([], []))
    #expect(throws: EditError.nameTaken("r2")) { try draft.duplicateRow(row(1), named: "r2") }
    #expect(throws: EditError.outsideTheRows(3)) {
      try draft.duplicateRow(row(1), named: "x", at: 3)
    }
    #expect(throws: EditError.noSuchRow(row(7))) { try draft.duplicateRow(row(7), named: "x") }
    _ = try draft.duplicateRow(row(2), named: "x", at: 0)
    #expect(order(draft.song) == [3, 1, 2])
    let many = (1...Int64(Limits.rows)).map { (Row(id: row($0), name: "r\($0)"), [PlacedCell]()) }
    var full = Draft(of: Song(rows: many))
    #expect(throws: EditError.tooMany("rows", limit: Limits.rows)) {
      try full.duplicateRow(row(1), named: "x")
    }
  }
}
