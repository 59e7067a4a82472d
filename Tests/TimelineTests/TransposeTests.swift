import Testing
import Timeline

struct TransposeTests {
  @Test func `every pitch of a cell moves, and nothing else`() throws {
    var draft = Draft(of: song([]))
    let id = try draft.add(note(0, 1, 60, 64, 67), to: row(1), .exact).id
    let before = try #require(draft.song.cell(id))
    try draft.transpose([id], by: .semitones(-12), .overwrite)
    var wanted = before
    wanted.setPitches([Pitch(48), Pitch(52), Pitch(55)])
    #expect(draft.song.cell(id) == wanted)
    try draft.transpose([id], by: .semitones(12), .overwrite)
    #expect(draft.song.cell(id) == before)
  }

  @Test func `pitches that come to be the same are one`() throws {
    var draft = Draft(of: song([]))
    let id = try draft.add(note(0, 1, 63, 64), to: row(1), .exact).id
    try draft.transpose([id], by: .degrees(1, Key(tonic: 0, .major)), .overwrite)
    // D# becomes E#, and E becomes F.
    #expect(draft.song.cell(id)?.pitches == [Pitch(65)])
  }

  @Test(arguments: [(127, 1, 128), (0, -1, -1), (100, 60, 160)] as [(Int, Int, Int)])
  func `a key that MIDI lacks is refused by its cell`(pitch: Int, semitones: Int, key: Int) throws {
    var draft = Draft(of: song([]))
    _ = try draft.add(note(0, 1, 64), to: row(1), .exact)
    _ = try draft.add(note(1, 1, 64, pitch), to: row(1), .exact)
    let interval = Interval.semitones(semitones)
    #expect(throws: EditError.outsideTheKeys(cell(2), key, interval)) {
      try draft.transpose([cell(2), cell(1)], by: interval, .overwrite)
    }
  }

  @Test func `labels sound nothing and stay as they are`() throws {
    var draft = Draft(of: song([]))
    let label = NewCell(position: .zero, duration: beats(1), content: .label, label: "x")
    let id = try draft.add(label, to: row(1), .exact).id
    let before = draft.song
    try draft.transpose([id], by: .semitones(99), .overwrite)
    #expect(draft.song.hasSameContent(as: before))
  }

  @Test func `in a poly row a new pitch contends for its place, in a mono row it has it`() throws {
    var poly = Draft(of: song([], voices: .poly))
    _ = try poly.add(note(0, 4, 60), to: row(1), .exact)
    _ = try poly.add(note(1, 1, 61), to: row(1), .exact)
    try poly.transpose([cell(2)], by: .semitones(-1), .overwrite)
    #expect(poly.song.spans() == [Span(1, 0, 1), Span(2, 1, 1), Span(3, 2, 2)])
    var refused = Draft(of: song([], voices: .poly))
    _ = try refused.add(note(0, 4, 60), to: row(1), .exact)
    _ = try refused.add(note(1, 1, 61), to: row(1), .exact)
    #expect(throws: EditError.overlap([cell(1)])) {
      try refused.transpose([cell(2)], by: .semitones(-1), .reject)
    }
    let layered = song([(0, 4), (1, 1)])
    let lower = try layered.after {
      try $0.transpose([cell(1), cell(2)], by: .semitones(-12), .overwrite)
    }
    #expect(lower.spans() == layered.spans())
  }

  @Test func `a chord of single notes moves through its own pitches`() throws {
    var draft = Draft(of: song([], voices: .poly))
    for pitch in 60..<64 { _ = try draft.add(note(0, 1, pitch), to: row(1), .exact) }
    let before = draft.song
    try draft.transpose([3, 1, 4, 2].map { cell($0) }, by: .semitones(1), .reject)
    #expect(draft.song.cells(of: row(1)).map(\.pitch.number) == [61, 62, 63, 64])
    try draft.transpose([1, 2, 3, 4].map { cell($0) }, by: .semitones(-1), .reject)
    #expect(draft.song.hasSameContent(as: before))
  }

  @Test(
    arguments: [
      ("Dm7", 2, "Em7"), ("C", 1, "Db"), ("C", 6, "F#"), ("Cm", 1, "C#m"), ("Fm7b5", 3, "G#m7b5"),
      ("Am", 1, "Bbm"), ("Bb7", -2, "Ab7"), ("F#", 2, "G#"), ("C/E", 2, "D/F#"),
      ("C/E", 1, "Db/F"), ("A/C#", 1, "Bb/D"), ("C/Bb", 2, "D/C"), ("D/F#", -2, "C/E"),
      ("Dm", 13, "Ebm"), ("E7#9", -1, "Eb7#9"), ("Dm7", 12, "Dm7"), ("Cb", 12, "Cb"),
    ])
  func `a chord is the same one elsewhere, spelled for its new place`(
    symbol: String, semitones: Int, there: String
  ) throws {
    var draft = Draft(of: song([]))
    let chord = try ChordSymbol(symbol)
    let pitches = try Voicing().pitches(of: chord)
    let cell = NewCell(
      position: .zero, duration: Ticks(beats: 1),
      content: .notes(pitches, .standard, offVelocity: 64), chord: chord)
    let id = try #require(try draft.add([cell], to: row(1), .allow).first)
    try draft.transpose([id], by: .semitones(semitones), .overwrite)
    let moved = try #require(draft.song.cell(id))
    #expect(moved.rare.chord?.text == there)
    #expect(moved.pitches.map { Int($0.number) } == pitches.map { Int($0.number) + semitones })
  }

  @Test func `a chord whose notes move by different distances is none any more`() throws {
    var draft = Draft(of: song([]))
    let id = try draft.add(note(0, 1, 60), to: row(1), .exact).id
    let chord = try ChordSymbol("C")
    try draft.set([.pitches([Pitch(60), Pitch(64), Pitch(67)], of: chord)], of: [id], .exact)
    let key = Key(tonic: 0, .major)
    try draft.transpose([id], by: .degrees(4, key), .overwrite)
    #expect(draft.song.cell(id)?.rare.chord?.text == "G")
    try draft.transpose([id], by: .degrees(1, key), .overwrite)
    #expect(draft.song.cell(id)?.rare.chord == nil)
  }
}
