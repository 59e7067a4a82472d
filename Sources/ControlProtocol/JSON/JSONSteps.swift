/// Steps over JSON text without reading it, as far as it is JSON.
struct JSONSteps {
  private var index = 0

  /// Where the value of a member of an object stands that has this key, quotes included.
  static func member(_ key: String, of text: Span<UInt8>) -> Range<Int>? {
    var steps = JSONSteps()
    guard steps.skip(UInt8(ascii: "{"), in: text) else { return nil }
    while let found = steps.value(in: text), steps.skip(UInt8(ascii: ":"), in: text),
      let value = steps.value(in: text)
    {
      if JSONSteps.text(text, found, is: key) { return value }
      guard steps.skip(UInt8(ascii: ","), in: text) else { return nil }
    }
    return nil
  }

  private static func text(_ text: Span<UInt8>, _ range: Range<Int>, is key: String) -> Bool {
    var index = range.lowerBound
    for byte in key.utf8 {
      guard index < range.upperBound, text[index] == byte else { return false }
      index += 1
    }
    return index == range.upperBound
  }

  /// Steps over a byte, and blanks before it.
  private mutating func skip(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
    skipBlanks(in: text)
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  /// Steps over a value: a string, what stands in brackets, or anything up to a separator.
  private mutating func value(in text: Span<UInt8>) -> Range<Int>? {
    skipBlanks(in: text)
    let start = index
    var depth = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""): skipString(in: text)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}") where depth > 0, UInt8(ascii: "]") where depth > 0:
        depth -= 1
        index += 1
      case let byte where depth > 0 || !JSONSteps.ends(byte): index += 1
      default: return start == index ? nil : start..<index
      }
    }
    return start == index ? nil : start..<min(index, text.count)
  }

  private mutating func skipString(in text: Span<UInt8>) {
    index += 1
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
  }

  private mutating func skipBlanks(in text: Span<UInt8>) {
    while index < text.count, JSONSteps.isBlank(text[index]) { index += 1 }
  }

  private static func ends(_ byte: UInt8) -> Bool {
    isBlank(byte) || ",:}]".utf8.contains(byte)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\n")
  }
}
