/// Decides which lines of a flood are written.
package struct RepeatedLines {
  /// How often one line may come within one window.
  package static let limit = 5

  /// The length of a window in nanoseconds.
  package static let window: Int64 = 10_000_000_000

  /// How many different lines are remembered.
  package static let capacity = 64

  private struct Count {
    var windowStart: Int64
    var seen = 1
  }

  private var counts: [String: Count] = [:]

  package init() {}

  /// What to add to the line, or nil to leave it out.
  ///
  /// The last one written in a window says that the rest is left out; the first one after it says
  /// how many those were.
  package mutating func admit(_ line: String, now: Int64) -> String? {
    guard var count = counts[line] else {
      if counts.count == Self.capacity { counts = [:] }
      counts[line] = Count(windowStart: now)
      return ""
    }
    if now - count.windowStart >= Self.window {
      counts[line] = Count(windowStart: now)
      let leftOut = count.seen - Self.limit
      return leftOut > 0 ? " (\(leftOut) more of these were left out)" : ""
    }
    count.seen += 1
    counts[line] = count
    if count.seen > Self.limit { return nil }
    return count.seen == Self.limit ? " (more of these are left out for a while)" : ""
  }
}
