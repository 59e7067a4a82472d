extension ChordSymbol {
  /// The chord so many semitones higher or lower, spelled as musicians expect it.
  ///
  /// A root on a black key is flat or sharp as the root was; where that was natural it is Db, Eb,
  /// F#, Ab or Bb, in minor and diminished chords C# and G#. The bass keeps its distance in letters
  /// from the root where one accidental does.
  func transposed(by semitones: Int) -> ChordSymbol {
    guard semitones % 12 != 0 else { return self }
    var moved = ChordSymbol(root: Note(root.pitchClass + semitones, areSharp))
    moved.quality = quality
    moved.stack = stack
    moved.modifiers = modifiers
    moved.bass = bass.map { bass in
      let letter = moved.root.letter(bass.steps - root.steps)
      return Note(letter, bass.pitchClass + semitones)
        ?? Note(bass.pitchClass + semitones) { _ in moved.root.alteration > 0 }
    }
    return moved
  }

  /// Whether a black key is written with a sharp.
  private func areSharp(_ pitchClass: Int) -> Bool {
    guard root.alteration == 0 else { return root.alteration > 0 }
    let isDark = quality == .minor || quality == .diminished
    return pitchClass == 6 || isDark && (pitchClass == 1 || pitchClass == 8)
  }
}

extension ChordSymbol.Note {
  private static let letters = Array("CDEFGAB")

  /// The note of a key, counted from any C; a black one as `isSharp` says.
  fileprivate init(_ key: Int, _ isSharp: (_ pitchClass: Int) -> Bool) {
    let pitchClass = (key % 12 + 12) % 12
    let alteration = isSharp(pitchClass) ? 1 : -1
    let note = ([0, alteration] as [Int]).lazy.compactMap { alteration in
      Self.letters.first { ChordSymbol.semitones(of: $0) + alteration == pitchClass }
        .map { Self(letter: $0, alteration: alteration) }
    }.first
    guard let note else { preconditionFailure("a black key has a white one on either side") }
    self = note
  }

  /// The note of a letter on a key, counted from any C; nil if one accidental does not do.
  fileprivate init?(_ letter: Character, _ key: Int) {
    let distance = (key - ChordSymbol.semitones(of: letter)) % 12
    let alteration = (distance + 18) % 12 - 6
    guard abs(alteration) <= 1 else { return nil }
    self.init(letter: letter, alteration: alteration)
  }

  /// How many letters from C.
  fileprivate var steps: Int { Self.letters.firstIndex(of: letter) ?? 0 }

  /// The letter so many letters above, in any octave.
  fileprivate func letter(_ above: Int) -> Character {
    Self.letters[((steps + above) % 7 + 7) % 7]
  }
}
