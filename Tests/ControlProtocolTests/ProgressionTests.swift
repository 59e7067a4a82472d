import ControlProtocol
import Testing
import Timeline

struct ProgressionTests {
  /// Each bar's steps with blanks between.
  private func shown(_ text: String) throws -> [String] {
    try Progression(.string(text)).bars.map { bar in
      bar.map { step in
        switch step {
        case .chord(let chord): chord.text
        case .rest: "."
        case .hold: "_"
        }
      }.joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("C", ["C"]), ("Dm7 G7 Cmaj7", ["Dm7", "G7", "Cmaj7"]), ("C _ . F", ["C", "_", ".", "F"]),
    ("Dm7 G7 | Cmaj7 _ | Am7 . D7", ["Dm7 G7", "Cmaj7 _", "Am7 . D7"]),
    ("|C|F G|", ["C", "F G"]), ("C | _ | C-7\tF7", ["C", "_", "Cm7 F7"]), (".", ["."]),
    ("| C  Am ||", ["C Am"]), ("C7(b9,#11) F#", ["C7b9#11", "F#"]),
  ])
  func `a progression says what stands in which bar`(text: String, bars: [String]) throws {
    #expect(try shown(text) == bars)
  }

  @Test(
    arguments: [
      ("", nil), ("  ", nil), ("| |", nil), ("_", 1), ("C . _", 5), ("C x", 3), ("C | Dmq", 7),
      ("C/ F", 3), (" ♭", 2),
    ] as [(String, Int?)])
  func `a wrong progression is refused at its first wrong character`(
    text: String, character: Int?
  ) {
    do throws(Mismatch) {
      _ = try Progression(.string(text))
      Issue.record("accepted")
    } catch {
      #expect(error.kind == .badText)
      if let character { #expect(error.allowed.contains("at character \(character) ")) }
    }
  }

  @Test func `a progression has a limit, and is text`() {
    #expect(throws: Mismatch.self) {
      try Progression(.string(String(repeating: "C ", count: 2_049)))
    }
    #expect(throws: Mismatch.self) { try Progression(7) }
  }
}
