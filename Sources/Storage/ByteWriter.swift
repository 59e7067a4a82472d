/// Appends numbers and text as compact bytes; `ByteReader` reads them back.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init() {
    // Most of what is written is the patch of a small edit: no need to move as it grows.
    bytes.reserveCapacity(128)
  }

  mutating func put(byte: UInt8) {
    bytes.append(byte)
  }

  /// Seven bits a byte, the lowest first: small numbers are short.
  mutating func put(unsigned value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Zigzag: small magnitudes are short, whatever their sign.
  mutating func put(signed value: Int64) {
    put(unsigned: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// A number of things that follow.
  mutating func put(count: Int) {
    put(unsigned: UInt64(count))
  }

  mutating func put(_ flag: Bool) {
    put(byte: flag ? 1 : 0)
  }

  mutating func put(_ text: String) {
    put(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// A flag, and the value when there is one.
  mutating func put<Value>(
    optional value: Value?, _ put: (inout ByteWriter, Value) -> Void
  ) {
    self.put(value != nil)
    if let value { put(&self, value) }
  }
}
