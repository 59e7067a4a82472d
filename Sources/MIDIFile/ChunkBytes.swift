/// Four letters that name a chunk, as the number that they make.
enum ChunkTag: Int {
  case header = 0x4D54_6864  // MThd
  case track = 0x4D54_726B  // MTrk
  case riff = 0x5249_4646  // RIFF
  case midiForm = 0x524D_4944  // RMID
  case data = 0x6461_7461  // data
}

extension [UInt8] {
  /// An unsigned number of `count` bytes, which must be there.
  func bigEndian(at offset: Int, count: Int) -> Int {
    self[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The same, lowest byte first, as RIFF has it.
  func littleEndian(at offset: Int, count: Int) -> Int {
    self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Whether a chunk's letters stand at an offset; false beyond the end.
  func hasTag(_ tag: ChunkTag, at offset: Int) -> Bool {
    offset + 4 <= count && bigEndian(at: offset, count: 4) == tag.rawValue
  }

  /// The first offset in `start..<end` where a chunk's letters stand.
  func firstTag(_ tag: ChunkTag, from start: Int, to end: Int) -> Int? {
    var letters = 0
    for offset in start..<Swift.max(start, Swift.min(end + 3, count)) {
      letters = (letters << 8 | Int(self[offset])) & 0xFFFF_FFFF
      if letters == tag.rawValue, offset - start >= 3 { return offset - 3 }
    }
    return nil
  }
}

extension [UInt8] {
  mutating func append(chunk tag: ChunkTag) {
    append(bigEndian: tag.rawValue, count: 4)
  }

  /// Appends the lowest `count` bytes of a number, highest first.
  mutating func append(bigEndian number: Int, count: Int) {
    for index in (0..<count).reversed() {
      append(UInt8(truncatingIfNeeded: number >> (8 * index)))
    }
  }

  /// Appends a number of at most 28 bits in one to four bytes.
  mutating func append(variableLength number: Int) {
    precondition((0..<1 << 28).contains(number))
    for shift in [21, 14, 7] where number >> shift > 0 {
      append(UInt8(number >> shift & 0x7F) | 0x80)
    }
    append(UInt8(number & 0x7F))
  }
}
