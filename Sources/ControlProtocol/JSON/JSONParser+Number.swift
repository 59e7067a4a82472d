extension JSONParser {
  /// Up to this, every integer is a double.
  private static let exact: UInt64 = 1 << 53
  /// Up to this, every power of ten is a double.
  private static let exactPower = 22

  /// Reads a number: an integer of 64 bits, or the double that lies nearest.
  mutating func number(in text: Span<UInt8>) throws(JSONFault) -> Value {
    let start = index
    let isNegative = skip(UInt8(ascii: "-"), in: text)
    var digits = Digits()
    let first = index
    try take(&digits, in: text)
    if text[first] == UInt8(ascii: "0"), index > first + 1 {
      throw JSONFault(offset: first, reason: "a number may not begin with a zero")
    }
    var (isWhole, power) = (true, 0)
    if skip(UInt8(ascii: "."), in: text) {
      isWhole = false
      let point = index
      try take(&digits, in: text)
      power = point - index
    }
    if next(in: text) | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      index += 1
      let isSmall = skip(UInt8(ascii: "-"), in: text)
      if !isSmall { _ = skip(UInt8(ascii: "+"), in: text) }
      var exponent = Digits()
      try take(&exponent, in: text)
      // Far beyond any double, and far from overflowing.
      let size = exponent.isTooLarge ? 1 << 40 : Int(min(exponent.value, 1 << 40))
      power += isSmall ? -size : size
    }
    let tooLarge = JSONFault(offset: start, reason: "the number is too large")
    if isWhole {
      let magnitude = digits.isTooLarge ? nil : Int128(digits.value)
      let integer = magnitude.flatMap { Int64(exactly: isNegative ? -$0 : $0) }
      guard let integer else { throw tooLarge }
      return .integer(integer)
    }
    if !digits.isTooLarge, digits.value <= JSONParser.exact,
      power.magnitude <= JSONParser.exactPower
    {
      // Both are exact, so that it is rounded only once: Clinger, How to read floating point
      // numbers accurately, 1990.
      let ten = JSONParser.power(ofTen: Int(power.magnitude))
      let value = power < 0 ? Double(digits.value) / ten : Double(digits.value) * ten
      return .number(isNegative ? -value : value)
    }
    let written = try JSONParser.string(text.extracting(start..<index), at: start)
    guard let value = Double(written), value.isFinite else { throw tooLarge }
    return .number(value)
  }

  private static func power(ofTen exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// Takes in one digit or more.
  private mutating func take(_ digits: inout Digits, in text: Span<UInt8>) throws(JSONFault) {
    guard next(in: text).isDigit else { throw fault("a digit must stand here") }
    while next(in: text).isDigit {
      digits.append(text[index] - UInt8(ascii: "0"))
      index += 1
    }
  }
}

/// Digits as the number that they are.
private struct Digits {
  private(set) var value: UInt64 = 0
  /// Whether the value is not theirs any more.
  private(set) var isTooLarge = false

  mutating func append(_ digit: UInt8) {
    let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
    let (sum, isTooLargeByOne) = tens.addingReportingOverflow(UInt64(digit))
    value = sum
    self.isTooLarge = self.isTooLarge || isTooLarge || isTooLargeByOne
  }
}
