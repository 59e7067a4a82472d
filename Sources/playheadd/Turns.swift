import LinuxSystem

/// For how long the main actor is held at a time: nothing else, the fill included, comes meanwhile.
enum Turns {
  /// The longest turn since the start, in nanoseconds.
  private(set) static var longest: Int64 = 0

  /// Does a turn's work.
  static func measure(_ work: () -> Void) {
    let start = MonotonicClock.now()
    work()
    longest = max(longest, MonotonicClock.now() - start)
  }
}
