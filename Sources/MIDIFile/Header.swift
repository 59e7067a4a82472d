/// The first chunk of a file: its format and what its times mean.
struct Header {
  let format: MIDIFile.Format
  let trackCount: Int
  let ticksPerBeat: Int
  /// Where the header begins: behind the wrapper, if there is one.
  let start: Int
  /// Where the next chunk begins.
  let end: Int

  /// How far into a file a displaced header is looked for, to name it.
  private static let search = 4_096

  init(findingIn bytes: [UInt8]) throws(MIDIFileError) {
    guard !bytes.isEmpty else { throw .empty }
    start = try Header.start(in: bytes)
    let available = bytes.count - start
    guard available >= 14 else { throw .headerTruncated(bytes: available) }
    let length = bytes.bigEndian(at: start + 4, count: 4)
    guard length >= 6 else { throw .headerTruncated(bytes: 8 + length) }
    // A length that leads out of the file is wrong; the fields are where they always are.
    end = 8 + length <= available ? start + 8 + length : start + 14
    let format = bytes.bigEndian(at: start + 8, count: 2)
    guard let known = MIDIFile.Format(rawValue: UInt16(format)) else {
      throw .unsupportedFormat(format)
    }
    self.format = known
    trackCount = bytes.bigEndian(at: start + 10, count: 2)
    let division = bytes.bigEndian(at: start + 12, count: 2)
    guard division < 0x8000 else {
      throw .frameDivision(
        framesPerSecond: 256 - division >> 8, ticksPerFrame: division & 0xFF)
    }
    guard division > 0 else { throw .zeroDivision }
    ticksPerBeat = division
  }

  private static func start(in bytes: [UInt8]) throws(MIDIFileError) -> Int {
    if bytes.hasTag(.header, at: 0) { return 0 }
    if bytes.hasTag(.riff, at: 0) { return try start(inRIFF: bytes) }
    if let offset = bytes.firstTag(.header, from: 0, to: search) {
      throw .headerDisplaced(offset: offset)
    }
    guard "MThd".utf8.starts(with: bytes) else { throw .notMIDI(found: Array(bytes.prefix(4))) }
    throw .headerTruncated(bytes: bytes.count)
  }

  /// The start of the `data` chunk of a RIFF file of the form RMID.
  ///
  /// The size of the whole is not trusted.
  private static func start(inRIFF bytes: [UInt8]) throws(MIDIFileError) -> Int {
    guard bytes.hasTag(.midiForm, at: 8) else {
      throw .otherRIFF(form: Array(bytes.dropFirst(8).prefix(4)))
    }
    var offset = 12
    while offset + 8 <= bytes.count {
      if bytes.hasTag(.data, at: offset) {
        guard bytes.hasTag(.header, at: offset + 8) else { break }
        return offset + 8
      }
      let length = bytes.littleEndian(at: offset + 4, count: 4)
      offset += 8 + length + length % 2
    }
    throw .otherRIFF(form: Array("RMID".utf8))
  }
}
