/// Bytes that are not what `ByteWriter` writes, or hold a value that no song can have.
package struct Malformed: Error, Hashable {
  /// Where reading stopped.
  package let offset: Int
  /// What was expected there.
  package let expected: String
}

/// Reads what `ByteWriter` wrote; every byte sequence gives a value or an error, never a trap.
struct ByteReader {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// To be thrown when what was just read is not the expected thing.
  func malformed(_ expected: String) -> Malformed {
    Malformed(offset: offset, expected: expected)
  }

  mutating func byte() throws(Malformed) -> UInt8 {
    guard offset < bytes.count else { throw malformed("another byte") }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func unsigned() throws(Malformed) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      let byte = try byte()
      let part = UInt64(byte & 0x7F)
      guard (part << shift) >> shift == part else { break }
      value |= part << shift
      if byte < 0x80 { return value }
    }
    throw malformed("a number of 64 bits")
  }

  mutating func signed() throws(Malformed) -> Int64 {
    let value = try unsigned()
    return Int64(bitPattern: value >> 1) ^ -Int64(value & 1)
  }

  /// A signed number within a range.
  mutating func signed(
    _ range: ClosedRange<Int64>, _ expected: String
  ) throws(Malformed) -> Int64 {
    let value = try signed()
    guard range.contains(value) else { throw malformed(expected) }
    return value
  }

  /// A number of things that follow, each of at least one byte.
  mutating func count(upTo limit: Int, _ expected: String) throws(Malformed) -> Int {
    let value = try unsigned()
    guard value <= UInt64(limit), value <= UInt64(bytes.count - offset) else {
      throw malformed(expected)
    }
    return Int(value)
  }

  mutating func flag() throws(Malformed) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw malformed("yes or no")
    }
  }

  /// Text of any length: what was once accepted must never become unreadable.
  mutating func text() throws(Malformed) -> String {
    let count = try count(upTo: .max, "text")
    guard let text = String(validating: bytes[offset..<offset + count], as: UTF8.self) else {
      throw malformed("UTF-8")
    }
    offset += count
    return text
  }

  mutating func optional<Value>(
    _ read: (inout ByteReader) throws(Malformed) -> Value
  ) throws(Malformed) -> Value? {
    try flag() ? try read(&self) : nil
  }

  /// Checks that nothing is left.
  func end() throws(Malformed) {
    guard offset == bytes.count else { throw malformed("the end") }
  }
}
