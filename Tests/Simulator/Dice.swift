/// Seeded chance: the same seed throws the same dice (xorshift64).
struct Dice {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<8 { _ = roll(2) }
  }

  /// A number from 0 up to, not including, `sides`.
  mutating func roll(_ sides: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(sides))
  }

  /// True once in so many throws.
  mutating func hits(oneIn sides: Int) -> Bool { roll(sides) == 0 }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[roll(choices.count)] }
}
