package import Timeline

/// Chords in time, such as `Dm7 G7 | Cmaj7 _ | Am7 . D7`.
///
/// Blanks set chords apart; `.` is a rest, `_` holds the chord before for one more step. What
/// stands between two `|` shares a bar evenly. Without any `|` each step is a bar.
package struct Progression: Hashable, Sendable {
  /// One step of a bar.
  package enum Step: Hashable, Sendable {
    case chord(ChordSymbol)
    case rest
    case hold
  }

  /// What fits, for help and errors.
  package static let allowed =
    "chords such as Dm7 G7 | Cmaj7 _ | Am7 . D7: . rest, _ hold, | between bars"

  /// The steps of each bar; at least one bar, and in each at least one step.
  package private(set) var bars: [[Step]] = []

  /// The chords in order.
  package var chords: [ChordSymbol] {
    bars.flatMap { bar in bar.compactMap { if case .chord(let chord) = $0 { chord } else { nil } } }
  }

  /// From the text.
  package init(_ value: Value) throws(Mismatch) {
    guard let text = value.string else { throw Mismatch(.badType, Progression.allowed) }
    guard text.utf8.count <= Progression.longestText else {
      throw Mismatch(.badText, "at most \(Progression.longestText) bytes")
    }
    let hasLines = text.contains("|")
    var bar: [Step] = []
    var isHeld = false
    var column = 0
    var rest = text[...]
    while let first = rest.first {
      let token = rest.prefix { !" \t|".contains($0) }
      if token.isEmpty {
        if first == "|" { end(&bar) }
      } else {
        let step = try Progression.step(token, behind: column, isHeld: isHeld)
        isHeld = step != .rest
        bar.append(step)
        if !hasLines { end(&bar) }
      }
      let length = max(token.count, 1)
      column += length
      rest = rest.dropFirst(length)
    }
    end(&bar)
    guard !bars.isEmpty else { throw Mismatch(.badText, Progression.allowed) }
  }

  private static let longestText = 4096

  private mutating func end(_ bar: inout [Step]) {
    if !bar.isEmpty { bars.append(bar) }
    bar = []
  }

  private static func step(
    _ token: Substring, behind column: Int, isHeld: Bool
  ) throws(Mismatch) -> Step {
    switch token {
    case ".": return .rest
    case "_":
      guard isHeld else {
        throw Mismatch(
          .badText,
          "a progression whose _ follows a chord; at character \(column + 1) none does")
      }
      return .hold
    default:
      return .chord(try ChordSymbol(token: token, of: Progression.allowed, behind: column))
    }
  }
}
