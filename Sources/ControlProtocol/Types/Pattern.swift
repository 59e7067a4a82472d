package import Timeline

/// A drawn pattern: what begins at which step, and how many steps it lasts.
///
/// Steps stand without blanks or with them: `x` a hit, `X` an accent, `o` a ghost note, `.` a rest,
/// `_` one more step for the note before. A pitch, several with commas, or a chord is a step too,
/// an accent with `!` behind; blanks or `|` set it apart. What reads as a pitch is no chord: `D7`
/// is a note. `|` is for the eye.
package struct Pattern: Hashable, Sendable {
  /// A note of the pattern.
  package struct Hit: Hashable, Sendable {
    /// The step at which it begins, from 0.
    package let start: Int
    /// How many steps it lasts, at least 1.
    package fileprivate(set) var length = 1
    /// As written; nil for the row's own note.
    package let pitches: [Pitch]?
    /// The symbol whose voicing the pitches are.
    package let chord: ChordSymbol?
    /// How hard it is struck.
    package let stress: Stress
  }

  /// How hard a step is struck, beside the others.
  package enum Stress: Hashable, Sendable {
    case hit
    case accent
    case ghost

    /// The velocity beside hits of `velocity`: 25 more for an accent, 40 less for a ghost note.
    package func velocity(hit velocity: Velocity = Pattern.velocity) -> Velocity {
      let number = Int(velocity.number)
      switch self {
      case .hit: return velocity
      case .accent: return Velocity(UInt8(min(number + 25, 127)))
      case .ghost: return Velocity(UInt8(max(number - 40, 1)))
      }
    }
  }

  /// The velocity of hits unless the command says another.
  package static let velocity = Velocity(90)
  /// What fits, for help and errors.
  package static let allowed =
    "steps such as x... X.o_ or C4 . E4,G4! Dm7 _: x hit, X accent, o ghost, . rest, _ hold"

  /// In the order of their starts.
  package private(set) var hits: [Hit] = []
  /// All steps, rests too; at least 1.
  package private(set) var steps = 0

  /// From the structured value or any of the texts.
  package init(_ value: Value) throws(Mismatch) {
    guard let text = value.string else { throw Mismatch(.badType, Pattern.allowed) }
    guard text.utf8.count <= Pattern.longestText else {
      throw Mismatch(.badText, "at most \(Pattern.longestText) bytes")
    }
    var rest = text[...]
    while !rest.isEmpty {
      let token = rest.prefix { !" \t|".contains($0) }
      if token.isEmpty {
        rest.removeFirst()
      } else {
        let column = text.distance(from: text.startIndex, to: token.startIndex) + 1
        try append(token, column: column)
        rest = rest[token.endIndex...]
      }
    }
    guard steps > 0 else { throw Mismatch(.badText, Pattern.allowed) }
  }

  /// A hit on each step that is an onset; at least one step.
  package init(_ onsets: [Bool], pitches: [Pitch]? = nil) {
    precondition(!onsets.isEmpty)
    for isOnset in onsets {
      if isOnset { append(pitches, .hit) } else { steps += 1 }
    }
  }

  private static let longestText = 4096

  private static func isStep(_ character: Character) -> Bool { "xXo._".contains(character) }

  private mutating func append(_ token: Substring, column: Int) throws(Mismatch) {
    guard token.allSatisfy(Pattern.isStep) else {
      let isAccent = token.last == "!"
      let names = isAccent ? token.dropLast() : token
      do {
        let (pitches, chord) = try Pattern.notes(names)
        append(pitches, isAccent ? .accent : .hit, chord)
      } catch {
        let wrong = token.prefix(while: Pattern.isStep)
        let (at, found) = (column + wrong.count, token[wrong.endIndex...].prefix(20))
        throw Mismatch(
          .badText, "\(Pattern.allowed); at character \(at) stands \"\(found)\"",
          hint: error.hint)
      }
      return
    }
    for (index, character) in token.enumerated() {
      switch character {
      case "x": append(nil, .hit)
      case "X": append(nil, .accent)
      case "o": append(nil, .ghost)
      case ".": steps += 1
      default: try hold(column: column + index)
      }
    }
  }

  /// The pitches that a token names, or the chord that it is if it names none.
  private static func notes(_ token: Substring) throws(Mismatch) -> ([Pitch], ChordSymbol?) {
    do { return (try Pitch.list(.string(String(token))), nil) } catch {
      guard let chord = try? ChordSymbol(token), let pitches = try? Voicing().pitches(of: chord)
      else { throw error }
      return (pitches, chord)
    }
  }

  private mutating func append(
    _ pitches: [Pitch]?, _ stress: Stress, _ chord: ChordSymbol? = nil
  ) {
    hits.append(Hit(start: steps, pitches: pitches, chord: chord, stress: stress))
    steps += 1
  }

  private mutating func hold(column: Int) throws(Mismatch) {
    guard let last = hits.last, last.start + last.length == steps else {
      throw Mismatch(.badText, "a pattern whose _ follows a note; at character \(column) none does")
    }
    hits[hits.count - 1].length += 1
    steps += 1
  }
}
