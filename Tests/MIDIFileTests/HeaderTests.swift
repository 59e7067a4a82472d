import MIDIFile
import Testing

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

  @Test func `a header after something else is refused with its offset`() {
    let padded = [UInt8](repeating: 0, count: 128) + Bytes.header() + body
    #expect(throws: MIDIFileError.headerDisplaced(offset: 128)) {
      try MIDIFile(reading: padded)
    }
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

  @Test(arguments: [UInt8(2), 3, 255]) func `other formats are refused by number`(format: UInt8) {
    #expect(throws: MIDIFileError.unsupportedFormat(Int(format))) {
      try MIDIFile(reading: Bytes.header(format: format) + body)
    }
  }

  @Test func `a division in frames is refused by name`() {
    #expect(throws: MIDIFileError.frameDivision(framesPerSecond: 25, ticksPerFrame: 40)) {
      try MIDIFile(reading: Bytes.header(division: 0xE728) + body)
    }
  }

  @Test func `no ticks in a beat are refused`() {
    #expect(throws: MIDIFileError.zeroDivision) {
      try MIDIFile(reading: Bytes.header(division: 0) + body)
    }
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
