import Timeline

/// The ways that the playhead has left by a jump or a stop, a short while ago.
///
/// What comes in is late by some latency, and belongs where the playhead was.
struct Trail {
  /// For how many nanoseconds they are kept, and the way under way beyond what playing needs;
  /// nothing is kept for 0.
  var memory: Int64 = 0
  private(set) var ways: [(path: Path, over: HostTime)] = []
  /// The first lap of the next way.
  private(set) var nextLap: Int64 = 0

  /// Takes in a way that is left at a moment.
  mutating func leave(_ path: Path, at time: HostTime) {
    nextLap = path.last.lap + 1
    guard memory > 0 else { return }
    ways.append((path.left(at: time), time))
  }

  mutating func forget(at now: HostTime) {
    ways.removeAll { now - $0.over > memory }
  }
}
