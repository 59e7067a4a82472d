/// A position or a length in musical time, in 1/8,064,000 of a beat.
///
/// A beat is a quarter note, always. The resolution is 2^10·3^2·5^3·7: exact for every PPQ in use,
/// every tuplet of 2 to 10 and three decimals.
package struct Ticks: Hashable, Comparable, Sendable {
  package static let perBeat: Int64 = 8_064_000
  package static let zero = Ticks(count: 0)
  package static let maximum = Ticks(count: Limits.beats * perBeat)

  package var count: Int64

  package init(count: Int64) {
    self.count = count
  }

  /// Whole beats.
  package init(beats: Int64) {
    count = beats * Ticks.perBeat
  }

  /// The tick nearest to a number of beats; nil when it is not finite or beyond ± the limit.
  package init?(beats: Double) {
    guard beats.isFinite, beats.magnitude <= Double(Limits.beats) else { return nil }
    count = Int64((beats * Double(Ticks.perBeat)).rounded())
  }

  /// The tick nearest to `numerator / denominator` beats, halves up; exact in 128 bits.
  package init(_ numerator: Int64, over denominator: Int64) {
    precondition(denominator > 0)
    let product = Int128(numerator) * Int128(Ticks.perBeat)
    count = Int64(product.dividedRoundingHalfUp(by: Int128(denominator)))
  }

  /// The number of beats; reading it back with `init(beats:)` gives the same tick.
  package var beats: Double {
    Double(count) / Double(Ticks.perBeat)
  }

  package static func < (a: Ticks, b: Ticks) -> Bool { a.count < b.count }
  package static func + (a: Ticks, b: Ticks) -> Ticks { Ticks(count: a.count + b.count) }
  package static func - (a: Ticks, b: Ticks) -> Ticks { Ticks(count: a.count - b.count) }
  package static func * (a: Ticks, n: Int64) -> Ticks { Ticks(count: a.count * n) }
  package static prefix func - (a: Ticks) -> Ticks { Ticks(count: -a.count) }
  package static func += (a: inout Ticks, b: Ticks) { a = a + b }
  package static func -= (a: inout Ticks, b: Ticks) { a = a - b }
}

extension Int128 {
  /// The quotient rounded to the nearest integer, halves towards positive infinity.
  package func dividedRoundingHalfUp(by divisor: Int128) -> Int128 {
    (2 * self + divisor).dividedRoundingDown(by: 2 * divisor)
  }

  /// The quotient rounded towards negative infinity.
  package func dividedRoundingDown(by divisor: Int128) -> Int128 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The quotient rounded towards positive infinity.
  package func dividedRoundingUp(by divisor: Int128) -> Int128 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder > 0 ? quotient + 1 : quotient
  }
}
