import Testing
import Timeline

struct ChordSymbolTests {
  /// The lines of the table as a symbol and the classes of its notes.
  private static let table = chordTable.split(separator: "\n").map { line in
    let parts = line.split(separator: ": ")
    return (symbol: String(parts[0]), classes: Set(parts[1].split(separator: " ").map(pitchClass)))
  }

  /// A note's class by its name, in which `x` is a double sharp.
  private static func pitchClass(_ name: Substring) -> Int {
    let letters: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
    let shifts: [Character: Int] = ["#": 1, "b": -1, "x": 2]
    return name.dropFirst().reduce(letters[name.first ?? "C", default: 0] + 12) {
      $0 + shifts[$1, default: 0]
    } % 12
  }

  @Test func `the table has at least 150 symbols, each once`() {
    let symbols = ChordSymbolTests.table.map(\.symbol)
    #expect(symbols.count >= 150 && Set(symbols).count == symbols.count)
  }

  @Test(arguments: table)
  func `a symbol means the notes that theory says`(symbol: String, classes: Set<Int>) throws {
    #expect(try ChordSymbol(symbol).pitchClasses == classes)
  }

  @Test(arguments: table.map(\.symbol))
  func `the canonical text is ASCII and the same chord`(symbol: String) throws {
    let chord = try ChordSymbol(symbol)
    #expect(chord.text.utf8.allSatisfy { $0 < 128 })
    #expect(try ChordSymbol(chord.text) == chord)
  }

  @Test(arguments: [
    ("C-7", "Cm7"), ("Cmin7", "Cm7"), ("CΔ", "Cmaj7"), ("CM7", "Cmaj7"), ("C°7", "Cdim7"),
    ("Cø", "Cm7b5"), ("C+7", "Caug7"), ("C69", "C6/9"), ("Csus", "Csus4"), ("Calt", "C7alt"),
    ("C(b5)", "C(b5)"), ("CmM7", "Cm(maj7)"), ("C7(#11,b9)", "C7b9#11"), ("C7no5b9", "C7b9no5"),
    ("B♭m/D♭", "Bbm/Db"), ("Cmaj", "C"), ("C9omit3", "C9no3"), ("F#", "F#"),
  ])
  func `what is written in many ways has one text`(written: String, text: String) throws {
    #expect(try ChordSymbol(written).text == text)
  }

  @Test(arguments: [
    ("", 1), ("H7", 1), ("dm7", 1), ("7", 1), (" C", 1), ("C ", 2), ("Cq", 2), ("Cmq7", 3),
    ("Cm8", 3), ("C10", 2), ("C7/", 4), ("C/H", 3), ("C/E/G", 4), ("C/E7", 4), ("Cmmaj", 6),
    ("C7b7", 3), ("C7b", 3), ("C7#13", 3), ("Cadd", 5), ("Cadd5", 5), ("Cno", 4), ("Cno4", 4),
    ("C(", 3), ("C()", 3), ("C(b9", 5), ("C7(b9,)", 7), ("C7b9)", 5), ("C5m", 3), ("Cmalt", 3),
    ("C9alt", 3), ("Cdim13", 5), ("Cdim6", 5), ("Caug6", 5), ("Cø6", 3), ("Csus3", 5),
    ("C###", 4), ("Cbbb", 4), ("C7b9b9", 5), ("C9add9", 3), ("Caug#5", 5), ("Csus4no3", 6),
    ("Cno3sus4", 2), ("Cøb5", 3), ("C7altb9", 6), ("C5no3", 3), ("Cmm", 3), ("C77", 3),
    ("C13b9x", 6), ("Cmaj7maj7", 6), ("C7(maj7)", 4), ("C💥", 2),
  ])
  func `nonsense is refused at its first wrong character`(text: String, character: Int) {
    do throws(ChordSymbol.Malformed) {
      Issue.record("\(text) is \(try ChordSymbol(text).text)")
    } catch {
      #expect(error.character == character)
      #expect(!error.expected.isEmpty)
    }
  }

  @Test func `noise is refused or comes back as it was`() {
    var random = SeededRandom(3)
    let alphabet = Array("CDGb#m-791316/susaddnoM()Δø°+altij, ")
    for length in 0..<20_000 {
      let text = String((0...length % 9).map { _ in alphabet.randomElement(using: &random) ?? "C" })
      for noise in [text, "C" + text] {
        guard let chord = try? ChordSymbol(noise) else { continue }
        #expect((try? ChordSymbol(chord.text)) == chord, "\(noise) as \(chord.text)")
      }
    }
  }

  @Test func `degrees are told with their alterations`() throws {
    let tones = try ChordSymbol("Dm7b5").tones
    #expect(tones.map(\.degree) == [1, 3, 5, 7])
    #expect(tones.map(\.alteration) == [0, -1, -1, -1])
    #expect(tones.map(\.semitones) == [0, 3, 6, 10])
  }
}
