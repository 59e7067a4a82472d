package import Timeline

/// A decimal number in text: digits with an optional sign and fraction, no exponent.
///
/// Nil for anything else, such as `.5`, `5.`, `1e3`, `inf`; infinite never.
package func decimal(_ text: Substring) -> Double? {
  var digits = 0
  var hasPoint = false
  for (index, byte) in text.utf8.enumerated() {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard index == 0 else { return nil }
    case UInt8(ascii: "."):
      guard digits > 0, !hasPoint else { return nil }
      hasPoint = true
    default: return nil
    }
  }
  guard digits > 0, text.utf8.last != UInt8(ascii: "."), let number = Double(text),
    number.isFinite
  else { return nil }
  return number
}

/// A whole number in text: digits only, no sign; nil for anything else and beyond 64 bits.
package func digits(_ text: Substring) -> Int64? {
  guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return Int64(text)
}

extension Ticks {
  /// The number of beats with at most seven decimals: the fewest that read back as the same tick
  /// anywhere in a song.
  package var text: String {
    let scale: Int64 = 10_000_000
    let scaled = (Int128(count.magnitude) * Int128(scale))
      .dividedRoundingHalfUp(by: Int128(Ticks.perBeat))
    let (whole, fraction) = Int64(scaled).quotientAndRemainder(dividingBy: scale)
    let sign = count < 0 ? "-" : ""
    guard fraction != 0 else { return "\(sign)\(whole)" }
    var decimals = String(String(fraction + scale).dropFirst())
    while decimals.last == "0" { decimals.removeLast() }
    return "\(sign)\(whole).\(decimals)"
  }
}

extension Int {
  /// From a whole number or its text, with a sign or without.
  init(reading value: Value, in range: ClosedRange<Int>) throws(Mismatch) {
    let allowed = ParameterType.integer(range).allowed
    var number = value.integer
    if let text = value.string {
      let isSigned = text.first == "-" || text.first == "+"
      number = digits(isSigned ? text.dropFirst() : text[...])
      if text.first == "-" { number = number.map { -$0 } }
    }
    guard let number else { throw Mismatch(.badType, allowed) }
    guard range.contains(Int(number)) else { throw Mismatch(.outOfRange, allowed) }
    self.init(number)
  }
}
