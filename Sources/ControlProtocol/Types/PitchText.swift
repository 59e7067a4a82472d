package import Timeline

extension Pitch {
  /// What fits, to follow "must be".
  package static let allowed =
    "a pitch: 0 to 127, a name such as C4 (60), F#3 or Bb2, or a drum such as kick"

  /// From the structured value or any of the texts.
  package init(reading value: Value) throws(Mismatch) {
    switch value {
    case .integer(let number):
      guard let pitch = Pitch(exactly: Int(clamping: number)) else {
        throw Mismatch(.outOfRange, Pitch.allowed)
      }
      self = pitch
    case .string(let text): try self.init(text: text[...])
    default: throw Mismatch(.badType, Pitch.allowed)
    }
  }

  /// From the text alone.
  package init(text: Substring) throws(Mismatch) {
    if let drum = Pitch.drums.first(where: { $0.name == text }) {
      self.init(drum.pitch)
    } else if let number = digits(text) {
      try self.init(reading: .integer(number))
    } else if let number = Pitch.number(name: text) {
      try self.init(reading: .integer(Int64(number)))
    } else {
      let hint = suggestion(for: String(text), among: Pitch.drums.map(\.name))
      throw Mismatch(.badType, Pitch.allowed, hint: hint)
    }
  }

  /// One pitch or several: a list, or a text with commas.
  package static func list(_ value: Value) throws(Mismatch) -> [Pitch] {
    var pitches: [Pitch] = []
    switch value {
    case .array(let elements):
      for element in elements { pitches.append(try Pitch(reading: element)) }
    case .string(let text):
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        pitches.append(try Pitch(text: part))
      }
    default: pitches = [try Pitch(reading: value)]
    }
    guard (1...Limits.pitches).contains(pitches.count) else {
      throw Mismatch(.outOfRange, "1 to \(Limits.pitches) pitches")
    }
    return pitches
  }

  /// The key of a note's name; nil for no name, outside 0–127 for a key that MIDI lacks.
  private static func number(name: Substring) -> Int? {
    guard let letter = name.first.map({ Character($0.uppercased()) }),
      let step = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11][letter]
    else { return nil }
    var rest = name.dropFirst()
    var shift = 0
    if rest.first == "#" { shift = 1 }
    if rest.first == "b" { shift = -1 }
    if shift != 0 { rest = rest.dropFirst() }
    let isNegative = rest.first == "-"
    if isNegative { rest = rest.dropFirst() }
    guard rest.utf8.count == 1, let octave = digits(rest) else { return nil }
    return (Int(isNegative ? -octave : octave) + 1) * 12 + step + shift
  }

  /// The note's name with sharps; C4 is 60.
  package var text: String {
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    return "\(names[Int(number) % 12])\(Int(number) / 12 - 1)"
  }
}
