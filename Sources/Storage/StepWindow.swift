/// Which of the numbered steps on disk are the history, and how many of them are in effect.
///
/// Follows `History` move by move, so that the two never differ.
struct StepWindow: Hashable, Sendable {
  /// The number of the oldest step.
  private(set) var first: Int64 = 1
  private(set) var count = 0
  private(set) var position = 0
  private(set) var limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// From what is on disk; nil when that cannot be.
  init?(first: Int64, count: Int, position: Int, limit: Int) {
    guard first > 0, first < .max / 2, limit >= 0, count >= 0, (0...count).contains(position) else {
      return nil
    }
    self.first = first
    self.count = count
    self.position = position
    self.limit = limit
  }

  /// The numbers of the steps, in order.
  var numbers: Range<Int64> { first..<first + Int64(count) }
  /// The number of the step that undo takes back.
  var newest: Int64? { position > 0 ? first + Int64(position) - 1 : nil }

  /// Makes room for a step after those in effect, and returns its number.
  mutating func append() -> Int64 {
    count = position + 1
    position = count
    trim()
    return numbers.upperBound - 1
  }

  mutating func dropRedo() {
    count = position
  }

  mutating func stepBack() {
    position = max(0, position - 1)
  }

  mutating func stepForward() {
    position = min(count, position + 1)
  }

  mutating func setLimit(_ limit: Int) {
    self.limit = max(0, limit)
    trim()
  }

  private mutating func trim() {
    keep(limit)
  }

  /// Forgets the oldest of more steps than so many; and, when none of those is in effect, the last
  /// to be redone.
  mutating func keep(_ kept: Int) {
    let excess = count - kept
    guard excess > 0 else { return }
    let oldest = min(excess, position)
    first += Int64(oldest)
    count -= excess
    position -= oldest
  }
}
