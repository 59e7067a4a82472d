import Testing
import Timeline

struct PatchTests {
  @Test func `a patch names each cell once, ascending`() throws {
    let before = song([(0, 8), (8, 8)])
    let patch = try before.patch {
      _ = try $0.add(note(4, 8), to: row(1), .exact)
      _ = try $0.move([cell(2)], .by(beats(1)), .exact)
      _ = try $0.move([cell(2)], .by(beats(1)), .exact)
    }
    #expect(patch.cells.map(\.id) == patch.cells.map(\.id).sorted())
    #expect(Set(patch.cells.map(\.id)).count == patch.cells.count)
    #expect(patch.inverse.inverse.cells.map(\.after) == patch.cells.map(\.after))
  }

  @Test func `a batch that comes back to where it began is empty`() throws {
    let patch = try song([(0, 1)]).patch {
      _ = try $0.move([cell(1)], .by(beats(4)), .exact)
      let made = try $0.add(note(8, 1), to: row(1), .exact).id
      try $0.remove([made])
      _ = try $0.move([cell(1)], .by(beats(-4)), .exact)
    }
    #expect(patch.cells.isEmpty && patch.isEmpty)
  }

  @Test func `the lists of a batch are against the song before it`() throws {
    let patch = try song([(0, 4), (4, 4)]).patch {
      try $0.remove([cell(2)])
      let made = try $0.add(note(4, 1), to: row(1), .exact).id
      _ = try $0.move([made], .by(beats(1)), .exact)
    }
    #expect(patch.updates.isEmpty && patch.removals == [2])
    #expect(patch.insertions == [Span(3, 5, 1)])
  }

  @Test func `two patches in one have the effect of both`() throws {
    let before = song([(0, 4), (4, 4)], [])
    let first = try before.patch {
      _ = try $0.add(note(1, 1), to: row(1), .exact)
      try $0.set([.name("x")], of: row(2))
    }
    var middle = before
    middle.apply(first)
    let second = try middle.patch {
      try $0.remove([cell(3)])
      _ = try $0.move([cell(1)], nil, rows: .to(row(2)), .exact)
      $0.set(.title("t"))
    }
    var after = middle
    after.apply(second)
    let both = first.followed(by: second)
    var joined = before
    joined.apply(both)
    #expect(joined.hasSameContent(as: after))
    #expect(!both.cells.contains { $0.id == cell(3) })
    joined.apply(both.inverse)
    #expect(joined.hasSameContent(as: before))
  }
}
