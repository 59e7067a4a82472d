/// The first chunk of a file: its format and what its times mean.
struct Header {
  let format: MIDIFile.Format
  let trackCount: Int
  let time: FileTime
  /// Where the header begins: behind a wrapper, or what else is in front.
  let start: Int
  /// Where the next chunk begins.
  let end: Int
  /// Where the file ends inside a wrapper.
  let limit: Int
  /// What is wrong with it, all the same.
  let warnings: [MIDIFile.Warning]

  /// How far into a file a displaced header is looked for.
  private static let search = 4_096

  init(findingIn bytes: [UInt8]) throws(MIDIFileError) {
    guard !bytes.isEmpty else { throw .empty }
    (start, limit) = try Header.place(in: bytes)
    let available = limit - start
    guard available >= 14 else { throw .headerTruncated(bytes: available) }
    let length = bytes.bigEndian(at: start + 4, count: 4)
    guard length >= 6 else { throw .headerTruncated(bytes: 8 + length) }
    // A length that leads out of the file is wrong; the fields are where they always are.
    end = 8 + length <= available ? start + 8 + length : start + 14
    var defects: [MIDIFile.Defect] = []
    if !bytes.hasTag(.header, at: 0), !bytes.hasTag(.riff, at: 0) {
      defects.append(.displacedHeader(bytes: start))
    }
    let number = bytes.bigEndian(at: start + 8, count: 2)
    let format = MIDIFile.Format(rawValue: UInt16(number))
    if format == nil { defects.append(.unknownFormat(number)) }
    self.format = format ?? .parallel
    trackCount = bytes.bigEndian(at: start + 10, count: 2)
    let division = bytes.bigEndian(at: start + 12, count: 2)
    guard division & 0x7FFF > 0, division < 0x8000 || division & 0xFF > 0 else {
      throw .zeroDivision
    }
    time =
      division < 0x8000
      ? FileTime(ticksPerBeat: division)
      : FileTime(framesPerSecond: 256 - division >> 8, ticksPerFrame: division & 0xFF)
    warnings = defects.map { [start] in MIDIFile.Warning($0, track: nil, offset: start) }
  }

  private static func place(in bytes: [UInt8]) throws(MIDIFileError) -> (start: Int, limit: Int) {
    if bytes.hasTag(.riff, at: 0) { return try place(inRIFF: bytes) }
    if let offset = bytes.firstTag(.header, from: 0, to: search) { return (offset, bytes.count) }
    guard "MThd".utf8.starts(with: bytes) else { throw .notMIDI(found: Array(bytes.prefix(4))) }
    throw .headerTruncated(bytes: bytes.count)
  }

  /// The place of the `data` chunk's content in a RIFF file of the form RMID.
  ///
  /// The size of the whole is not trusted.
  private static func place(
    inRIFF bytes: [UInt8]
  ) throws(MIDIFileError) -> (start: Int, limit: Int) {
    guard bytes.hasTag(.midiForm, at: 8) else {
      throw .otherRIFF(form: Array(bytes.dropFirst(8).prefix(4)))
    }
    var offset = 12
    while offset + 8 <= bytes.count {
      let length = bytes.littleEndian(at: offset + 4, count: 4)
      let content = offset + 8
      if bytes.hasTag(.data, at: offset) {
        guard bytes.hasTag(.header, at: content) else { break }
        let isHonest = length >= 14 && content + length <= bytes.count
        return (content, isHonest ? content + length : bytes.count)
      }
      offset = content + length + length % 2
    }
    throw .otherRIFF(form: Array("RMID".utf8))
  }
}
