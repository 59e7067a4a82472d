import Testing
import Timeline

struct JoinTests {
  @Test func `neighbours become one cell, the earliest, with the rest between them`() throws {
    let patch = try song([(0, 1), (1, 1), (3, 1)]).patch {
      let joined = try $0.join([cell(3), cell(1), cell(2)])
      #expect(joined == [cell(1)])
    }
    #expect(patch.updates == [Span(1, 0, 4)])
    #expect(patch.removals == [2, 3] && patch.insertions.isEmpty)
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `joining takes back a split`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let voices: Row.Voices = seed % 2 == 0 ? .mono : .poly
    let before = song(
      [(0, Double.random(in: 1...9, using: &random)), (10, 3)], voices: voices)
    let grid = Snap.step(Snap.Step(beats: 1, over: Int64.random(in: 1...7, using: &random)))
    let after = try before.after {
      let pieces = try $0.split([cell(1)], .every(grid), .standard).pieces
      #expect(!pieces.isEmpty)
      _ = try $0.join(([cell(1)] + pieces).shuffled(using: &random))
    }
    #expect(after.hasSameContent(as: before))
  }

  @Test func `the joined cell keeps what the earliest holds`() throws {
    let before = try song([(0, 1), (1, 1)]).after {
      try $0.set([.velocity(Velocity(5)), .label("first")], of: [cell(1)], .exact)
      try $0.set([.velocity(Velocity(9)), .data("[]")], of: [cell(2)], .exact)
    }
    let joined = try #require(before.after { _ = try $0.join([cell(1), cell(2)]) }.cell(cell(1)))
    #expect(joined.cell.velocity == Velocity(5) && joined.rare == Cell.Rare(label: "first"))
  }

  @Test func `cells of another pitch or row are joined among themselves`() throws {
    let before = try song([], []).after {
      try $0.add([note(0, 1, 60), note(1, 1, 60), note(2, 1, 62)], to: row(1), .allow)
      try $0.add([note(0, 1, 60), note(1, 1, 60)], to: row(2), .allow)
    }
    let after = try before.after {
      let joined = try $0.join((1...5).map { cell($0) })
      #expect(joined == [cell(1), cell(4)])
    }
    #expect(after.spans(1) == [Span(1, 0, 2), Span(3, 2, 1)])
    #expect(after.spans(2) == [Span(4, 0, 2)])
  }

  @Test func `what cannot be joined is refused by name`() throws {
    let before = try song([], []).after {
      let cells = [note(0, 1, 60), note(1, 1, 62), note(2, 1, 60)]
      try $0.add(cells, to: row(1), .allow)
      try $0.add([note(3, 1, 60)], to: row(2), .allow)
    }
    var draft = Draft(of: before)
    let (a, b, c, d) = (cell(1), cell(2), cell(3), cell(4))
    #expect(throws: EditError.cannotJoin(a, b, .differentContent)) { try draft.join([b, a]) }
    #expect(throws: EditError.cannotJoin(a, d, .differentRows)) { try draft.join([d, a]) }
    #expect(throws: EditError.cannotJoin(a, c, .between(b))) { try draft.join([a, c]) }
    #expect(throws: EditError.cannotJoin(a, c, .between(b))) { try draft.join([a, b, c]) }
    #expect(throws: EditError.noSuchCell(cell(9))) { try draft.join([cell(9)]) }
    #expect(draft.patch.isEmpty)
  }

  @Test func `in a poly row only a shared pitch stands between`() throws {
    let before = try song([], voices: .poly).after {
      try $0.add([note(0, 1, 60), note(1, 1, 62), note(2, 1, 60)], to: row(1), .allow)
    }
    let after = try before.after { _ = try $0.join([cell(1), cell(3)]) }
    #expect(after.spans() == [Span(1, 0, 3), Span(2, 1, 1)])
    let chord = try before.after { try $0.add([note(1, 0.5, 60, 67)], to: row(1), .allow) }
    var draft = Draft(of: chord)
    #expect(throws: EditError.cannotJoin(cell(1), cell(3), .between(cell(4)))) {
      try draft.join([cell(1), cell(3)])
    }
  }

  @Test func `one cell, or none, is joined already`() throws {
    for ids in [[], [cell(1)], [cell(1), cell(1)]] {
      let patch = try song([(0, 1)]).patch {
        let joined = try $0.join(ids)
        #expect(joined.isEmpty)
      }
      #expect(patch.isEmpty)
    }
  }

  @Test func `cells on top of each other are joined to the furthest end`() throws {
    let after = try song([(0, 8), (1, 1)]).after { _ = try $0.join([cell(1), cell(2)]) }
    #expect(after.spans() == [Span(1, 0, 8)])
  }
}
