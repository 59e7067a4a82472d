/// In which passes of a loop a cell plays.
package struct Odds: Hashable, Sendable {
  /// One pass of each so many, counted from 1.
  package struct Turn: Hashable, Sendable {
    package let number: Int
    package let count: Int

    /// Nil unless 1 ≤ number ≤ count, and count is at least 2 and within its limit.
    package init?(_ number: Int, of count: Int) {
      guard (2...Limits.turns).contains(count), (1...count).contains(number) else { return nil }
      self.number = number
      self.count = count
    }
  }

  package static let chances = 1...100

  /// In percent.
  package var chance = 100
  /// Nil for every pass.
  package var turn: Turn?

  package init(chance: Int = 100, turn: Turn? = nil) {
    precondition(Odds.chances.contains(chance))
    self.chance = chance
    self.turn = turn
  }

  /// Whether a cell with these odds plays in a pass, counted from 0.
  ///
  /// The same seed, id and pass give the same answer: `seed + 0x9E3779B97F4A7C15 · id +
  /// 0xD1B54A32D192ED03 · pass`, mixed as SplitMix64 mixes its state, whose high half is scaled to
  /// 0..<100 and below the chance.
  package func play(_ id: Cell.ID, in pass: Int64, seed: Int64) -> Bool {
    if let turn, pass % Int64(turn.count) != Int64(turn.number - 1) { return false }
    guard chance < 100 else { return true }
    var state =
      UInt64(bitPattern: seed) &+ 0x9E37_79B9_7F4A_7C15 &* UInt64(bitPattern: id.number)
      &+ 0xD1B5_4A32_D192_ED03 &* UInt64(bitPattern: pass)
    state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB
    state ^= state >> 31
    return ((state >> 32) * 100) >> 32 < UInt64(chance)
  }
}
