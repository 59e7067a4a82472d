import MIDIFile
import Testing
import Timeline

struct HeaderTests {
  private let body = Bytes.track(Bytes.beatOfC + Bytes.endOfTrack)

  @Test func `an empty file is refused`() {
    #expect(throws: MIDIFileError.empty) { try MIDIFile(reading: []) }
  }

  @Test func `what is no MIDI file is refused with its first bytes`() {
    #expect(throws: MIDIFileError.notMIDI(found: [0x7B, 0x22, 0x61, 0x22])) {
      try MIDIFile(reading: Array("{\"a\":1}".utf8))
    }
  }

  @Test func `a header after something else is found, with a warning`() throws {
    let padded = [UInt8](repeating: 0, count: 128) + Bytes.header() + body
    #expect(try notes(padded).map(\.pitch) == [60])
    #expect(try defects(padded) == [.displacedHeader(bytes: 128)])
  }

  @Test func `a header too far behind something else is none`() {
    let padded = [UInt8](repeating: 0, count: 5_000) + Bytes.header() + body
    #expect(throws: MIDIFileError.notMIDI(found: [0, 0, 0, 0])) { try MIDIFile(reading: padded) }
  }

  @Test(arguments: 1..<14) func `a header cut short is refused`(length: Int) {
    #expect(throws: MIDIFileError.headerTruncated(bytes: length)) {
      try MIDIFile(reading: Array(Bytes.header().prefix(length)))
    }
  }

  @Test func `a longer header is skipped by its length`() throws {
    var bytes = Bytes.header()
    bytes[7] = 8
    #expect(try notes(bytes + [0, 0] + body).map(\.pitch) == [60])
  }

  @Test(arguments: [UInt8(3), 255]) func `a format that does not exist is read as 1`(
    format: UInt8
  ) throws {
    let bytes = Bytes.header(format: format) + body
    #expect(try notes(bytes).map(\.pitch) == [60])
    #expect(try defects(bytes) == [.unknownFormat(Int(format))])
  }

  /// 25, 30 and 29.97 frames a second, and how many beats 1,000 ticks are at 120 a minute.
  @Test(arguments: [
    (UInt16(0xE728), 2.0), (0xE250, 0.8333333333333334), (0xE350, 0.8341666666666667),
  ])
  func `a division in frames is time at 120 beats a minute`(
    division: UInt16, beats: Double
  ) throws {
    let content: [UInt8] = [0x00, 0x90, 60, 100, 0x87, 0x68, 0x80, 60, 64]
    let read = try notes(Bytes.file(content, division: division))
    #expect(read.count == 1 && abs(read[0].beats - beats) < 1e-6)
  }

  @Test func `tempos in a file of frames are left out and counted`() throws {
    let bytes = Bytes.file(Bytes.tempo(300_000) + Bytes.beatOfC, division: 0xE728)
    let reading = try imported(bytes)
    #expect(reading.report.findings == [.timelessTempos: 1])
    #expect(reading.song.tempo.events.map(\.tempo.beatsPerMinute) == [120])
    #expect(reading.song.resolution == 500)
  }

  @Test(arguments: [UInt16(0), 0xE700]) func `no ticks in a beat or a frame are refused`(
    division: UInt16
  ) {
    #expect(throws: MIDIFileError.zeroDivision) {
      try MIDIFile(reading: Bytes.header(division: division) + body)
    }
  }

  @Test func `of independent sequences one is read, as asked, and the others counted`() throws {
    let bytes =
      Bytes.header(format: 2, tracks: 2) + Bytes.track(Bytes.beatOfC + Bytes.endOfTrack)
      + Bytes.track(Bytes.beatOfE + Bytes.endOfTrack)
    #expect(try notes(bytes).map(\.pitch) == [60])
    #expect(try imported(bytes).report.findings == [.otherSequences: 1])
    var options = Import.Options()
    options.sequence = 2
    #expect(try imported(bytes, options).song.cell(Cell.ID(1))?.cell.pitch == Pitch(64))
    options.sequence = 3
    #expect(throws: MIDIFileError.noSuchSequence(count: 2)) { try imported(bytes, options) }
  }

  @Test(arguments: [UInt16(1), 96, 1_000, 32_767])
  func `a beat is a beat at any division`(division: UInt16) throws {
    // On at 0; off after a beat, in three bytes.
    let beat = [2, 1, 0].map { UInt8(division >> (7 * $0) & 0x7F) | ($0 > 0 ? 0x80 : 0) }
    let content: [UInt8] = [0x00, 0x90, 60, 100] + beat + [0x80, 60, 64]
    let file = Bytes.file(content, division: division)
    #expect(try notes(file) == [.init(beat: 0, beats: 1, pitch: 60)])
  }

  @Test func `a RIFF wrapper is taken off, pad bytes and all`() throws {
    let midi = Bytes.header() + body
    let list: [UInt8] = Array("LIST".utf8) + [3, 0, 0, 0] + Array("abc".utf8) + [0]
    let data: [UInt8] = Array("data".utf8) + [UInt8(midi.count), 0, 0, 0] + midi
    let wrongSize: [UInt8] = [0xE7, 3, 0, 0]
    let bytes = Array("RIFF".utf8) + wrongSize + Array("RMID".utf8) + list + data
    #expect(try notes(bytes).map(\.pitch) == [60])
  }

  @Test func `another RIFF file is refused by its form`() {
    let wave = Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WAVEfmt ".utf8)
    #expect(throws: MIDIFileError.otherRIFF(form: Array("WAVE".utf8))) {
      try MIDIFile(reading: wave)
    }
  }

  @Test func `a header without tracks is refused`() {
    #expect(throws: MIDIFileError.noTracks) { try MIDIFile(reading: Bytes.header(tracks: 0)) }
  }
}
