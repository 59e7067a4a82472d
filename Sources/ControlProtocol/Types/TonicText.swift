/// The tonics of keys by their names.
package enum Tonic {
  /// Each with its semitones above C; upper case, `#` and `b` as in pitches.
  private static let semitones: KeyValuePairs = [
    "C": 0, "C#": 1, "Db": 1, "D": 2, "D#": 3, "Eb": 3, "E": 4, "F": 5, "F#": 6, "Gb": 6, "G": 7,
    "G#": 8, "Ab": 8, "A": 9, "A#": 10, "Bb": 10, "B": 11, "Cb": 11,
  ]

  /// What fits.
  package static let names = semitones.map(\.key)

  /// The semitones above C of one of the names.
  package static func semitones(named name: String) -> Int? {
    semitones.first { $0.key == name }?.value
  }
}
