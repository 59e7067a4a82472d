import Testing
import Timeline

struct CellsTests {
  @Test func `a plain cell holds no reference and takes at most forty bytes`() {
    #expect(MemoryLayout<Cell>.stride <= 40)
    #expect(_isPOD(Cell.self))
  }

  @Test func `an added cell keeps to the grid, its duration as given`() throws {
    var draft = Draft(of: song([]))
    let added = try draft.add(note(1.1, 0.3), to: row(1), .standard)
    #expect(draft.song.spans() == [Span(1, 1, 0.3)])
    #expect(added.id == cell(1))
    #expect(added.adjustment == Adjustment(asked: beats(1.1), stored: beats(1)))
    #expect(try draft.add(note(2.1, 0.3), to: row(1), .exact).adjustment == nil)
    #expect(draft.song.spans().last == Span(2, 2.1, 0.3))
  }

  @Test func `the same cell added twice leaves one`() throws {
    var draft = Draft(of: song([]))
    _ = try draft.add(note(0, 1), to: row(1), .standard)
    _ = try draft.add(note(0, 1), to: row(1), .standard)
    #expect(draft.song.spans() == [Span(2, 0, 1)])
    #expect(draft.patch.insertions == [Span(2, 0, 1)])
  }

  @Test func `cells added together are numbered in the order given`() throws {
    var draft = Draft(of: song([(0, 8)]))
    let ids = try draft.add([note(6, 1), note(2, 1)], to: row(1), .overwrite)
    #expect(ids == [cell(2), cell(3)])
    #expect(
      draft.song.spans() == [
        Span(1, 0, 2), Span(3, 2, 1), Span(4, 3, 3), Span(2, 6, 1), Span(5, 7, 1),
      ])
  }

  @Test func `an id names one cell for ever, undone or not`() throws {
    var growing = song([])
    let patch = try growing.patch { _ = try $0.add(note(0, 1), to: row(1), .exact) }
    growing.apply(patch)
    growing.apply(patch.inverse)
    #expect(growing.cellCount == 0)
    let next = try growing.patch { _ = try $0.add(note(0, 1), to: row(1), .exact) }
    #expect(next.insertions == [Span(2, 0, 1)])
  }

  @Test func `pitches are sorted and distinct, and one pitch is nothing rare`() throws {
    var draft = Draft(of: song([]))
    _ = try draft.add(note(0, 1, 67, 60, 67), to: row(1), .exact)
    #expect(draft.song.cell(cell(1))?.pitches == [Pitch(60), Pitch(67)])
    try draft.set([.pitches([Pitch(50)])], of: [cell(1)], .exact)
    let plain = try #require(draft.song.cell(cell(1)))
    #expect(plain.pitches == [Pitch(50)] && plain.rare.isEmpty && !plain.cell.hasRare)
    #expect(draft.song.rare(of: plain.cell) == nil)
  }

  @Test func `set changes what it names and nothing else`() throws {
    let before = try song([]).after { _ = try $0.add(note(0, 1, 60, 64), to: row(1), .exact) }
    let after = try before.after {
      try $0.set(
        [.velocity(Velocity(7)), .offVelocity(3), .label("Verse"), .data("{}")], of: [cell(1)],
        .exact)
    }
    let placed = try #require(after.cell(cell(1)))
    #expect(placed.pitches == [Pitch(60), Pitch(64)] && Span(placed.cell) == Span(1, 0, 1))
    #expect(placed.cell.velocity == Velocity(7) && placed.cell.offVelocity == 3)
    #expect(placed.rare.label == "Verse" && placed.rare.data == "{}")
    let cleared = try after.after {
      try $0.set([.label(nil), .data(nil)], of: [cell(1)], .exact)
    }
    #expect(cleared.cell(cell(1))?.rare == before.cell(cell(1))?.rare)
    #expect(try after.patch { try $0.set([.label("Verse")], of: [cell(1)], .exact) }.isEmpty)
  }

  @Test func `cells given one pitch contend as cells moved there do`() throws {
    let poly = try song([], voices: .poly).after {
      try $0.add([note(0, 4, 60), note(2, 4, 64), note(3, 9, 67)], to: row(1), .overwrite)
    }
    let edited = try poly.after {
      try $0.set([.pitches([Pitch(60)])], of: [cell(2), cell(1)], .exact)
    }
    #expect(edited.spans() == [Span(1, 0, 4), Span(3, 3, 9), Span(2, 4, 2)])
  }

  @Test func `removing names each cell once`() throws {
    let after = try song([(0, 1), (1, 1)]).after { try $0.remove([cell(1), cell(1)]) }
    #expect(after.spans() == [Span(2, 1, 1)])
  }
}
