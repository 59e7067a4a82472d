extension Value {
  /// This value as compact JSON text, appended: one line, without the line's end.
  ///
  /// A number is written with the fewest digits that read back as itself.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .integer(let integer): Value.write(integer, to: &bytes)
    case .number(let number):
      precondition(number.isFinite)
      bytes.append(contentsOf: number.description.utf8)
    case .string(let string): Value.write(string, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for index in elements.indices {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        elements[index].write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for index in members.list.indices {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Value.write(members.list[index].key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        members.list[index].value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .encoded(let text): bytes.append(contentsOf: text.utf8)
    }
  }

  /// This value as compact JSON text.
  package var json: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ integer: Int64, to bytes: inout [UInt8]) {
    if integer < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = integer.magnitude
    var place: UInt64 = 1
    while magnitude / place > 9 { place *= 10 }
    while place > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(magnitude / place % 10))
      place /= 10
    }
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(UInt8(ascii: "\""))
    let text = string.utf8Span.span
    bytes.append(addingCapacity: text.count) { output in
      for index in text.indices {
        guard !needsEscape(text[index]) else { return }
        output.append(text[index])
      }
    }
    if bytes.count - start <= text.count {
      bytes.removeSubrange((start + 1)...)
      escape(string, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private static func escape(_ string: String, to bytes: inout [UInt8]) {
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
      case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
  }
}
