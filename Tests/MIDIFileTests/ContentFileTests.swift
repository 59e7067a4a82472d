import MIDIFile
import Testing
import Timeline

/// What a file says besides notes, on the way in and out.
struct ContentFileTests {
  private func song(_ contents: [(Cell.Content, Double, Double)]) -> Song {
    var row = Row(id: Row.ID(1), name: "keys")
    row.voices = .poly
    let cells = contents.enumerated().map { index, entry in
      var placed = PlacedCell(
        row: row.id,
        cell: Cell(
          id: Cell.ID(Int64(index + 1)), position: Ticks(beats: entry.1) ?? .zero,
          duration: Ticks(beats: entry.2) ?? .zero))
      placed.setContent(entry.0)
      return placed
    }
    return Song(rows: [(row, cells)])
  }

  /// The events of the first row's track without its name.
  private func events(_ song: Song) -> [MIDIFile.TimedEvent] {
    Array(Export(song, ticksPerBeat: 96).file.tracks[1].events.dropFirst())
  }

  private func control(_ target: Control.Target, _ value: Int) throws -> Cell.Content {
    .control(try #require(Control(target, value: value)))
  }

  @Test func `a controller holds until the next one of it, or the end of the song`() throws {
    let content: [UInt8] =
      [0x00, 0xB0, 7, 100, 0x00, 0xB0, 10, 64, 48, 0xB0, 7, 90] + Bytes.beatOfC
    let song = try imported(Bytes.file(content)).song
    let places = (1...4).compactMap { song.cell(Cell.ID($0))?.cell }
      .map { [$0.position.beats, $0.duration.beats] }
    #expect(places == [[0, 0.5], [0, 1.5], [0.5, 1], [0.5, 1]])
  }

  @Test func `a track that only moves something is a row, and its name the title`() throws {
    let bytes = Bytes.file(tracks: [
      Bytes.name("Song") + [0x00, 0xF0, 5, 0x7E, 0x7F, 9, 1, 0xF7, 0x00, 0xB2, 7, 1],
      Bytes.name("Horn") + Bytes.beatOfC,
    ])
    let reading = try imported(bytes)
    #expect(reading.song.title == "Song" && reading.report.dropped == [:])
    #expect(reading.song.rowList.map(\.name) == ["Song", "Horn"])
    #expect(reading.song.rowList.map(\.channel.number) == [3, 1])
    let message = SystemExclusive([0xF0, 0x7E, 0x7F, 9, 1, 0xF7])
    #expect(reading.song.rowList.first.map { reading.song.cellCount(in: $0.id) } == 2)
    #expect(
      (1...2).contains { reading.song.cell(Cell.ID($0))?.rare.sysex == message })
  }

  @Test func `what is moved comes back as it was`() throws {
    let message = try #require(SystemExclusive([0xF0, 0x43, 0x12, 0xF7]))
    let bank = Row.Bank(msb: 1, lsb: 2)
    let contents: [(Cell.Content, Double, Double)] = [
      (try control(.controller(74), 5), 0, 2), (try control(.controller(74), 9), 2, 2),
      (try control(.bend, -8_192), 0, 4), (try control(.bend, 8_191), 4, 4),
      (try control(.channelPressure, 3), 1, 7), (try control(.keyPressure(Pitch(61)), 4), 1, 7),
      (.program(ProgramChange(9)), 0, 1), (.program(ProgramChange(4, bank: bank)), 1, 7),
      (.sysex(message), 3, 1),
    ]
    let bytes = Export(song(contents), ticksPerBeat: 96).file.bytes
    let back = try imported(bytes).song
    #expect(back.rowList.first?.program == 9)
    var found: [Cell.Content: Double] = [:]
    for id in 1...back.cellCount {
      guard let placed = back.cell(Cell.ID(Int64(id))) else { continue }
      found[try #require(placed.rare.content)] = placed.cell.position.beats
    }
    for (content, position, _) in contents where content != .program(ProgramChange(9)) {
      #expect(found[content] == position)
    }
    #expect(Export(back, ticksPerBeat: 96).file.bytes == bytes)
  }

  @Test func `a ramp is written in the steps in which it is sent`() throws {
    let ramp = Control.Ramp(to: 96, over: Ticks(beats: 1))
    let control = try #require(Control(.controller(1), value: 0, ramp: ramp))
    let written = events(song([(.control(control), 1, 2)]))
    #expect(written.map(\.tick) == Array(96...192))
    #expect(
      written.map(\.event)
        == (0...96).map { .control(Channel(1), controller: 1, value: UInt8($0)) })
  }

  @Test func `a clip is laid out, its values before its notes`() throws {
    let note = Clip.Note(offset: .zero, duration: Ticks(beats: 2), pitch: Pitch(60))
    let change = Clip.Change(offset: .zero, target: .bend, value: 5)
    let clip = try Clip(notes: [note], changes: [change], loop: Ticks(beats: 1))
    let written = events(song([(.clip(clip), 0, 1.5)]))
    #expect(written.map(\.tick) == [0, 0, 96, 96, 96, 144])
    #expect(written[2].event == .noteOff(Channel(1), Pitch(60), velocity: 64))
    #expect(written[3].event == .bend(Channel(1), 5))
  }

  @Test func `a loop without end is written up to a bound, and that is said`() throws {
    let change = Clip.Change(offset: .zero, target: .bend, value: 5)
    let clip = try Clip(notes: [], changes: [change], loop: Limits.loop)
    let silent = try Clip(
      notes: [], changes: [.init(offset: Limits.loop, target: .bend, value: 5)], loop: Limits.loop)
    let song = song([(.clip(clip), 0, 99_000_000), (.clip(silent), 0, 99_000_000)])
    let export = Export(song, ticksPerBeat: 960, events: 1_000)
    #expect(export.file.tracks[1].events.count == 1_001)
    #expect(try #require(export.losses[.beyondLimits]) > 1)
  }
}
