extension Value {
  /// This value as compact JSON text, appended: one line, without the line's end.
  ///
  /// A number is written with the fewest digits that read back as itself.
  package func write(to bytes: inout [UInt8]) {
    if case .encoded(let text) = self { return bytes.append(contentsOf: text) }
    bytes.append(addingCapacity: room) { output in write(to: &output) }
  }

  /// This value as compact JSON text.
  package var json: String { String(decoding: text, as: UTF8.self) }

  /// The same value, written already.
  package var written: Value {
    if case .encoded = self { self } else { .encoded(text) }
  }

  private var text: [UInt8] {
    var text: [UInt8] = []
    write(to: &text)
    return text
  }

  /// A size that its text does not exceed.
  private var room: Int {
    switch self {
    case .null, .bool: return 5
    case .integer: return 20
    case .number: return 24
    case .string(let string): return Value.room(for: string)
    case .array(let elements):
      // A span lends its elements, where an array hands out copies.
      let elements = elements.span
      var room = 2
      for index in elements.indices { room += elements[index].room + 1 }
      return room
    case .object(let members):
      let members = members.list.span
      var room = 2
      for index in members.indices {
        room += Value.room(for: members[index].key) + members[index].value.room + 2
      }
      return room
    case .encoded(let text): return text.count
    }
  }

  /// At most: where each byte has to be escaped.
  private static func room(for string: String) -> Int { 6 * string.utf8.count + 2 }

  private func write(to output: inout OutputSpan<UInt8>) {
    switch self {
    case .null: output.append("null")
    case .bool(let bool): output.append(bool ? "true" : "false")
    case .integer(let integer): output.append(integer)
    case .number(let number): output.append(number)
    case .string(let string): output.append(quoting: string)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      let elements = elements.span
      for index in elements.indices {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        elements[index].write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      let members = members.list.span
      for index in members.indices {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output.append(quoting: members[index].key)
        output.append(UInt8(ascii: ":"))
        members[index].value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    case .encoded(let text):
      let text = text.span
      for index in text.indices { output.append(text[index]) }
    }
  }
}

extension OutputSpan<UInt8> {
  fileprivate mutating func append(_ string: String) {
    let text = string.utf8Span.span
    for index in text.indices { append(text[index]) }
  }

  mutating func append(_ integer: Int64) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    let magnitude = integer.magnitude
    var place: UInt64 = 1
    while magnitude / place > 9 { place *= 10 }
    while place > 0 {
      append(UInt8(ascii: "0") + UInt8(magnitude / place % 10))
      place /= 10
    }
  }

  fileprivate mutating func append(_ number: Double) {
    precondition(number.isFinite)
    // Most are positions of a few decimals: then there is no shorter way to write them.
    let millionths = (number * 1e6).rounded()
    guard number > 0, millionths < 1e15, millionths / 1e6 == number else {
      return append(number.description)
    }
    let (whole, decimals) = Int64(millionths).quotientAndRemainder(dividingBy: 1_000_000)
    append(whole)
    append(UInt8(ascii: "."))
    var (rest, place) = (decimals, Int64(100_000))
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest / place))
      (rest, place) = (rest % place, place / 10)
    } while rest > 0
  }

  fileprivate mutating func append(quoting string: String) {
    append(UInt8(ascii: "\""))
    let text = string.utf8Span.span
    for index in text.indices {
      if text[index].isEscaped { append(escaping: text[index]) } else { append(text[index]) }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(escaping byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\t"): append("\\t")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      append(UInt8(ascii: "\\"))
      append(byte)
    default:
      append("\\u00")
      for digit in [byte >> 4, byte & 15] {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}

extension UInt8 {
  /// Whether it may not stand for itself in JSON text, or would disturb a terminal.
  fileprivate var isEscaped: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") || self == 0x7F
  }
}
