/// What holds from a position of a song on until it changes, such as a meter, and counts something.
package protocol Change: Hashable, Sendable {
  /// What it counts from the start of the song: time, or bars.
  associatedtype Count: AdditiveArithmetic, Comparable, Hashable, Sendable

  /// What holds where nothing has been said.
  static var initial: Self { get }

  /// How much passes in so many ticks, when the next change comes then.
  func count(of ticks: Ticks) -> Count
}

/// What holds at every position of a song: changes, the first at zero.
package struct ChangeMap<Value: Change>: Hashable, Sendable {
  /// A value from a position on.
  package struct Event: Hashable, Sendable {
    package let position: Ticks
    package let value: Value
    /// What has been counted when the event is reached; follows from the events before it.
    package let count: Value.Count
  }

  package private(set) var events: [Event] = []

  /// One value throughout.
  package init(_ value: Value = .initial) {
    append(value, at: .zero)
  }

  /// From changes in any order; the last of several at one position counts.
  ///
  /// The initial value until the first.
  package init(changes: [(Ticks, Value)]) {
    var byPosition: [Ticks: Value] = [.zero: .initial]
    for (position, value) in changes { byPosition[max(position, .zero)] = value }
    for (position, value) in byPosition.sorted(by: { $0.key < $1.key }) {
      append(value, at: position)
    }
  }

  /// This map with what holds from `position` to the next change replaced, and to `end` at least.
  ///
  /// O(n), of which only what follows the position is worked out anew.
  package func setting(
    _ value: Value, at position: Ticks, until end: Ticks = .zero
  ) -> ChangeMap {
    let position = max(position, .zero)
    let before = events.lastIndex(inPrefix: { $0.position <= position })
    let kept = events[before].position == position ? before : before + 1
    var map = self
    map.events.removeSubrange(kept...)
    map.append(value, at: position)
    for event in events[kept...] where event.position > position && event.position >= end {
      map.append(event.value, at: event.position)
    }
    return map
  }

  /// This map without the changes in [from, to), except that at zero: what holds before goes on.
  ///
  /// O(n log n).
  package func removing(from: Ticks, to: Ticks) -> ChangeMap {
    let left = events.filter { $0.position == .zero || $0.position < from || $0.position >= to }
    return ChangeMap(changes: left.map { ($0.position, $0.value) })
  }

  /// This map with its changes elsewhere; of several that meet, the last one counts.
  ///
  /// O(n log n).
  func moving(_ place: (Ticks) -> Ticks) -> ChangeMap {
    ChangeMap(changes: events.map { (place($0.position), $0.value) })
  }

  /// The event in force at a position.
  ///
  /// O(log n).
  package func event(at position: Ticks) -> Event {
    events[events.lastIndex(inPrefix: { $0.position <= position })]
  }

  /// The event in force where so much has been counted.
  ///
  /// O(log n).
  func event(counting count: Value.Count) -> Event {
    events[events.lastIndex(inPrefix: { $0.count <= count })]
  }

  private mutating func append(_ value: Value, at position: Ticks) {
    var count = Value.Count.zero
    if let last = events.last {
      count = last.count + last.value.count(of: position - last.position)
    }
    events.append(Event(position: position, value: value, count: count))
  }
}
