/// The scales that degrees are counted in, by their semitones above the tonic.
///
/// | scale | semitones | on C |
/// |---|---|---|
/// | `major` | 0 2 4 5 7 9 11 | C D E F G A B |
/// | `minor` | 0 2 3 5 7 8 10 | C D Eb F G Ab Bb |
/// | `harmonicMinor` | 0 2 3 5 7 8 11 | C D Eb F G Ab B |
/// | `melodicMinor` | 0 2 3 5 7 9 11 | C D Eb F G A B |
/// | `dorian` | 0 2 3 5 7 9 10 | C D Eb F G A Bb |
/// | `phrygian` | 0 1 3 5 7 8 10 | C Db Eb F G Ab Bb |
/// | `lydian` | 0 2 4 6 7 9 11 | C D E F# G A B |
/// | `mixolydian` | 0 2 4 5 7 9 10 | C D E F G A Bb |
/// | `locrian` | 0 1 3 5 6 8 10 | C Db Eb F Gb Ab Bb |
/// | `pentatonic` | 0 2 4 7 9 | C D E G A |
/// | `minorPentatonic` | 0 3 5 7 10 | C Eb F G Bb |
/// | `blues` | 0 3 5 6 7 10 | C Eb F Gb G Bb |
/// | `wholeTone` | 0 2 4 6 8 10 | C D E F# G# A# |
/// | `diminished` | 0 2 3 5 6 8 9 11 | C D Eb F Gb Ab A B |
/// | `chromatic` | 0 to 11 | all |
package enum Scale: String, Hashable, Sendable, CaseIterable {
  case major
  case minor
  case harmonicMinor
  case melodicMinor
  case dorian
  case phrygian
  case lydian
  case mixolydian
  case locrian
  case pentatonic
  case minorPentatonic
  case blues
  case wholeTone
  case diminished
  case chromatic

  /// Ascending from 0, below 12.
  package var semitones: [Int] {
    switch self {
    case .major: [0, 2, 4, 5, 7, 9, 11]
    case .minor: [0, 2, 3, 5, 7, 8, 10]
    case .harmonicMinor: [0, 2, 3, 5, 7, 8, 11]
    case .melodicMinor: [0, 2, 3, 5, 7, 9, 11]
    case .dorian: [0, 2, 3, 5, 7, 9, 10]
    case .phrygian: [0, 1, 3, 5, 7, 8, 10]
    case .lydian: [0, 2, 4, 6, 7, 9, 11]
    case .mixolydian: [0, 2, 4, 5, 7, 9, 10]
    case .locrian: [0, 1, 3, 5, 6, 8, 10]
    case .pentatonic: [0, 2, 4, 7, 9]
    case .minorPentatonic: [0, 3, 5, 7, 10]
    case .blues: [0, 3, 5, 6, 7, 10]
    case .wholeTone: [0, 2, 4, 6, 8, 10]
    case .diminished: [0, 2, 3, 5, 6, 8, 9, 11]
    case .chromatic: Array(0..<12)
    }
  }
}

/// A scale on its tonic.
package struct Key: Hashable, Sendable {
  /// Semitones above C, 0–11.
  package let tonic: Int
  package let scale: Scale

  package init(tonic: Int, _ scale: Scale) {
    precondition((0..<12).contains(tonic))
    self.tonic = tonic
    self.scale = scale
  }

  /// The key number so many degrees above a pitch; it may lie outside 0–127.
  ///
  /// A pitch outside the scale is its nearest degree altered, of two as near the lower one raised:
  /// in C major F# is F raised. It keeps its alteration: one degree above F# is G#.
  func number(_ degrees: Int, above pitch: Pitch) -> Int {
    let steps = scale.semitones
    let above = Int(pitch.number) - tonic + 12
    let (octave, remainder) = (above / 12 - 1, above % 12)
    let nearest = (steps + [12]).enumerated()
      .min { (remainder - $0.element).magnitude < (remainder - $1.element).magnitude }
    guard let nearest else { preconditionFailure("a scale has degrees") }
    let alteration = remainder - nearest.element
    let target = octave * steps.count + nearest.offset + degrees
    let degree = (target % steps.count + steps.count) % steps.count
    return tonic + (target - degree) / steps.count * 12 + steps[degree] + alteration
  }
}

/// How far a pitch is transposed.
package enum Interval: Hashable, Sendable {
  case semitones(Int)
  case degrees(Int, Key)

  /// The key number at this interval above a pitch; it may lie outside 0–127.
  func number(above pitch: Pitch) -> Int {
    switch self {
    case .semitones(let count): Int(pitch.number) + count
    case .degrees(let count, let key): key.number(count, above: pitch)
    }
  }
}
