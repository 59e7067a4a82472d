extension JSONParser {
  /// Reads a string, from its opening quote on.
  mutating func string(in text: Span<UInt8>) throws(JSONFault) -> String {
    index += 1
    let start = index
    try skipPlain(in: text)
    let plain = text.extracting(start..<index)
    guard next(in: text) == UInt8(ascii: "\\") else {
      index += 1
      return try JSONParser.string(plain, at: start)
    }
    var bytes: [UInt8] = []
    bytes.append(plain)
    while skip(UInt8(ascii: "\\"), in: text) {
      bytes.append(contentsOf: String(try escape(in: text)).utf8)
      let start = index
      try skipPlain(in: text)
      bytes.append(text.extracting(start..<index))
    }
    index += 1
    return try JSONParser.string(bytes.span, at: start)
  }

  /// Goes on to the next quote or backslash.
  private mutating func skipPlain(in text: Span<UInt8>) throws(JSONFault) {
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      guard byte >= 0x20 else { throw fault("a control character must be written as an escape") }
      index += 1
    }
    throw fault(JSONParser.early)
  }

  static func string(_ bytes: Span<UInt8>, at offset: Int) throws(JSONFault) -> String {
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: bytes))
    } catch {
      throw JSONFault(offset: offset + error.byteOffsets.lowerBound, reason: "this is not UTF-8")
    }
  }

  /// Reads an escape, from behind its backslash on.
  private mutating func escape(in text: Span<UInt8>) throws(JSONFault) -> Unicode.Scalar {
    let letter = next(in: text)
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scalar(in: text)
    default:
      index -= 1
      throw fault("there is no such escape")
    }
  }

  /// Reads the four digits of a character, and where they are half a surrogate pair the other half.
  private mutating func scalar(in text: Span<UInt8>) throws(JSONFault) -> Unicode.Scalar {
    let start = index
    var code = try unit(in: text)
    if (0xD800..<0xDC00).contains(code), skip(UInt8(ascii: "\\"), in: text),
      skip(UInt8(ascii: "u"), in: text)
    {
      let low = try unit(in: text)
      guard (0xDC00..<0xE000).contains(low) else {
        throw JSONFault(offset: start, reason: "half a surrogate pair")
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard code > 0 else { throw JSONFault(offset: start, reason: "NUL may not stand in text") }
    guard let scalar = Unicode.Scalar(code) else {
      throw JSONFault(offset: start, reason: "half a surrogate pair")
    }
    return scalar
  }

  private mutating func unit(in text: Span<UInt8>) throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(next(in: text))).hexDigitValue else {
        throw fault("four hexadecimal digits must stand here")
      }
      unit = unit << 4 + UInt32(digit)
      index += 1
    }
    return unit
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ bytes: Span<UInt8>) {
    for index in bytes.indices { append(bytes[index]) }
  }
}
