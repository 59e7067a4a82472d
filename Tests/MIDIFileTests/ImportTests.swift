import MIDIFile
import Testing
import Timeline

struct ImportTests {
  @Test func `each channel of each track is a poly row`() throws {
    let chords = (0..<16).flatMap { [0x00, 0x90 | $0, 60 + $0, 100] as [UInt8] }
    let offs = (0..<16).flatMap { [$0 == 0 ? 96 : 0, 0x80 | $0, 60 + $0, 64] as [UInt8] }
    let song = try imported(Bytes.file(Bytes.name("Band") + chords + offs)).song
    #expect(song.rowList.map(\.name) == (1...16).map { "Band ch\($0)" })
    #expect(song.rowList.map(\.channel.number) == Array(1...16))
    #expect(song.rowList.allSatisfy { $0.voices == .poly })
    #expect(try notes(Bytes.file(chords + offs)).map(\.pitch) == Array(60...75))
  }

  @Test func `a row of one pitch alone has it as its note, and a melody has none`() throws {
    let drum = try imported(Bytes.file(Bytes.beatOfC + Bytes.beatOfC)).song
    #expect(drum.rowList.map(\.note) == [Pitch(60)])
    let melody = try imported(Bytes.file(Bytes.beatOfC + Bytes.beatOfE)).song
    #expect(melody.rowList.map(\.note) == [nil])
  }

  @Test func `the first track's name is the title unless it is one part of many`() throws {
    let conductor = Bytes.file(tracks: [Bytes.name("Song"), Bytes.name("Horn") + Bytes.beatOfC])
    #expect(try imported(conductor).song.title == "Song")
    let part = Bytes.file(tracks: [Bytes.name("Horn") + Bytes.beatOfC, Bytes.beatOfE])
    #expect(try imported(part).song.title == "")
    #expect(try imported(Bytes.file(Bytes.name("Solo") + Bytes.beatOfC)).song.title == "Solo")
  }

  @Test func `the first program of a channel and the bank before it are the row's`() throws {
    let setup: [UInt8] = [
      0x00, 0xB0, 0, 1,  // Bank, high.
      0x00, 0xB0, 32, 2,  // Bank, low.
      0x00, 0xC0, 33,  // Program.
      96, 0xB0, 0, 9,  // A later bank,
      0x00, 0xC0, 40,  // and a later program.
    ]
    let reading = try imported(Bytes.file(setup + Bytes.beatOfC))
    let row = try #require(reading.song.rowList.first)
    #expect(row.program == 33)
    #expect(row.bank == Row.Bank(msb: 1, lsb: 2))
    #expect(reading.report.dropped == [:])
    let change = try #require(reading.song.cell(Cell.ID(1)))
    let bank = Row.Bank(msb: 9, lsb: 2)
    #expect(change.rare.content == .program(ProgramChange(40, bank: bank)))
    #expect(change.cell.position == Ticks(beats: 1) && change.cell.end == Ticks(beats: 2))
  }

  @Test func `a track without a program has that of its channel`() throws {
    let setup: [UInt8] = [0x00, 0xC0, 33, 0x00, 0xC1, 40]
    let reading = try imported(Bytes.file(tracks: [setup, Bytes.beatOfC, Bytes.beatOfE]))
    #expect(reading.song.rowList.map(\.program) == [40, 33, 33])
    #expect(reading.song.rowList.map(\.name) == ["track 1 ch2", "track 2", "track 3"])
  }

  @Test func `what only files hold stands in the first row, and comes back`() throws {
    let content =
      Bytes.meta(0x05, Array("la".utf8)) + Bytes.meta(0x05, Array("li".utf8), after: 5)
      + Bytes.meta(0x07, Array("A".utf8)) + Bytes.meta(0x54, [0x41, 0, 0, 0, 0])
      + Bytes.meta(0x59, [2, 0]) + Bytes.meta(0x21, [1]) + Bytes.meta(0x7F, [])
    let reading = try imported(Bytes.file(content + Bytes.beatOfC))
    #expect(reading.report.dropped == [:] && reading.report.findings == [:])
    let kinds = (1...7).compactMap { reading.song.cell(Cell.ID($0))?.rare.meta?.kind.number }
    #expect(kinds == [0x05, 0x05, 0x07, 0x54, 0x59, 0x21, 0x7F])
    let back = try imported(Export(reading.song).file.bytes).song
    #expect(back.hasSameContent(as: reading.song))
  }

  @Test func `what stands apart from all rows has one of its own`() throws {
    let bytes = Bytes.file(tracks: [
      Bytes.name("Song") + Bytes.meta(0x59, [2, 0]), Bytes.name("Horn") + Bytes.beatOfC,
      Bytes.name("by nobody"),
    ])
    let song = try imported(bytes).song
    #expect(song.title == "Song")
    #expect(song.rowList.map(\.name) == ["conductor", "Horn", "by nobody"])
    #expect(try imported(Export(song).file.bytes).song.hasSameContent(as: song))
  }

  @Test func `a channel prefix leads to the channel's row`() throws {
    let content =
      Bytes.meta(0x20, [4]) + Bytes.meta(0x05, Array("la".utf8)) + Bytes.beatOfC
      + [0, 0x94, 60, 100, 96, 0x84, 60, 64]
    let song = try imported(Bytes.file(content)).song
    #expect(song.rowList.map { song.cellCount(in: $0.id) } == [1, 3])
  }

  @Test func `each drum of channel 10 is a row, together if asked`() throws {
    let drums: [UInt8] = [36, 42, 36, 27].flatMap { [0, 0x99, $0, 100, 24, 0x89, $0, 64] }
    let bytes = Bytes.file(Bytes.name("Drums") + [0, 0xC9, 8, 0, 0xB9, 7, 90] + drums)
    let song = try imported(bytes, Import.Options()).song
    #expect(song.rowList.map(\.name) == ["drum 27", "kick", "hat"])
    #expect(song.rowList.map(\.note) == [Pitch(27), Pitch(36), Pitch(42)])
    #expect(song.rowList.map(\.program) == [8, 8, 8])
    #expect(song.rowList.map { song.cellCount(in: $0.id) } == [2, 2, 1])
    let again = try imported(Export(song).file.bytes, Import.Options()).song
    #expect(again.hasSameContent(as: song.with(.title("Drums"))))
    #expect(try imported(bytes).song.rowList.map(\.name) == ["Drums"])
  }

  @Test func `the notes of a bar are a clip if asked, but for those that its line cuts`() throws {
    let long: [UInt8] = [0, 0x90, 67, 80, 0x83, 0x60, 0x80, 67, 1]
    let bytes = Bytes.file(
      Bytes.beatOfC + Bytes.beatOfE + long + [0x40, 0x90, 60, 9, 1, 0x80, 60, 2])
    var options = Import.Options()
    options.cells = .bars
    let song = try imported(bytes, options).song
    let cells = (1...3).compactMap { song.cell(Cell.ID($0))?.cell }
    #expect(cells.map(\.kind) == [.clip, .notes, .clip])
    #expect(cells.map(\.position.beats) == [0, 2, 4])
    let plain = try imported(bytes).song
    #expect(Export(song).file.tracks == Export(plain).file.tracks)
  }

  @Test func `of two notes of one pitch that begin together the bar's own ends first`() throws {
    let long: [UInt8] = [
      0, 0x90, 60, 11, 0, 0x90, 60, 99, 1, 0x80, 60, 64, 0x87, 0x40, 0x80, 60, 64,
    ]
    var options = Import.Options()
    options.cells = .bars
    let song = try imported(Bytes.file(long), options).song
    #expect(try imported(Export(song).file.bytes, options).song.hasSameContent(as: song))
  }

  @Test func `a program behind the first note is a cell`() throws {
    let song = try imported(Bytes.file(Bytes.beatOfC + [0, 0xC0, 7] + Bytes.beatOfC)).song
    #expect(song.rowList.map(\.program) == [nil])
    #expect(song.cell(Cell.ID(1))?.rare.program == ProgramChange(7))
  }

  @Test func `a bank without a program is kept`() throws {
    let song = try imported(Bytes.file([0, 0xB0, 0, 3] + Bytes.beatOfC)).song
    #expect(song.cell(Cell.ID(1))?.rare.control == Control(.controller(0), value: 3))
    #expect(try imported(Export(song).file.bytes).song.hasSameContent(as: song))
  }

  @Test func `a program keeps its bank behind one that was taken back`() throws {
    let banks: [UInt8] = [96, 0xB0, 0, 1, 0, 0xB0, 0, 2, 0, 0xC0, 3, 96, 0xC0, 4]
    let song = try imported(Bytes.file(banks)).song
    let last = ProgramChange(4, bank: Row.Bank(msb: 2, lsb: 0))
    #expect(song.cell(Cell.ID(2))?.rare.program == last)
    #expect(try imported(Export(song).file.bytes).song.hasSameContent(as: song))
  }

  @Test func `a channel of which nothing can be kept is no row`() throws {
    let far = [0xFF, 0xFF, 0xFF, 0x7F] as [UInt8]
    let events = Bytes.beatOfC + (0..<9).flatMap { _ in far + [0xA0, 1, 1] } + far + [0xB8, 7, 1]
    let song = try imported(Bytes.file(events, division: 6)).song
    #expect(song.rowList.count == 1)
  }

  @Test func `a song that is over at once stays so`() throws {
    let song = try imported(Bytes.file(tracks: [[], [0, 0xC0, 7]])).song
    #expect(song.range.end == .zero)
    #expect(try imported(Export(song).file.bytes).song.hasSameContent(as: song))
  }

  @Test func `strictly the first defect refuses a file, and so does what must be mended`() throws {
    var options = Import.Options()
    options.isStrict = true
    #expect(try imported(Bytes.file(Bytes.beatOfC), options).song.cellCount == 1)
    let late = Bytes.header() + Bytes.track(Bytes.beatOfC + Bytes.endOfTrack + [0, 0])
    let warning = MIDIFile.Warning(.bytesAfterEndOfTrack, track: 0, offset: 34)
    #expect(throws: MIDIFileError.defective(warning)) { try imported(late, options) }
    #expect(throws: MIDIFileError.faulty(.hangingNotes, times: 1)) {
      try imported(Bytes.file([0, 0x90, 60, 100]), options)
    }
  }

  /// "Ténor" in Latin-1, a piano in Shift-JIS, and what no name can hold.
  @Test(
    arguments: [
      ([0x54, 0xE9, 0x6E, 0x6F, 0x72], "Ténor"),
      ([0x83, 0x73, 0x83, 0x41, 0x83, 0x6D], "PIANO"), ([0x61, 0x00, 0x62], "a b"),
      ([UInt8](repeating: 0x78, count: 9_000), String(repeating: "x", count: 239)),
    ] as [([UInt8], String)])
  func `a name in any encoding is shown, and written as it was`(
    bytes: [UInt8], name: String
  ) throws {
    var length: [UInt8] = []
    if bytes.count > 127 { length.append(UInt8(bytes.count >> 7) | 0x80) }
    length.append(UInt8(bytes.count & 127))
    var options = Import.Options()
    options.shiftJIS = { _ in "PIANO" }
    let title = Bytes.name("Song")
    let file = Bytes.file(tracks: [title, [0x00, 0xFF, 0x03] + length + bytes + Bytes.beatOfC])
    let song = try imported(file, options).song
    #expect(song.rowList.map(\.name) == [name])
    var writing = Export.Options()
    writing.shiftJIS = options.shiftJIS
    let track = Export(song, writing).file.tracks[1]
    let names = track.events.compactMap { timed -> [UInt8]? in
      if case .meta(.trackName, let text) = timed.event { text } else { nil }
    }
    #expect(Array(names.joined()) == bytes)
  }

  @Test func `silence at the end stays in the range`() throws {
    let silent: [UInt8] = [0x83, 0x60, 0xFF, 0x2F, 0x00]  // 480 ticks, end of track.
    let bytes =
      Bytes.header(format: 1, tracks: 2) + Bytes.track(Bytes.beatOfC + Bytes.endOfTrack)
      + Bytes.track(silent)
    let range = try imported(bytes).song.range
    #expect(range.start == .zero)
    #expect(range.end == Ticks(beats: 5))
  }

  @Test func `positions are rounded once, halves up`() throws {
    // At 4,096 ticks a beat one tick is 1,968.75 of ours.
    let bytes = Bytes.file([1, 0x90, 60, 100, 1, 0x80, 60, 64], division: 4_096)
    let cell = try #require(try imported(bytes).song.cell(Cell.ID(1))?.cell)
    #expect(cell.position.count == 1_969)
    #expect(cell.end.count == 3_938)
  }

  @Test func `what lies beyond the furthest position is left out`() throws {
    // At one tick a beat, 268,435,455 beats.
    let late: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F, 0x90, 62, 100, 1, 0x80, 62, 64]
    let bytes = Bytes.file([0, 0x90, 60, 100, 1, 0x80, 60, 64] + late, division: 1)
    #expect(try notes(bytes) == [.init(beat: 0, beats: 1, pitch: 60)])
    let reading = try imported(bytes)
    #expect(reading.report.findings == [.beyondFurthestPosition: 1])
    #expect(reading.song.range.end == .maximum)
  }
}
