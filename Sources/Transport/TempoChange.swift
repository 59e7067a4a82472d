/// Notices that clocks come too early or too late for mere jitter.
///
/// Page's cumulative sum of what each clock was off, less what jitter explains; how much that is
/// it learns. A single stray clock counts for little. With jitter of any shape it is wrong less
/// than once in hours, and notices a change by 2 % within half a beat.
struct TempoChange {
  /// In units of the jitter: what is explained, where it is no more, and the most that one counts.
  private static let (explained, alarm, most) = (0.75, 10.0, 4.0)
  /// No clock is believed to be more exact than this, in nanoseconds.
  private static let exact = 60_000.0

  /// The mean deviation, in nanoseconds.
  private var jitter = 200_000.0
  private var late = 0.0
  private var early = 0.0
  /// How many clocks ago the sums were nothing.
  private var lateSince = 0
  private var earlySince = 0

  /// Counts a clock that was so many nanoseconds late; returns how many of the last clocks show
  /// another tempo, if they do.
  mutating func note(_ lateness: Double, isLearning: Bool) -> Int? {
    // Of evenly or normally spread jitter the standard deviation is 1.2 mean deviations.
    let unit = max(1.2 * jitter, TempoChange.exact)
    learn(abs(lateness), isLearning)
    guard !isLearning else { return nil }
    let off = lateness.clamped(to: -TempoChange.most * unit...TempoChange.most * unit)
    late = max(0, late + off - TempoChange.explained * unit)
    early = max(0, early - off - TempoChange.explained * unit)
    lateSince = late > 0 ? lateSince + 1 : 0
    earlySince = early > 0 ? earlySince + 1 : 0
    if late > TempoChange.alarm * unit { return lateSince }
    return early > TempoChange.alarm * unit ? earlySince : nil
  }

  /// What came so far has been explained.
  mutating func settle() {
    (late, early, lateSince, earlySince) = (0, 0, 0, 0)
  }

  private mutating func learn(_ deviation: Double, _ isLearning: Bool) {
    let part = isLearning ? 1 / 8.0 : 1 / 64.0
    let believed = isLearning ? deviation / 1.5 : min(deviation, 3 * jitter)
    jitter = max(jitter + (believed - jitter) * part, TempoChange.exact / 2)
  }
}
