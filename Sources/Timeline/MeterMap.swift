/// The meter at every position of a song, and with it the bars.
///
/// A change off a bar line starts a bar there; the bar before it is short.
package struct MeterMap: Hashable, Sendable {
  /// A meter from a position on.
  package struct Event: Hashable, Sendable {
    package let position: Ticks
    package let meter: Meter
    /// The number of the bar that begins here, counted from 0.
    package let bar: Int64
  }

  package private(set) var events: [Event]

  package init(_ meter: Meter = .common) {
    events = [Event(position: .zero, meter: meter, bar: 0)]
  }

  /// From changes in any order; the last of several at one position counts.
  ///
  /// 4/4 until the first.
  package init(changes: [(position: Ticks, meter: Meter)]) {
    var byPosition: [Ticks: Meter] = [.zero: .common]
    for change in changes { byPosition[max(change.position, .zero)] = change.meter }
    events = []
    for (position, meter) in byPosition.sorted(by: { $0.key < $1.key }) {
      append(position, meter)
    }
  }

  /// This map with the meter from `position` to the next change replaced.
  ///
  /// O(n), of which only what follows the position is worked out anew.
  package func setting(_ meter: Meter, at position: Ticks) -> MeterMap {
    let position = max(position, .zero)
    let before = events.lastIndex(inPrefix: { $0.position <= position })
    let kept = events[before].position == position ? before : before + 1
    var map = self
    map.events.removeSubrange(kept...)
    map.append(position, meter)
    for event in events[kept...] where event.position > position {
      map.append(event.position, event.meter)
    }
    return map
  }

  /// The change in force at a position.
  ///
  /// O(log n).
  package func event(at position: Ticks) -> Event {
    events[events.lastIndex(inPrefix: { $0.position <= position })]
  }

  /// The bar, counted from 0, that a position lies in, and where the bar starts.
  package func bar(at position: Ticks) -> (number: Int64, start: Ticks) {
    let event = event(at: position)
    let bars = max(0, position.count - event.position.count) / event.meter.bar.count
    return (event.bar + bars, event.position + event.meter.bar * bars)
  }

  /// Where a bar, counted from 0, starts.
  ///
  /// Nil before the first bar and beyond the furthest position.
  package func start(ofBar bar: Int64) -> Ticks? {
    guard bar >= 0 else { return nil }
    let event = events[events.lastIndex(inPrefix: { $0.bar <= bar })]
    let (ticks, overflow) = event.meter.bar.count.multipliedReportingOverflow(by: bar - event.bar)
    guard !overflow, ticks <= Ticks.maximum.count - event.position.count else { return nil }
    return event.position + Ticks(count: ticks)
  }

  /// The first bar line after a position.
  ///
  /// O(log n).
  package func barLine(after position: Ticks) -> Ticks {
    let index = events.lastIndex(inPrefix: { $0.position <= position })
    let next = bar(at: position).start + events[index].meter.bar
    return index + 1 < events.count ? min(next, events[index + 1].position) : next
  }

  /// The first bar line at or after a position.
  package func barLine(atOrAfter position: Ticks) -> Ticks {
    bar(at: position).start == position ? position : barLine(after: position)
  }

  private mutating func append(_ position: Ticks, _ meter: Meter) {
    var bar: Int64 = 0
    if let last = events.last {
      let length = last.meter.bar.count
      bar = last.bar + (position.count - last.position.count + length - 1) / length
    }
    events.append(Event(position: position, meter: meter, bar: bar))
  }
}
