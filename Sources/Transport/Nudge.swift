import Timeline

/// A shift of everything that follows against the clock.
///
/// It is spread over ten times its size, on which the playhead is a tenth faster or slower: so
/// nothing is skipped, comes twice or comes in a burst.
struct Nudge {
  private static let parts: Int64 = 10

  /// By how many nanoseconds everything is earlier in the end.
  let amount: Int64

  private var span: Int64 { Nudge.parts * Int64(amount.magnitude) }

  /// After how many nanoseconds something comes that would come after `elapsed` without it.
  func time(after elapsed: Int64) -> Int64 {
    guard elapsed > 0, amount != 0 else { return elapsed }
    guard elapsed < span else { return elapsed - amount }
    return elapsed * (Nudge.parts - amount.signum()) / Nudge.parts
  }

  /// The first moment without it that comes at `time` or later with it; in nanoseconds both.
  func elapsed(at time: Int64) -> Int64 {
    guard time > 0, amount != 0 else { return time }
    guard time < span - amount else { return time + amount }
    let parts = Int128(Nudge.parts - amount.signum())
    return Int64((Int128(Nudge.parts) * Int128(time)).dividedRoundingUp(by: parts))
  }

  /// What is left of it.
  func rest(at time: Int64) -> Nudge {
    let elapsed = min(max(elapsed(at: time), 0), span)
    return Nudge(amount: amount - (elapsed - self.time(after: elapsed)))
  }
}
