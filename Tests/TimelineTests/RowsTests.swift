import Testing
import Timeline

struct RowsTests {
  @Test func `a new row stands where it is put, with its settings`() throws {
    let after = try song([], []).after {
      try $0.addRow(named: "bass", [.channel(Channel(3)), .voices(.poly)], at: 1)
    }
    #expect(after.rowList.map(\.name) == ["r1", "bass", "r2"])
    let bass = try #require(after.row(named: "bass"))
    #expect(bass.id == row(3) && bass.channel == Channel(3) && bass.voices == .poly)
  }

  @Test func `a name is given once`() throws {
    var draft = Draft(of: song([], []))
    #expect(throws: EditError.nameTaken("r2")) { try draft.addRow(named: "r2") }
    #expect(throws: EditError.nameTaken("r2")) { try draft.addRow(named: "x", [.name("r2")]) }
    #expect(throws: EditError.nameTaken("r2")) { try draft.set([.name("r2")], of: row(1)) }
    try draft.set([.name("r1")], of: row(1))
    #expect(draft.patch.isEmpty)
    try draft.addRow(named: "r1", [.name("r3")])
    #expect(draft.song.row(named: "r3")?.id == row(3) && draft.song.row(named: "r1")?.id == row(1))
  }

  @Test func `what is not there is refused by name`() {
    var draft = Draft(of: song([]))
    #expect(throws: EditError.outsideTheRows(3)) { try draft.addRow(named: "x", at: 3) }
    #expect(throws: EditError.noSuchRow(row(7))) { try draft.set([], of: row(7)) }
    #expect(throws: EditError.noSuchRow(row(7))) { try draft.removeRows([row(7)]) }
    #expect(throws: EditError.noSuchRow(row(7))) { try draft.add([], to: row(7), .overwrite) }
  }

  @Test func `a row goes with its cells and comes back with them, in its place`() throws {
    let before = try song([(0, 1)], [(0, 1), (4, 1)], [(2, 1)]).after {
      try $0.set([.label("x")], of: [cell(2)], .exact)
    }
    let patch = try before.patch { try $0.removeRows([row(2), row(2), row(1)]) }
    var after = before
    after.apply(patch)
    #expect(after.rowList.map(\.name) == ["r3"] && after.cellCount == 1)
    after.apply(patch.inverse)
    #expect(after.hasSameContent(as: before))
    after.apply(patch)
    #expect(after.order == [row(3)])
  }

  @Test func `a batch may add a row, fill it and remove another`() throws {
    let before = song([(0, 1)])
    let patch = try before.patch {
      let new = try $0.addRow(named: "new")
      _ = try $0.move([cell(1)], nil, rows: .to(new), .exact)
      try $0.removeRows([row(1)])
      try $0.set([.name("r1")], of: new)
    }
    var after = before
    after.apply(patch)
    #expect(after.rowList.map(\.name) == ["r1"] && after.spans(2) == [Span(1, 0, 1)])
    #expect(after.row(named: "r1")?.id == row(2))
    after.apply(patch.inverse)
    #expect(after.hasSameContent(as: before) && after.row(named: "r1")?.id == row(1))
  }

  @Test func `the last value of a field set twice counts`() throws {
    let after = try song([]).after {
      try $0.set([.mute(true), .mute(false), .level(5)], of: row(1))
    }
    #expect(after.row(row(1))?.mute == false && after.row(row(1))?.level == 5)
  }

  @Test func `a batch that comes to nothing is empty`() throws {
    let patch = try song([]).patch {
      try $0.set([.mute(true), .name("x")], of: row(1))
      try $0.set([.name("r1"), .mute(false)], of: row(1))
      $0.set(.title("x"))
      $0.set(.title(""))
    }
    #expect(patch.isEmpty)
  }
}
