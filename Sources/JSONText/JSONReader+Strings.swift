import ControlProtocol

extension JSONReader {
  /// A string, from its opening to its closing quotation mark.
  mutating func string() throws(RequestError) -> String {
    index += 1
    let start = index
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    // Mostly there is nothing to decode.
    if next == UInt8(ascii: "\"") {
      index += 1
      return try text(bytes.span.extracting(start..<index - 1))
    }
    var decoded = Array(bytes[start..<index])
    while !take(UInt8(ascii: "\"")) {
      guard let byte = next, byte >= 0x20 else { throw error("the string must end before this") }
      index += 1
      if byte == UInt8(ascii: "\\") {
        decoded.append(contentsOf: String(try escaped()).utf8)
      } else {
        decoded.append(byte)
      }
    }
    return try text(decoded.span)
  }

  private func text(_ bytes: Span<UInt8>) throws(RequestError) -> String {
    guard let text = try? UTF8Span(validating: bytes) else {
      throw error("the string before this is not valid UTF-8")
    }
    return String(copying: text)
  }

  /// What stands behind a backslash.
  private mutating func escaped() throws(RequestError) -> Character {
    guard let byte = next else { throw error("the text ends in a string") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return Character(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return Character(try scalar())
    default: throw error("no such escape")
    }
  }

  /// The scalar of `\u` and four digits, or of two such that are a surrogate pair.
  private mutating func scalar() throws(RequestError) -> Unicode.Scalar {
    var code = try hexadecimal()
    if code >> 10 == 0xD800 >> 10, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let low = try hexadecimal()
      guard low >> 10 == 0xDC00 >> 10 else { throw error("half a surrogate pair") }
      code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
    }
    guard code != 0, let scalar = Unicode.Scalar(code) else {
      throw error("the escape stands for no character")
    }
    return scalar
  }

  private mutating func hexadecimal() throws(RequestError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw error("four hexadecimal digits must stand here")
      }
      code = code << 4 + UInt32(digit)
      index += 1
    }
    return code
  }
}
