/// How far cells stray in time and velocity, each by chance that a seed decides.
///
/// What a cell draws follows from the seed and its id alone, whatever else is loosened with it:
/// all values within the bounds are as likely. The generator is SplitMix64.
package struct Looseness: Hashable, Sendable {
  /// The most that a start moves either way, in nanoseconds.
  package let time: Int64
  /// The most that a velocity changes either way, 0–126.
  package let velocity: Int
  package let seed: UInt64

  package init(time: Int64 = 0, velocity: Int = 0, seed: UInt64 = 0) {
    precondition((0...1_000_000_000).contains(time) && (0...126).contains(velocity))
    self.time = time
    self.velocity = velocity
    self.seed = seed
  }

  /// The velocity that a cell strays to, within 1–127.
  func velocity(of cell: Cell) -> Velocity {
    let strayed = Int(cell.velocity.number) + Int(draw(2, for: cell.id, Int64(velocity)))
    return Velocity(UInt8(min(max(strayed, 1), 127)))
  }

  /// The position that a cell strays to, by the tempo map where it is; not before 0.
  func position(of cell: Cell, in tempo: TempoMap) -> Ticks {
    let nanoseconds = Int128(draw(1, for: cell.id, time))
    let deviation = SongTime(units: nanoseconds * 1_000 * SongTime.perPicosecond)
    return tempo.position(at: max(tempo.time(at: cell.position) + deviation, .zero))
  }

  /// The draw of a number for a cell, from −`bound` to `bound`.
  private func draw(_ number: UInt64, for cell: Cell.ID, _ bound: Int64) -> Int64 {
    let start = Looseness.mix(Looseness.mix(seed) &+ UInt64(bitPattern: cell.number))
    let bits = Looseness.mix(start &+ number &* 0x9E37_79B9_7F4A_7C15)
    let choices = 2 * UInt64(bound) + 1
    return Int64(bits.multipliedFullWidth(by: choices).high) - bound
  }

  private static func mix(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
