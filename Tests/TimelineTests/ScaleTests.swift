import Testing
import Timeline

struct ScaleTests {
  @Test(arguments: Scale.allCases)
  func `a scale ascends from its tonic within an octave`(scale: Scale) {
    let semitones = scale.semitones
    #expect(semitones.first == 0)
    #expect(semitones.allSatisfy { (0..<12).contains($0) })
    #expect(semitones == Set(semitones).sorted())
  }

  @Test(
    arguments: [
      (.dorian, 1), (.phrygian, 2), (.lydian, 3), (.mixolydian, 4), (.minor, 5), (.locrian, 6),
    ] as [(Scale, Int)])
  func `a mode is the major scale from another degree`(mode: Scale, degree: Int) {
    let major = Scale.major.semitones
    let turned = (0..<7).map { (major[($0 + degree) % 7] - major[degree] + 12) % 12 }
    #expect(mode.semitones == turned)
  }

  @Test(
    arguments: [
      // C major: naturals walk the white keys, over the octave too.
      (60, 1, 62), (60, 2, 64), (64, 1, 65), (71, 1, 72), (60, 7, 72), (60, -1, 59), (60, -7, 48),
      (62, -9, 47), (1, 0, 1), (0, 0, 0),
      // C# to D#, E to F, so D# to E#; Bb is A raised.
      (61, 1, 63), (63, 1, 65), (70, 1, 72), (61, -1, 60),
    ] as [(UInt8, Int, UInt8)])
  func `degrees of C major walk it, and what is altered stays altered`(
    pitch: UInt8, degrees: Int, wanted: UInt8
  ) throws {
    let moved = try transposed([pitch], .degrees(degrees, Key(tonic: 0, .major)))
    #expect(moved == [wanted])
  }

  @Test(
    arguments: [
      // Between F and G# A harmonic minor has neither F# nor G: each is its neighbour altered.
      (9, .harmonicMinor, 67, 1, 68), (9, .harmonicMinor, 66, 1, 69),
      (9, .harmonicMinor, 68, 1, 69),
      (2, .dorian, 62, 6, 72), (10, .major, 58, 2, 62), (11, .minor, 59, -1, 57),
      (0, .blues, 63, 2, 66), (0, .pentatonic, 69, 1, 72), (0, .chromatic, 60, 5, 65),
      (5, .wholeTone, 65, 6, 77),
      // B is the tonic above lowered.
      (0, .pentatonic, 71, 1, 73),
    ] as [(Int, Scale, UInt8, Int, UInt8)])
  func `any scale on any tonic has its degrees`(
    tonic: Int, scale: Scale, pitch: UInt8, degrees: Int, wanted: UInt8
  ) throws {
    #expect(try transposed([pitch], .degrees(degrees, Key(tonic: tonic, scale))) == [wanted])
  }

  @Test(arguments: Scale.allCases)
  func `up and down again is where it was in every key for what is in the scale`(scale: Scale)
    throws
  {
    for tonic in 0..<12 {
      for semitone in scale.semitones {
        let pitch = UInt8(48 + tonic + semitone)
        let up = try transposed([pitch], .degrees(4, Key(tonic: tonic, scale)))
        #expect(try transposed(up, .degrees(-4, Key(tonic: tonic, scale))) == [pitch])
      }
    }
  }

  /// What becomes of the pitches of one cell.
  private func transposed(_ pitches: [UInt8], _ interval: Interval) throws -> [UInt8] {
    var draft = Draft(of: song([]))
    let cell = NewCell(
      position: .zero, duration: beats(1),
      content: .notes(pitches.map { Pitch($0) }, .standard, offVelocity: 64))
    let id = try draft.add(cell, to: row(1), .exact).id
    try draft.transpose([id], by: interval, .overwrite)
    return draft.song.cell(id)?.pitches.map(\.number) ?? []
  }
}
