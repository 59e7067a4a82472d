package import Timeline

/// A length as it is written: in beats, as a note value, or in bars, whose length the meter knows.
package enum LengthExpression: Hashable, Sendable {
  case ticks(Ticks)
  case bars(Int64)

  /// What fits, to follow "must be".
  package static let allowed =
    "a length: beats such as 2 or 0.5, a note value such as 1/8, 1/8. or 1/16t, beat, bar or 4bars"

  /// From beats as a number or any of the texts; negative and zero only if `signed`.
  package init(_ value: Value, signed: Bool = false) throws(Mismatch) {
    switch value {
    case .integer, .number:
      guard let beats = value.number, let ticks = Ticks(beats: beats) else {
        throw Mismatch(.outOfRange, "at most \(Limits.beats) beats")
      }
      self = .ticks(ticks)
    case .string(let text): try self.init(text: text[...])
    default: throw Mismatch(.badType, LengthExpression.allowed)
    }
    guard signed || isPositive else {
      throw Mismatch(.outOfRange, "longer than 0")
    }
  }

  /// From the text alone.
  package init(text: Substring) throws(Mismatch) {
    let isNegative = text.first == "-"
    let unsigned = isNegative || text.first == "+" ? text.dropFirst() : text
    guard let first = unsigned.first, first != "+", first != "-" else {
      throw Mismatch(.badType, LengthExpression.allowed)
    }
    let length = try LengthExpression(unsigned: unsigned)
    self = isNegative ? -length : length
  }

  private init(unsigned text: Substring) throws(Mismatch) {
    if let beats = decimal(text) {
      guard let ticks = Ticks(beats: beats) else {
        throw Mismatch(.outOfRange, "at most \(Limits.beats) beats")
      }
      self = .ticks(ticks)
    } else if let note = NoteValue(text: text) {
      self = .ticks(note.ticks)
    } else if let count = LengthExpression.count(of: "bar", in: text) {
      guard count <= Limits.beats else { throw Mismatch(.outOfRange, "at most so many bars") }
      self = .bars(count)
    } else if let count = LengthExpression.count(of: "beat", in: text) {
      guard count <= Limits.beats else {
        throw Mismatch(.outOfRange, "at most \(Limits.beats) beats")
      }
      self = .ticks(Ticks(beats: count))
    } else {
      throw Mismatch(.badType, LengthExpression.allowed)
    }
  }

  /// How many in `bar`, `2bars`; nil if the text names no such unit.
  private static func count(of unit: String, in text: Substring) -> Int64? {
    if text == unit { return 1 }
    for ending in [unit, unit + "s"] where text.hasSuffix(ending) {
      return digits(text.dropLast(ending.count))
    }
    return nil
  }

  private var isPositive: Bool {
    switch self {
    case .ticks(let ticks): ticks > .zero
    case .bars(let count): count > 0
    }
  }

  /// Reads back as the same length.
  package var text: String {
    switch self {
    case .ticks(let ticks): ticks.text
    case .bars(1): "bar"
    case .bars(-1): "-bar"
    case .bars(let count): "\(count)bars"
    }
  }

  /// The same length in the other direction.
  package static prefix func - (length: LengthExpression) -> LengthExpression {
    switch length {
    case .ticks(let ticks): .ticks(-ticks)
    case .bars(let count): .bars(-count)
    }
  }
}

/// A note value such as 1/8, dotted or triplet, as an exact fraction of a beat.
package struct NoteValue: Hashable, Sendable {
  /// In lowest terms.
  package let numerator: Int64
  package let denominator: Int64

  /// Nil for anything but whole/part with 1–1024 on both sides, and `.` or `t` behind.
  package init?(text: Substring) {
    var body = text
    var factor: (Int64, Int64) = (1, 1)
    if text.last == "." { factor = (3, 2) }
    if text.last == "t" { factor = (2, 3) }
    if factor != (1, 1) { body = text.dropLast() }
    let parts = body.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let whole = digits(parts[0]), let part = digits(parts[1]),
      (1...1024).contains(whole), (1...1024).contains(part)
    else { return nil }
    self.init(beats: 4 * whole * factor.0, over: part * factor.1)
  }

  /// A fraction of a beat.
  package init(beats: Int64, over denominator: Int64) {
    var (a, b) = (beats, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = beats / a
    self.denominator = denominator / a
  }

  /// The tick nearest to it.
  package var ticks: Ticks { Ticks(numerator, over: denominator) }
}
