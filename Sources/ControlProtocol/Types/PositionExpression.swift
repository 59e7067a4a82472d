package import Timeline

/// A position as it is written; what it names is looked up when the song is known.
package struct PositionExpression: Hashable, Sendable {
  /// What the position is counted from.
  package enum Base: Hashable, Sendable {
    /// From the start of the song, in quarter notes.
    case beats(Ticks)
    /// A bar counted from 1, and how far into it in 1/8,064,000 of the meter's own beat.
    case bar(Int64, beats: Ticks)
    /// A section's or marker's name.
    case name(String)
    /// The start of the play range.
    case start
    /// The end of the play range.
    case end
    /// The playhead.
    case here
  }

  package let base: Base
  /// Added to the base; may be negative.
  package let offset: LengthExpression?

  /// What fits, to follow "must be".
  package static let allowed =
    "a position: beats from 0 such as 16.5, bar:beat such as 5:1, a name, start, end or here, "
    + "with + or - a length"

  package init(_ base: Base, offset: LengthExpression? = nil) {
    self.base = base
    self.offset = offset
  }

  /// From the structured value or any of the texts.
  package init(_ value: Value) throws(Mismatch) {
    switch value {
    case .integer, .number: self.init(try Base(beats: value.number))
    case .string(let text): try self.init(text: text[...])
    default: throw Mismatch(.badType, PositionExpression.allowed)
    }
  }

  /// From the text alone.
  package init(text: Substring) throws(Mismatch) {
    let signs = text.indices.dropFirst().filter { text[$0] == "+" || text[$0] == "-" }
    if let sign = signs.last, let offset = try? LengthExpression(text: text[sign...]) {
      self.init(try Base(text: text[..<sign]), offset: offset)
    } else {
      self.init(try Base(text: text))
    }
  }

  /// Reads back as the same position.
  package var text: String {
    guard let offset else { return base.text }
    let length = offset.text
    return base.text + (length.hasPrefix("-") ? length : "+" + length)
  }
}

extension PositionExpression.Base {
  fileprivate init(beats: Double?) throws(Mismatch) {
    guard let beats, beats >= 0, let ticks = Ticks(beats: beats) else {
      throw Mismatch(.outOfRange, "a position from 0 to \(Limits.beats)")
    }
    self = .beats(ticks)
  }

  fileprivate init(text: Substring) throws(Mismatch) {
    switch text {
    case "start": self = .start
    case "end": self = .end
    case "here": self = .here
    default:
      if let beats = decimal(text) {
        try self.init(beats: beats)
      } else if let colon = text.firstIndex(of: ":") {
        try self.init(bar: text[..<colon], beat: text[text.index(after: colon)...])
      } else if let first = text.first, first.isLetter || first == "_", isName(text) {
        self = .name(String(text))
      } else {
        throw Mismatch(.badType, PositionExpression.allowed)
      }
    }
  }

  private init(bar: Substring, beat: Substring) throws(Mismatch) {
    guard let number = digits(bar), let inside = decimal(beat) else {
      throw Mismatch(.badType, PositionExpression.allowed)
    }
    guard (1...Limits.beats).contains(number),
      (1.0..<Double(Limits.beatsPerBar.upperBound + 1)).contains(inside),
      let beats = Ticks(beats: inside - 1)
    else { throw Mismatch(.outOfRange, "a bar and beat counted from 1, such as 5:1") }
    self = .bar(number, beats: beats)
  }

  fileprivate var text: String {
    switch self {
    case .beats(let ticks): ticks.text
    case .bar(let bar, let beats): "\(bar):\((beats + Ticks(beats: 1)).text)"
    case .name(let name): name
    case .start: "start"
    case .end: "end"
    case .here: "here"
    }
  }
}
