/// Reads the text of one chord from left to right, as the grammar of `ChordSymbol` says.
struct ChordReader {
  private static let majorWords = ["maj", "Maj", "M", "Δ"]
  private static let numbers = ["13", "11", "9", "7"]
  private static let alterations: [(word: String, tone: ChordSymbol.Tone)] = [
    ("b13", .init(13, -1)), ("#11", .init(11, 1)), ("b9", .init(9, -1)), ("#9", .init(9, 1)),
    ("b5", .init(5, -1)), ("#5", .init(5, 1)),
  ]
  private static let additions: [(word: String, tone: ChordSymbol.Tone)] =
    alterations.filter { $0.tone.degree > 5 } + [13, 11, 9, 6, 4, 2].map { ("\($0)", .init($0)) }

  private let characters: [Character]
  private var index = 0
  /// The modifiers, and where each began.
  private var modifiers: [(modifier: ChordSymbol.Modifier, index: Int)] = []

  init(_ text: some StringProtocol) {
    characters = text.map { character in
      switch character {
      case "♭": "b"
      case "♯": "#"
      case "△": "Δ"
      default: character
      }
    }
  }

  /// The chord that the whole text is.
  mutating func symbol() throws(ChordSymbol.Malformed) -> ChordSymbol {
    var chord = ChordSymbol(root: try note("a root from A to G"))
    try readBody(of: &chord)
    try readModifiers(of: &chord)
    if take("/") { chord.bass = try note("a bass note from A to G") }
    guard index == characters.count else {
      throw malformed(
        chord.bass == nil
          ? "a quality, a number, a modifier such as b9, sus4, add9 or no3, or / and a bass"
          : "nothing more")
    }
    chord.modifiers = modifiers.map(\.modifier).sorted()
    try refuseIdleModifiers(of: chord)
    return chord
  }

  private mutating func note(
    _ expected: String
  ) throws(ChordSymbol.Malformed) -> ChordSymbol.Note {
    guard let letter = take(["A", "B", "C", "D", "E", "F", "G"]) else { throw malformed(expected) }
    let accidental = take(["bb", "b", "##", "#"]) ?? ""
    let alteration = accidental.first == "b" ? -accidental.count : accidental.count
    return ChordSymbol.Note(letter: Character(letter), alteration: alteration)
  }

  private mutating func readBody(of chord: inout ChordSymbol) throws(ChordSymbol.Malformed) {
    let start = index
    if take("5") {
      chord.quality = .power
    } else if let word = take(ChordReader.majorWords) {
      chord.stack = seventh(isMajor: true) ?? sixth()
      if word == "Δ", chord.stack == nil { chord.stack = .seventh(upTo: 7, isMajor: true) }
    } else if take(["min", "m", "-"]) != nil {
      chord.quality = .minor
      chord.stack = try majorSeventh() ?? seventh(isMajor: false) ?? sixth()
    } else if take(["aug", "+"]) != nil {
      chord.quality = .augmented
      chord.stack = try majorSeventh() ?? seventh(isMajor: false)
    } else if take(["dim", "°"]) != nil {
      chord.quality = .diminished
      chord.stack = try majorSeventh() ?? seventh(isMajor: false, of: ["11", "9", "7"])
    } else if take("ø") {
      chord.quality = .minor
      chord.stack = seventh(isMajor: false) ?? .seventh(upTo: 7, isMajor: false)
      modifiers.append((.altered(.init(5, -1)), start))
    } else {
      chord.stack = seventh(isMajor: false) ?? sixth()
    }
  }

  /// A seventh or more by its number alone.
  private mutating func seventh(
    isMajor: Bool, of numbers: [String] = ChordReader.numbers
  ) -> ChordSymbol.Extension? {
    take(numbers).flatMap { Int($0) }.map { .seventh(upTo: $0, isMajor: isMajor) }
  }

  private mutating func sixth() -> ChordSymbol.Extension? {
    if take(["6/9", "69"]) != nil { return .sixthAndNinth }
    return take("6") ? .sixth : nil
  }

  /// A seventh or more with a word for major before its number.
  private mutating func majorSeventh() throws(ChordSymbol.Malformed) -> ChordSymbol.Extension? {
    guard let word = take(ChordReader.majorWords) else { return nil }
    if let seventh = seventh(isMajor: true) { return seventh }
    guard word == "Δ" else { throw malformed("7, 9, 11 or 13") }
    return .seventh(upTo: 7, isMajor: true)
  }

  private mutating func readModifiers(
    of chord: inout ChordSymbol
  ) throws(ChordSymbol.Malformed) {
    while true {
      if take("(") {
        repeat {
          if chord.stack == nil, chord.quality != .power, let seventh = try majorSeventh() {
            chord.stack = seventh
          } else if try !readModifier(of: &chord) {
            throw malformed("a modifier such as b9, sus4, add9 or no3")
          }
        } while take(",") || !take(")")
      } else if try !readModifier(of: &chord) {
        return
      }
    }
  }

  /// Reads one modifier; false where none stands.
  private mutating func readModifier(
    of chord: inout ChordSymbol
  ) throws(ChordSymbol.Malformed) -> Bool {
    let start = index
    if take("sus") {
      modifiers.append((.suspended(take(["2", "4"]) == "2" ? 2 : 4), start))
    } else if take("alt") {
      guard chord.quality == .major,
        chord.stack == nil || chord.stack == .seventh(upTo: 7, isMajor: false)
      else {
        index = start
        throw malformed("no alt here: it stands behind a root or a plain 7")
      }
      chord.stack = .seventh(upTo: 7, isMajor: false)
      modifiers.append((.alt, start))
    } else if let tone = tone(of: ChordReader.alterations) {
      modifiers.append((.altered(tone), start))
    } else if take("add") {
      guard let tone = tone(of: ChordReader.additions) else {
        throw malformed("2, 4, 6, 9, b9, #9, 11, #11, 13 or b13")
      }
      modifiers.append((.added(tone), start))
    } else if take(["no", "omit"]) != nil {
      guard let degree = take(["3", "5", "7", "9", "11"]).flatMap({ Int($0) }) else {
        throw malformed("3, 5, 7, 9 or 11")
      }
      modifiers.append((.without(degree), start))
    } else {
      return false
    }
    return true
  }

  private mutating func tone(
    of words: [(word: String, tone: ChordSymbol.Tone)]
  ) -> ChordSymbol.Tone? {
    words.first { take($0.word) }?.tone
  }

  /// Each modifier must make a difference beside the others.
  private func refuseIdleModifiers(of chord: ChordSymbol) throws(ChordSymbol.Malformed) {
    for place in modifiers.indices.reversed() {
      var others = modifiers.map(\.modifier)
      others.remove(at: place)
      guard chord.tones(others) == chord.tones else { continue }
      throw ChordSymbol.Malformed(
        character: modifiers[place].index + 1, expected: "something that changes the chord")
    }
  }

  /// Takes one of these words, of which longer ones stand before their beginnings.
  private mutating func take(_ words: [String]) -> String? {
    words.first { take($0) }
  }

  private mutating func take(_ word: String) -> Bool {
    guard characters[index...].starts(with: word) else { return false }
    index += word.count
    return true
  }

  private func malformed(_ expected: String) -> ChordSymbol.Malformed {
    ChordSymbol.Malformed(character: index + 1, expected: expected)
  }
}
