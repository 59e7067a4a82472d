import Timeline

/// What a file's ticks are in a song's, at one resolution.
struct FileTime {
  /// File ticks in a beat, above zero.
  let ticksPerBeat: Int

  /// The nearest position to a file tick, halves up; at most the furthest.
  func position(of tick: Int64) -> Ticks {
    guard tick < Limits.beats * Int64(ticksPerBeat) else { return .maximum }
    return Ticks(tick, over: Int64(ticksPerBeat))
  }

  /// The nearest file tick to a position, halves up.
  func tick(of position: Ticks) -> Int64 {
    let product = Int128(position.count) * Int128(ticksPerBeat)
    return Int64(product.dividedRoundingHalfUp(by: Int128(Ticks.perBeat)))
  }
}
