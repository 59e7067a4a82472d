/// A moment to wait for, as it is written.
package enum BoundaryExpression: Hashable, Sendable {
  case now
  case beat
  /// So many bar lines ahead.
  case bars(Int)
  /// So many wraps of the loop ahead.
  case loops(Int)
  /// The end of the section that the playhead is in.
  case section
  case position(PositionExpression)

  package static let counts = 1...1_000

  /// What fits, to follow "must be".
  package static let allowed =
    "now, beat, bar, 2bars, loop, 2loops, section or \(PositionExpression.allowed)"

  /// From the structured value or any of the texts.
  package init(_ value: Value) throws(Mismatch) {
    if case .string(let text) = value, let word = try BoundaryExpression(word: text) {
      self = word
      return
    }
    do { self = .position(try PositionExpression(value)) } catch {
      throw Mismatch(error.kind, BoundaryExpression.allowed)
    }
  }

  private init?(word: String) throws(Mismatch) {
    switch word {
    case "now": self = .now
    case "beat": self = .beat
    case "bar": self = .bars(1)
    case "loop": self = .loops(1)
    case "section": self = .section
    default:
      let unit = word.drop { $0.isASCII && $0.isNumber }
      guard unit == "bars" || unit == "loops", let number = digits(word.dropLast(unit.count))
      else { return nil }
      guard let count = Int(exactly: number), BoundaryExpression.counts.contains(count) else {
        throw Mismatch(.outOfRange, "1\(unit) to \(BoundaryExpression.counts.upperBound)\(unit)")
      }
      self = unit == "bars" ? .bars(count) : .loops(count)
    }
  }

  /// Reads back as the same moment.
  package var text: String {
    switch self {
    case .now: "now"
    case .beat: "beat"
    case .bars(1): "bar"
    case .bars(let count): "\(count)bars"
    case .loops(1): "loop"
    case .loops(let count): "\(count)loops"
    case .section: "section"
    case .position(let position): position.text
    }
  }
}
