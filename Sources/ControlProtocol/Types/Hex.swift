/// The bytes of a text in hex, with blanks or without; nil for anything else.
func hexBytes(_ text: some StringProtocol) -> [UInt8]? {
  let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
  guard digits.count % 2 == 0 else { return nil }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(digits.count / 2)
  for index in stride(from: 0, to: digits.count, by: 2) {
    guard let high = hexValue(of: digits[index]), let low = hexValue(of: digits[index + 1]) else {
      return nil
    }
    bytes.append(high << 4 | low)
  }
  return bytes
}

/// In hex with blanks.
func hexText(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789ABCDEF")
  return bytes.map { String([digits[Int($0 >> 4)], digits[Int($0 & 15)]]) }.joined(separator: " ")
}

private func hexValue(of digit: UInt8) -> UInt8? {
  Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
}
