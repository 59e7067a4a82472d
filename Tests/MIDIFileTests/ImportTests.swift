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
    #expect(reading.song.rowList.map(\.program) == [33, 33])
    #expect(reading.report.dropped == [.program: 1])
  }

  @Test func `what a song has no place for is counted by kind`() throws {
    let content =
      Bytes.meta(0x05, Array("la".utf8)) + Bytes.meta(0x05, Array("li".utf8))
      + Bytes.meta(0x07, Array("A".utf8)) + Bytes.meta(0x54, [0x41, 0, 0, 0, 0])
    let reading = try imported(Bytes.file(content + Bytes.beatOfC))
    #expect(reading.report.dropped == [.lyric: 2, .cue: 1, .otherMeta: 1])
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
