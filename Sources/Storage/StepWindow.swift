import Timeline

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

  /// Makes a change of the history; returns the step that it has to write, and its number.
  mutating func follow(_ change: Record.HistoryChange) -> (step: History.Step?, number: Int64?) {
    switch change {
    case .none: return (nil, nil)
    case .append(let step): return (step, append())
    case .replaceNewest(let step): return (step, newest)
    case .dropNewest:
      stepBack()
      dropRedo()
    case .undone(let step):
      defer { stepBack() }
      return (step, newest)
    case .redone(let step):
      stepForward()
      return (step, newest)
    case .dropRedo: dropRedo()
    case .limit(let limit): setLimit(limit)
    }
    return (nil, nil)
  }

  /// Makes room for a step after those in effect, and returns its number.
  private mutating func append() -> Int64 {
    count = position + 1
    position = count
    trim()
    return numbers.upperBound - 1
  }

  private mutating func dropRedo() {
    count = position
  }

  private mutating func stepBack() {
    position = max(0, position - 1)
  }

  private mutating func stepForward() {
    position = min(count, position + 1)
  }

  private mutating func setLimit(_ limit: Int) {
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
