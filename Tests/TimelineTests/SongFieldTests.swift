import Testing
import Timeline

struct SongFieldTests {
  private static var range: PlayRange {
    var range = PlayRange()
    range.end = beats(8)
    range.auto = .off
    return range
  }

  private static var metronome: Metronome {
    var metronome = Metronome()
    metronome.isOn = true
    return metronome
  }

  private static let scene = Scene(
    name: "A", rows: [Row.ID(1), Row.ID(2)], muted: [Row.ID(1)], soloed: [])

  static let fields: [SongField] = [
    .title("Friday"), .data("[]"), .tempo(TempoMap(Tempo(picosecondsPerBeat: 400_000_000_000))),
    .tempoScale(2_000_000), .meters(MeterMap(Meter(beats: 3, noteValue: 4))), .snap(.off),
    .range(range), .metronome(metronome), .swing(Swing(amount: 57_000, step: .sixteenth)),
    .seed(-7), .chase(true),
    .scenes([scene]), .resolution(480),
  ]

  @Test(arguments: fields)
  func `a setting reads back as it was set and is taken back alone`(field: SongField) {
    var song = Song()
    let patch = song.patch { $0.set(field) }
    #expect(patch.fields.count == 1)
    song.apply(patch)
    #expect(field.current(in: song) == field)
    song.apply(patch.inverse)
    #expect(song.hasSameContent(as: Song()))
    song.apply(patch)
    song.apply(patch.undoable.inverse)
    #expect((field.current(in: song) == field) == !field.isUndoable)
  }

  @Test func `range, tempo scale, metronome, chase and scenes are no undo steps`() {
    let performed = SongFieldTests.fields.filter { !$0.isUndoable }
    let expected: [SongField] = [
      .tempoScale(2_000_000), .range(SongFieldTests.range), .metronome(SongFieldTests.metronome),
      .chase(true), .scenes([SongFieldTests.scene]),
    ]
    #expect(performed == expected)
  }
}
