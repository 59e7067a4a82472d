/// The meter at every position of a song, and with it the bars, counted from 0.
///
/// A change off a bar line starts a bar there; the bar before it is short.
package typealias MeterMap = ChangeMap<Meter>

extension Meter: Change {
  package static let initial = common

  /// The bars that begin in so many ticks, the last of which may be short.
  package func count(of ticks: Ticks) -> Int64 {
    (ticks.count + bar.count - 1) / bar.count
  }
}

extension MeterMap.Event {
  package var meter: Meter { value }
  /// The number of the bar that begins here, counted from 0.
  package var bar: Int64 { count }
}

extension MeterMap {
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
    let event = event(counting: bar)
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

  /// The first beat of the meter at or after a position, or the bar line if that comes first.
  package func beatLine(atOrAfter position: Ticks) -> Ticks {
    let start = bar(at: position).start
    let beat = event(at: position).meter.beat
    let beats = ((position - start).count + beat.count - 1) / beat.count
    return min(start + beat * beats, barLine(atOrAfter: position))
  }
}
