/// A place in bytes that moves on as they are read, never past its limit.
struct ByteReader {
  let bytes: [UInt8]
  /// From the start of `bytes`.
  private(set) var offset: Int
  /// Where reading ends.
  let limit: Int

  init(_ bytes: [UInt8], from offset: Int = 0, to limit: Int? = nil) {
    self.bytes = bytes
    self.limit = min(limit ?? bytes.count, bytes.count)
    self.offset = min(offset, self.limit)
  }

  var remaining: Int { limit - offset }

  /// The next byte, left where it is; nil at the limit.
  var next: UInt8? { offset < limit ? bytes[offset] : nil }

  mutating func byte() throws(MIDIFile.Defect) -> UInt8 {
    guard let byte = next else { throw .truncated }
    offset += 1
    return byte
  }

  /// Passes over this many bytes, which must be there.
  mutating func skip(_ count: Int) throws(MIDIFile.Defect) {
    guard count <= remaining else { throw .truncated }
    offset += count
  }

  /// This many bytes, which must be there: nothing is reserved for those that are not.
  mutating func slice(_ count: Int) throws(MIDIFile.Defect) -> ArraySlice<UInt8> {
    let start = offset
    try skip(count)
    return bytes[start..<offset]
  }

  /// A variable-length number of one to four bytes, leading zeros allowed.
  mutating func number() throws(MIDIFile.Defect) -> Int {
    var number = 0
    for _ in 0..<4 {
      let byte = try byte()
      number = number << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return number }
    }
    throw .overlongNumber
  }
}
