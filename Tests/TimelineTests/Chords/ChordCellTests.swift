import Testing
import Timeline

struct ChordCellTests {
  private func chord(_ text: String) throws -> (symbol: ChordSymbol, pitches: [Pitch]) {
    let symbol = try ChordSymbol(text)
    return (symbol, try Voicing().pitches(of: symbol))
  }

  /// A row with one chord of four beats.
  private func song(with text: String) throws -> Song {
    let chord = try chord(text)
    return try TimelineTests.song([]).after {
      _ = try $0.add(
        NewCell(
          position: .zero, duration: beats(4),
          content: .notes(chord.pitches, .standard, offVelocity: 64), chord: chord.symbol),
        to: row(1), .exact)
    }
  }

  @Test func `a cell keeps the symbol beside its pitches`() throws {
    for text in ["Dm7", "C5", "Cno5"] {
      let chord = try chord(text)
      let placed = try #require(song(with: text).cell(cell(1)))
      #expect(placed.rare.chord == chord.symbol && placed.pitches == chord.pitches)
    }
  }

  @Test func `the pieces of a split chord are that chord`() throws {
    let split = try song(with: "Dm7").after {
      _ = try $0.add(note(1, 1), to: row(1), .exact)
    }
    let symbols = split.cells(of: row(1)).map { split.rare(of: $0)?.chord?.text }
    #expect(symbols == ["Dm7", nil, "Dm7"])
  }

  @Test func `notes clear the chord, a chord replaces it, and undo brings it back`() throws {
    let before = try song(with: "Dm7")
    let notes = try before.patch { try $0.set([.pitches([Pitch(60)])], of: [cell(1)], .exact) }
    #expect(notes.cells.first?.after?.rare.isEmpty == true)
    let chord = try chord("F")
    let other = try before.after {
      try $0.set([.pitches(chord.pitches, of: chord.symbol)], of: [cell(1)], .exact)
    }
    #expect(other.cell(cell(1))?.rare.chord == chord.symbol)
    var undone = before
    undone.apply(notes)
    undone.apply(notes.inverse)
    #expect(undone.cell(cell(1)) == before.cell(cell(1)))
  }

  @Test func `a chord of the same pitches is another symbol, and a change`() throws {
    let before = try song(with: "C6")
    let pitches = try #require(before.cell(cell(1))).pitches
    let patch = try before.patch {
      try $0.set([.pitches(pitches, of: ChordSymbol("Am7"))], of: [cell(1)], .exact)
    }
    #expect(patch.cells.count == 1)
  }
}
