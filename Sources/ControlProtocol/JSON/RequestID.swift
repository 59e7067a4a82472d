/// An `id` that a value would not repeat as it stands in its line.
///
/// A number may have more digits than any type holds, or be written otherwise than we do; a string
/// may have escapes.
struct RequestID {
  /// Its bytes in the line.
  private let range: Range<Int>
  private let isNumber: Bool

  /// Finds it in a line that should be an object; nil where a value does as well.
  init?(in line: Span<UInt8>) {
    guard let range = JSONSteps.member("\"id\"", of: line) else { return nil }
    isNumber = line[range.lowerBound] != UInt8(ascii: "\"")
    self.range = range
    let isOdd = isNumber ? RequestID.isOddNumber(text(in: line)) : hasEscapes(in: line)
    guard isOdd else { return nil }
  }

  /// The line with a number that every reader takes, where this one is a number.
  func simplified(_ line: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count)
    for index in line.indices {
      guard isNumber, range.contains(index) else {
        bytes.append(line[index])
        continue
      }
      bytes.append(index == range.lowerBound ? UInt8(ascii: "0") : UInt8(ascii: " "))
    }
    return bytes
  }

  /// As it stands in the line.
  func text(in line: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in range { bytes.append(line[index]) }
    return bytes
  }

  /// Whether a string has escapes, or what we would write as one.
  private func hasEscapes(in line: Span<UInt8>) -> Bool {
    for index in range where line[index] == UInt8(ascii: "\\") || line[index] == 0x7F {
      return true
    }
    return false
  }

  /// Whether it is a number of JSON, but no plain integer of 18 digits or less.
  private static func isOddNumber(_ text: [UInt8]) -> Bool {
    var index = 0
    func take(_ accepts: (UInt8) -> Bool) -> Bool {
      guard index < text.count, accepts(text[index]) else { return false }
      index += 1
      return true
    }
    func digits() -> Int {
      let start = index
      while take({ (0x30...0x39).contains($0) }) {}
      return index - start
    }
    let isNegative = take { $0 == UInt8(ascii: "-") }
    let isZero = take { $0 == UInt8(ascii: "0") }
    let count = isZero ? 1 : digits()
    guard count > 0 else { return false }
    let isPlain = index == text.count && count <= 18 && !(isNegative && isZero)
    if take({ $0 == UInt8(ascii: ".") }), digits() == 0 { return false }
    if take({ $0 | 0x20 == UInt8(ascii: "e") }) {
      _ = take { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      guard digits() > 0 else { return false }
    }
    return index == text.count && !isPlain
  }
}
