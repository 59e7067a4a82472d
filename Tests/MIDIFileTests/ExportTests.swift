import MIDIFile
import Testing
import Timeline

struct ExportTests {
  private func cell(
    _ id: Int64, at beat: Double, for beats: Double, _ pitch: UInt8 = 60, velocity: UInt8 = 100
  ) throws -> PlacedCell {
    let position = try #require(Ticks(beats: beat))
    let duration = try #require(Ticks(beats: beats))
    return PlacedCell(
      row: Row.ID(1),
      cell: Cell(
        id: Cell.ID(id), position: position, duration: duration, pitch: Pitch(pitch),
        velocity: Velocity(velocity)))
  }

  private func song(_ cells: [PlacedCell], _ change: (inout Row) -> Void = { _ in }) -> Song {
    var row = Row(id: Row.ID(1), name: "keys")
    row.voices = .poly
    change(&row)
    return Song(rows: [(row, cells)])
  }

  /// The events of the first row's track.
  private func events(_ song: Song, ticksPerBeat: Int = 960) -> [MIDIFile.TimedEvent] {
    Export(song, ticksPerBeat: ticksPerBeat).file.tracks[1].events
  }

  @Test func `a small song is these bytes`() throws {
    let song = song([try cell(1, at: 0, for: 1)]) { $0.program = 4 }
      .with(.title("Hi"))
    #expect(
      Export(song, ticksPerBeat: 96).file.bytes
        == Bytes.header(format: 1, tracks: 2)
        + Bytes.track(
          Bytes.name("Hi") + Bytes.meta(0x58, [4, 2, 24, 8]) + Bytes.tempo(500_000)
            + [96, 0xFF, 0x2F, 0x00])
        + Bytes.track(
          Bytes.name("keys") + [0x00, 0xC0, 4] + [0x00, 0x90, 60, 100]
            + [96, 0x80, 60, 64] + Bytes.endOfTrack))
  }

  @Test func `at one tick offs come before ons`() throws {
    let song = song([try cell(1, at: 1, for: 1), try cell(2, at: 0, for: 1)])
    #expect(events(song).dropFirst().map(\.tick) == [0, 960, 960, 1_920])
    let middle = events(song)[2].event
    #expect(middle == .noteOff(Channel(1), Pitch(60), velocity: 64))
  }

  @Test func `a note lasts at least a tick`() throws {
    let song = song([try cell(1, at: 0, for: 0.0001)])
    #expect(events(song, ticksPerBeat: 480).dropFirst().map(\.tick) == [0, 1])
  }

  @Test func `transpose and level are written, mute is not`() throws {
    let song = song([try cell(1, at: 0, for: 1), try cell(2, at: 0, for: 1, 120)]) {
      $0.transpose = 12
      $0.level = 50
      $0.mute = true
    }
    #expect(events(song)[1].event == .noteOn(Channel(1), Pitch(72), Velocity(50)))
    #expect(events(song).count == 3)
    #expect(Export(song).losses == [.silentNotes: 1, .mutedOrSoloed: 1])
  }

  @Test func `every pitch of a cell is a note and a label is counted`() throws {
    var chord = try cell(1, at: 0, for: 1)
    chord.setPitches([Pitch(60), Pitch(64)])
    var label = try cell(2, at: 0, for: 1)
    label.cell.kind = .label
    let song = song([chord, label])
    #expect(events(song).count == 5)
    #expect(Export(song).losses == [.labels: 1])
  }

  @Test func `the bank goes before the program`() throws {
    let song = song([try cell(1, at: 0, for: 1)]) {
      $0.bank = Row.Bank(msb: 1, lsb: 2)
      $0.program = 4
    }
    #expect(
      events(song)[1...3].map(\.event) == [
        .control(Channel(1), controller: 0, value: 1),
        .control(Channel(1), controller: 32, value: 2), .program(Channel(1), 4),
      ])
  }

  @Test(arguments: [3.577, 59, 133.37, 255, 256, 300, 999])
  func `a tempo comes back within a thousandth`(tempo: Double) throws {
    let map = TempoMap(try #require(Tempo(beatsPerMinute: tempo)))
    let song = song([try cell(1, at: 0, for: 1)]).with(.tempo(map))
    let back = try imported(Export(song).file.bytes).song.tempo.events[0].tempo.beatsPerMinute
    // At 999 one microsecond is 0.017: the nearest one that a file can hold.
    #expect(abs(back - tempo) <= max(0.001, tempo * tempo / 60e6 / 2 + 1e-6))
  }

  @Test func `a tempo slower than a file can hold is clamped and counted`() throws {
    let map = TempoMap(try #require(Tempo(beatsPerMinute: 2)))
    let export = Export(song([try cell(1, at: 0, for: 1)]).with(.tempo(map)))
    #expect(export.losses == [.clampedTempos: 1])
    let back = try imported(export.file.bytes).song.tempo.events[0].tempo
    #expect(back.picosecondsPerBeat == 16_777_215_000_000)
  }

  @Test func `the end of every track is the end of the song`() throws {
    var range = PlayRange()
    range.end = Ticks(beats: 16)
    range.loops = true
    let export = Export(song([try cell(1, at: 0, for: 1)]).with(.range(range)))
    #expect(export.file.tracks.map(\.end) == [15_360, 15_360])
    #expect(export.losses == [.loop: 1])
  }

  /// The second rest is the shortest that is too long: 2 to the power of 28 file ticks.
  @Test(arguments: [(99_000_000, 960), (16_777_216, 16)])
  func `a rest too long for one time is cut into pieces`(beat: Double, ticks: Int) throws {
    let song = song([try cell(1, at: beat, for: 1)])
    let bytes = Export(song, ticksPerBeat: ticks).file.bytes
    #expect(Score(try imported(bytes).song) == Score(song))
  }

  @Test func `an empty row is a track of its name`() {
    #expect(events(song([])).map(\.event) == [.trackName(Array("keys".utf8))])
  }

  @Test(arguments: [96, 480, 960, 1_000, 1_024, 32_767])
  func `what is written once comes back the same ever after`(ticksPerBeat: Int) throws {
    let content =
      Bytes.name("Song") + Bytes.tempo(400_001) + Bytes.meta(0x58, [7, 3, 24, 8])
      + [0x00, 0xC0, 4, 0x00, 0xC1, 5] + Bytes.beatOfC + [7, 0x91, 50, 1, 0, 0x91, 50, 2]
      + [13, 0x81, 50, 3, 17, 0x81, 50, 4] + Bytes.tempo(300_007, after: 5) + Bytes.beatOfE
    let first = try imported(Bytes.file(content, division: 113))
    var bytes = Export(first.song, ticksPerBeat: ticksPerBeat).file.bytes
    for _ in 0..<3 {
      let reading = try imported(bytes)
      #expect(reading.report.warnings == [])
      #expect(reading.song.title == "Song")
      #expect(reading.song.rowList.map(\.name) == first.song.rowList.map(\.name))
      #expect(reading.song.rowList.map(\.program) == first.song.rowList.map(\.program))
      let again = Export(reading.song, ticksPerBeat: ticksPerBeat).file.bytes
      #expect(again == bytes)
      bytes = again
    }
  }
}
