import MIDIFile
import Testing
import Timeline

struct TrackReaderTests {
  /// The note that most fixtures hold around or before something odd.
  private let beatOfC = [Score.Note(beat: 0, beats: 1, pitch: 60)]

  @Test func `running status repeats the last one`() throws {
    // On C; after a beat on C with velocity 0, which is an off.
    let bytes = Bytes.file([0x00, 0x90, 60, 100, 96, 60, 0])
    #expect(try notes(bytes) == beatOfC)
    #expect(try defects(bytes) == [])
  }

  @Test(
    arguments: [
      [0x00, 0xFF, 0x01, 0x01, 0x41],  // A text.
      [0x00, 0xF0, 0x02, 0x7E, 0xF7],  // A system exclusive.
      [0x00, 0xF7, 0x02, 0xF3, 0x01],  // An escaped song select.
    ] as [[UInt8]])
  func `running status goes on behind what should end it, with a warning`(
    between: [UInt8]
  ) throws {
    let bytes = Bytes.file([0x00, 0x90, 60, 100] + between + [96, 60, 0])
    #expect(try notes(bytes) == beatOfC)
    let warning = MIDIFile.Warning(.runningStatusAcrossMeta, track: 0, offset: 32)
    #expect(try MIDIFile(reading: bytes).warnings == [warning])
  }

  @Test func `a defect of one kind is one warning that counts`() throws {
    let text: [UInt8] = [0x00, 0xFF, 0x01, 0x00]
    let bytes = Bytes.file([0x00, 0x90, 60, 100] + text + [48, 62, 100] + text + [48, 60, 0])
    #expect(try MIDIFile(reading: bytes).warnings.map(\.count) == [2])
  }

  @Test func `a system exclusive in pieces is one, when the last has come`() throws {
    let split: [UInt8] =
      [0x00, 0xF0, 0x03, 0x43, 0x12, 0x00]
      + [0x30, 0xF7, 0x04, 0x43, 0x12, 0x00, 0xF7]
    // The split one takes half a beat.
    let bytes = Bytes.file(split + Bytes.beatOfC)
    #expect(try notes(bytes) == [.init(beat: 0.5, beats: 1, pitch: 60)])
    let message = try imported(bytes).song.cell(Cell.ID(1))
    #expect(message?.rare.sysex?.bytes == [0xF0, 0x43, 0x12, 0x00, 0x43, 0x12, 0x00, 0xF7])
    #expect(message?.cell.position == Ticks(1, over: 2))
  }

  @Test(
    arguments: [
      [0x00, 0xF0, 0x02, 0x43, 0x12],  // Without an end.
      [0x00, 0xF7, 0x02, 0xF3, 0x01],  // Bytes to be sent as they are.
      [0x00, 0xF0, 0x03, 0x43, 0x90, 0xF7],  // With a byte that none has.
      [0x00, 0xF0, 0x02, 0x43, 0x12, 0x05, 0xF7, 0x01, 0x13],  // In pieces without an end.
    ] as [[UInt8]])
  func `what is no system exclusive is kept as it is`(bytes: [UInt8]) throws {
    let file = Bytes.file(bytes + Bytes.beatOfC)
    let song = try imported(file).song
    #expect(song.cell(Cell.ID(1))?.cell.kind == .meta)
    let track = Export(song).file.bytes.suffix(file.count)
    #expect(String(describing: track).contains(String(describing: bytes).dropFirst().dropLast()))
  }

  @Test(arguments: [UInt8(0xF8), 0xFA, 0xFE]) func `real-time bytes are skipped`(
    byte: UInt8
  ) throws {
    let bytes = Bytes.file([0x00, 0x90, 60, 100, 0x00, byte, 96, 0x80, 60, 64])
    #expect(try notes(bytes) == beatOfC)
    #expect(try defects(bytes) == [.systemRealTime])
  }

  @Test(arguments: [UInt8(0xF1), 0xF2, 0xF3, 0xF4, 0xF5, 0xF6])
  func `a system common byte ends its track there`(byte: UInt8) throws {
    let bytes = Bytes.file([0x00, 0x90, 60, 100, 96, byte, 0x00, 0x80, 60, 64])
    #expect(try notes(bytes) == beatOfC)
    let warning = MIDIFile.Warning(.systemCommon, track: 0, offset: 26)
    #expect(try MIDIFile(reading: bytes).warnings == [warning])
  }

  @Test func `a data byte over 127 is read as 127`() throws {
    let bytes = Bytes.file([0x00, 0x90, 60, 0xC0, 96, 0x80, 60, 64])
    #expect(try notes(bytes) == [.init(beat: 0, beats: 1, pitch: 60, velocity: 127)])
    #expect(try defects(bytes) == [.dataByteTooLarge])
  }

  @Test(arguments: [UInt8(0xD1), 0x51])
  func `a meta event over 127 is read as what it is written as`(type: UInt8) throws {
    let bytes = Bytes.file([0x00, 0xFF, type, 3, 0x07, 0xA1, 0x20, 0x00, 0x90, 60, 100])
    #expect(
      try MIDIFile(reading: bytes).tracks[0].events.first?.event
        == .tempo(microsecondsPerBeat: 500_000))
  }

  @Test func `a number may begin with zeros`() throws {
    // Deltas 0 and 96, each in three or four bytes.
    let bytes = Bytes.file([0x80, 0x80, 0x00, 0x90, 60, 100, 0x80, 0x80, 0x80, 0x60, 0x80, 60, 64])
    #expect(try notes(bytes) == beatOfC)
    #expect(try defects(bytes) == [])
  }

  @Test func `a number of five bytes ends its track there`() throws {
    let bytes = Bytes.file(Bytes.beatOfC + [0x80, 0x80, 0x80, 0x80, 0x00, 0x90, 62, 100])
    #expect(try notes(bytes) == beatOfC)
    #expect(try defects(bytes) == [.overlongNumber])
  }

  @Test func `an endless number is refused`() {
    let bytes = Bytes.header() + Bytes.track([UInt8](repeating: 0xFF, count: 64))
    let warning = MIDIFile.Warning(.overlongNumber, track: 0, offset: 22)
    #expect(throws: MIDIFileError.nothingReadable(warning)) { try MIDIFile(reading: bytes) }
  }

  @Test func `a meta event longer than the file ends its track`() throws {
    let bytes = Bytes.file(Bytes.beatOfC + [0x00, 0xFF, 0x01, 0xFF, 0xFF, 0xFF, 0x7F, 0x41])
    #expect(try notes(bytes) == beatOfC)
    #expect(try defects(bytes) == [.truncated])
  }

  @Test func `a tempo of the wrong length is skipped by its own`() throws {
    let bytes = Bytes.file(Bytes.meta(0x51, [0x07, 0xA1]) + Bytes.beatOfC)
    #expect(try notes(bytes) == beatOfC)
    #expect(try defects(bytes) == [.wrongMetaLength])
    #expect(try imported(bytes).report.dropped == [.tempo: 1])
  }

  @Test func `times beyond 32 bits do not wrap`() throws {
    // A text after the longest time that there is.
    let rest: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0x01, 0x00]
    let rests = [[UInt8]](repeating: rest, count: 40).joined()
    let file = try MIDIFile(reading: Bytes.file(rests + Bytes.beatOfC))
    #expect(file.tracks[0].end == 40 * 0x0FFF_FFFF + 96)
  }

  @Test func `every message has its length`() throws {
    let all: [UInt8] = [
      0x00, 0xA0, 60, 1,  // Key pressure.
      0x00, 0xB0, 7, 100,  // Volume.
      0x00, 0xC0, 5,  // Program.
      0x00, 0xD0, 9,  // Channel pressure.
      0x00, 0xE0, 0, 64,  // Bend.
    ]
    let bytes = Bytes.file(all + Bytes.beatOfC)
    #expect(try notes(bytes) == beatOfC)
    let reading = try imported(bytes)
    #expect(reading.report.dropped == [:])
    let moved = (1...4).compactMap { reading.song.cell(Cell.ID($0))?.rare.control }
    #expect(moved.map(\.value) == [1, 100, 9, 0])
    #expect(
      moved.map(\.target) == [
        .keyPressure(Pitch(60)), .controller(7), .channelPressure, .bend,
      ])
  }
}
