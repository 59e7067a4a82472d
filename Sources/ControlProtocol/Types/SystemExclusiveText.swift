package import Timeline

extension SystemExclusive {
  /// What fits, to follow "must be".
  package static let allowed =
    "bytes in hex such as F0 7E 7F 09 01 F7: from F0 to F7, each between below 80, at most "
    + "\(Limits.systemExclusive)"

  /// From the bytes in hex, with blanks or without, or a list of numbers.
  package init(reading value: Value) throws(Mismatch) {
    var bytes: [UInt8] = []
    switch value {
    case .string(let text):
      let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
      guard digits.count % 2 == 0, digits.count <= 2 * Limits.systemExclusive else {
        throw Mismatch(.badText, SystemExclusive.allowed)
      }
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = SystemExclusive.value(of: digits[index]),
          let low = SystemExclusive.value(of: digits[index + 1])
        else { throw Mismatch(.badText, SystemExclusive.allowed) }
        bytes.append(high << 4 | low)
      }
    case .array(let elements):
      guard elements.count <= Limits.systemExclusive else {
        throw Mismatch(.outOfRange, SystemExclusive.allowed)
      }
      for element in elements {
        guard let number = element.integer, let byte = UInt8(exactly: number) else {
          throw Mismatch(.badType, SystemExclusive.allowed)
        }
        bytes.append(byte)
      }
    default: throw Mismatch(.badType, SystemExclusive.allowed)
    }
    guard let message = SystemExclusive(bytes) else {
      throw Mismatch(.badText, SystemExclusive.allowed)
    }
    self = message
  }

  private static func value(of digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
  }

  /// In hex with blanks; reads back as the same message.
  package var text: String {
    let digits = Array("0123456789ABCDEF")
    return bytes.map { String([digits[Int($0 >> 4)], digits[Int($0 & 15)]]) }
      .joined(separator: " ")
  }
}
