import Timeline

/// How the time that a way takes by its tempo map becomes time on the clock.
///
/// Straight lines, each of which begins where the one before ends; without any, both are the same.
/// A nudge is a while at another speed; a playhead that is led is bent to its leader's tempo again
/// and again. Whole nanoseconds throughout: each moment has one first time of the way, exactly.
struct Course {
  private struct Bend {
    /// Nanoseconds by the tempo map.
    let elapsed: Int64
    /// Nanoseconds on the clock, since the way began as `elapsed`.
    let time: Int64
    /// How long a nanosecond takes from here on, in billionths.
    let stretch: Int64

    /// Rounded down, so that `time(after:)` and `elapsed(at:)` agree.
    func time(after elapsed: Int64) -> Int64 {
      let product = Int128(elapsed - self.elapsed) * Int128(stretch)
      return time + Int64(product.dividedRoundingDown(by: Int128(Course.straight)))
    }
  }

  /// Neither faster nor slower, in billionths.
  static let straight: Int64 = 1_000_000_000
  /// No stretch is longer than this many times the straight one.
  static let slowest: Int64 = 16
  /// A nudge is spread over so many times its size.
  private static let parts: Int64 = 10

  private var bends: [Bend] = []

  init() {}

  /// Brings everything forward by so many nanoseconds, or back, over ten times as long: so nothing
  /// is skipped, comes twice or comes in a burst.
  init(nudge amount: Int64) {
    guard amount != 0 else { return }
    let span = Course.parts * Int64(amount.magnitude)
    let speed = Course.straight / Course.parts * (Course.parts - amount.signum())
    bends = [
      Bend(elapsed: 0, time: 0, stretch: speed),
      Bend(elapsed: span, time: span - amount, stretch: Course.straight),
    ]
  }

  /// At one speed throughout, in billionths.
  init(stretch: Int64) {
    bends = [Bend(elapsed: 0, time: 0, stretch: stretch)]
  }

  /// Whether time goes as it does by the tempo map.
  var isStraight: Bool { bends.isEmpty }

  /// By how much everything is earlier in the end.
  var lead: Int64 { bends.last.map { $0.elapsed - $0.time } ?? 0 }

  /// After how many nanoseconds something comes that the tempo map has after `elapsed`.
  func time(after elapsed: Int64) -> Int64 {
    guard let first = bends.first else { return elapsed }
    guard elapsed > first.elapsed else { return first.time + (elapsed - first.elapsed) }
    let bend = bends.last { $0.elapsed < elapsed } ?? first
    return bend.time(after: elapsed)
  }

  /// The same, had the last speed held from the beginning.
  func lastingTime(after elapsed: Int64) -> Int64 {
    bends.last?.time(after: elapsed) ?? elapsed
  }

  /// The first nanosecond by the tempo map that comes at `time` or later.
  func elapsed(at time: Int64) -> Int64 {
    guard let first = bends.first else { return time }
    guard time > first.time else { return first.elapsed + (time - first.time) }
    let bend = bends.last { $0.time < time } ?? first
    let product = Int128(time - bend.time) * Int128(Course.straight)
    let elapsed = Int128(bend.elapsed) + product.dividedRoundingUp(by: Int128(bend.stretch))
    return Int64(clamping: elapsed)
  }

  /// Goes on at another speed, in billionths, from a moment on, whatever bends were to come.
  mutating func bend(at time: Int64, stretch: Int64) {
    precondition((1...Course.slowest * Course.straight).contains(stretch))
    let elapsed = elapsed(at: time)
    let bend = Bend(elapsed: elapsed, time: self.time(after: elapsed), stretch: stretch)
    while let last = bends.last, last.elapsed >= bend.elapsed { bends.removeLast() }
    bends.append(bend)
  }

  /// What is left of it, for a way that begins at a moment.
  func rest(at time: Int64) -> Course {
    guard let first = bends.first else { return self }
    let elapsed = elapsed(at: time)
    let current = bends.last { $0.elapsed <= elapsed } ?? first
    var rest = Course()
    rest.bends = [Bend(elapsed: 0, time: 0, stretch: current.stretch)]
    rest.bends += bends.filter { $0.elapsed > elapsed }.map { bend in
      Bend(elapsed: bend.elapsed - elapsed, time: bend.time - time, stretch: bend.stretch)
    }
    return rest
  }

  /// Forgets the bends that were over at a moment.
  mutating func forget(before time: Int64) {
    while bends.count > 1, bends[1].time < time { bends.removeFirst() }
  }
}
