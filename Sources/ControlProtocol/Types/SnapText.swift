package import Timeline

extension Snap {
  /// What fits, for help and errors.
  package static let allowed =
    "off, bar, a note value such as 1/16 or 1/8t, or a whole number of steps per beat from 1 to "
    + "\(Limits.subdivisions.upperBound)"

  /// From steps per beat as an integer, a note value or a word.
  package init(reading value: Value) throws(Mismatch) {
    switch value {
    case .integer(let count): try self.init(perBeat: count)
    case .bool(false): self = .off
    case .string(let text): try self.init(text: text)
    default: throw Mismatch(.badType, Snap.allowed)
    }
  }

  private init(text: String) throws(Mismatch) {
    switch text {
    case "off": self = .off
    case "bar": self = .bar
    default:
      if let note = NoteValue(text: text[...]) {
        self = .step(Step(beats: note.numerator, over: note.denominator))
      } else if let count = digits(text[...]) {
        try self.init(perBeat: count)
      } else {
        throw Mismatch(.badType, Snap.allowed)
      }
    }
  }

  private init(perBeat count: Int64) throws(Mismatch) {
    guard Limits.subdivisions.contains(Int(clamping: count)) else {
      throw Mismatch(.outOfRange, Snap.allowed)
    }
    self = .step(Step(beats: 1, over: count))
  }

  /// The same as a note value where it is one, such as `1/16`.
  package var noteText: String {
    guard case .step(let step) = self else { return text }
    return NoteValue(beats: step.numerator, over: step.denominator).text
  }

  /// Reads back as the same grid: steps per beat where they are whole, else a note value.
  package var text: String {
    switch self {
    case .off: "off"
    case .bar: "bar"
    case .step(let step):
      step.numerator == 1 && Limits.subdivisions.contains(Int(step.denominator))
        ? "\(step.denominator)" : NoteValue(beats: step.numerator, over: step.denominator).text
    }
  }
}

extension NoteValue {
  /// As a fraction of a whole note; reads back as the same value.
  package var text: String {
    for (suffix, factor) in NoteValue.suffixes {
      let plain = NoteValue(beats: numerator * factor.over, over: denominator * factor.part * 4)
      let isPower = plain.denominator & (plain.denominator - 1) == 0
      if isPower, plain.denominator <= 1024, plain.numerator <= 1024 {
        return "\(plain.numerator)/\(plain.denominator)\(suffix)"
      }
    }
    let plain = NoteValue(beats: numerator, over: denominator * 4)
    return "\(plain.numerator)/\(plain.denominator)"
  }

  /// What a note value may end in, and what part of the plain value it then lasts.
  private static let suffixes: [(suffix: String, factor: (part: Int64, over: Int64))] = [
    ("", (1, 1)), (".", (3, 2)), ("t", (2, 3)),
  ]
}
