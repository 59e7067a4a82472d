import MIDIFile
import Testing
import Timeline

/// How a song is written if asked for something else than all of it in tracks.
struct WritingTests {
  private let song: Song

  init() throws {
    let low: [UInt8] = [0, 0xC0, 9, 0, 0xB0, 7, 100] + Bytes.beatOfC + Bytes.beatOfC
    let high: [UInt8] = [0, 0xC1, 8] + [48, 0x91, 64, 90, 96, 0x81, 64, 64]
    let tempos = Bytes.tempo(400_000) + Bytes.tempo(300_000, after: 96)
    song = try imported(
      Bytes.file(tracks: [Bytes.name("Song") + tempos, Bytes.name("low") + low, high])
    ).song
  }

  @Test func `one track holds all, and offs come before ons`() throws {
    var options = Export.Options()
    options.isOneTrack = true
    let export = Export(song, options)
    #expect(export.file.format == .single && export.file.tracks.count == 1)
    #expect(export.losses == [.rowNames: 2])
    let reading = try imported(export.file.bytes)
    #expect(reading.report.warnings == [] && reading.report.findings == [:])
    #expect(Score(reading.song).rows.values.flatMap(\.self).count == 3)
    #expect(reading.song.rowList.map(\.program) == [9, 8])
  }

  @Test func `a part begins with what holds there and has the notes that begin in it`() throws {
    var options = Export.Options()
    options.range = Ticks(beats: 1)..<Ticks(beats: 2)
    let reading = try imported(Export(song, options).file.bytes)
    #expect(reading.song.tempo.events.map(\.tempo.picosecondsPerBeat) == [300_000_000_000])
    #expect(Score(reading.song).rows["low"] == [.init(beat: 0, beats: 1, pitch: 60)])
    #expect(reading.song.rowList.map(\.program) == [9, 8])
    #expect(reading.song.cell(Cell.ID(1))?.rare.control == Control(.controller(7), value: 100))
    #expect(reading.song.range.end == Ticks(beats: 1))
  }

  @Test func `some rows alone are written`() throws {
    var options = Export.Options()
    options.rows = [Row.ID(2)]
    let file = Export(song, options).file
    #expect(file.tracks.count == 2)
    #expect(try imported(file.bytes).song.rowList.map(\.program) == [8])
  }

  @Test func `running status says the same in fewer bytes, and never across a meta event`() throws {
    let texts = Bytes.meta(0x01, [65]) + Bytes.beatOfC + Bytes.meta(0x01, [66]) + Bytes.beatOfC
    let file = Export(try imported(Bytes.file(texts)).song).file
    let short = file.bytes(runningStatus: true)
    #expect(short.count < file.bytes.count)
    let reading = try MIDIFile(reading: short)
    #expect(reading.warnings == [])
    #expect(reading.tracks == file.tracks)
  }

  @Test func `running status does not go on behind a rest too long for one number`() throws {
    let longest: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F]
    let rest = longest + [0xFF, 0x01, 0x00] + longest
    let song = try imported(Bytes.file([0, 0x90, 60, 100] + rest + [0x80, 60, 64])).song
    let short = Export(song).file.bytes(runningStatus: true)
    #expect(try MIDIFile(reading: short).warnings == [])
  }

  @Test func `the resolution is that of the file that the song came from`() {
    #expect(Export(song).file.time == FileTime(ticksPerBeat: 96))
    #expect(Export(song.with(.resolution(nil))).file.time == FileTime(ticksPerBeat: 960))
  }

  /// Notes a thousandth of a beat apart, at four ticks a beat.
  @Test func `rounding loses no note and lets none overlap that did not`() throws {
    var row = Row(id: Row.ID(1), name: "fast")
    row.voices = .poly
    let cells = (0..<20).map { number in
      PlacedCell(
        row: row.id,
        cell: Cell(
          id: Cell.ID(Int64(number + 1)), position: Ticks(Int64(number), over: 1_000),
          duration: Ticks(1, over: 1_000)))
    }
    let file = Export(Song(rows: [(row, cells)]), ticksPerBeat: 4).file
    let reading = try imported(file.bytes)
    #expect(reading.song.cellCount == 20)
    #expect(reading.report.findings == [:])
  }
}
