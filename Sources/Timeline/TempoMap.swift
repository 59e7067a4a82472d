/// A moment in a song's own time, before any tempo scale: exact, in 1/8,064,000 picosecond.
///
/// With whole picoseconds per beat a tick lasts a whole number of these, so that a position never
/// accumulates an error, however many tempo events or loop passes lie before it.
package struct SongTime: Hashable, Comparable, Sendable {
  package static let perPicosecond = Int128(Ticks.perBeat)
  package static let zero = SongTime(units: 0)

  package var units: Int128

  package init(units: Int128) {
    self.units = units
  }

  package static func < (a: SongTime, b: SongTime) -> Bool { a.units < b.units }
  package static func + (a: SongTime, b: SongTime) -> SongTime {
    SongTime(units: a.units + b.units)
  }
  package static func - (a: SongTime, b: SongTime) -> SongTime {
    SongTime(units: a.units - b.units)
  }
}

/// The tempo at every position of a song: steps, the first at zero.
package struct TempoMap: Hashable, Sendable {
  /// A tempo from a position on.
  package struct Event: Hashable, Sendable {
    package let position: Ticks
    package let tempo: Tempo
    /// When the event is reached; follows from the events before it.
    package let time: SongTime
  }

  package private(set) var events: [Event]

  /// One tempo throughout.
  package init(_ tempo: Tempo = .standard) {
    events = [Event(position: .zero, tempo: tempo, time: .zero)]
  }

  /// From steps in any order; the last of several at one position counts.
  ///
  /// Standard until the first.
  package init(steps: [(position: Ticks, tempo: Tempo)]) {
    var byPosition: [Ticks: Tempo] = [.zero: .standard]
    for step in steps { byPosition[max(step.position, .zero)] = step.tempo }
    events = []
    for (position, tempo) in byPosition.sorted(by: { $0.key < $1.key }) {
      append(position, tempo)
    }
  }

  /// This map with the tempo from `position` to the next event replaced.
  ///
  /// O(n), of which only what follows the position is worked out anew.
  package func setting(_ tempo: Tempo, at position: Ticks) -> TempoMap {
    let position = max(position, .zero)
    let before = events.lastIndex(inPrefix: { $0.position <= position })
    let kept = events[before].position == position ? before : before + 1
    var map = self
    map.events.removeSubrange(kept...)
    map.append(position, tempo)
    for event in events[kept...] where event.position > position {
      map.append(event.position, event.tempo)
    }
    return map
  }

  /// The event in force at a position.
  ///
  /// O(log n).
  package func event(at position: Ticks) -> Event {
    events[events.lastIndex(inPrefix: { $0.position <= position })]
  }

  /// When a position is reached.
  ///
  /// Exact; O(log n).
  package func time(at position: Ticks) -> SongTime {
    let event = event(at: position)
    let ticks = Int128(position.count - event.position.count)
    return SongTime(units: event.time.units + ticks * Int128(event.tempo.picosecondsPerBeat))
  }

  /// The first position reached at or after a time.
  ///
  /// O(log n).
  package func position(at time: SongTime) -> Ticks {
    let event = events[events.lastIndex(inPrefix: { $0.time <= time })]
    let ticks = (time.units - event.time.units)
      .dividedRoundingUp(by: Int128(event.tempo.picosecondsPerBeat))
    // Never beyond the next event: a tick is reached exactly, and the next event lies on one.
    return Ticks(count: event.position.count + Int64(ticks))
  }

  /// The fastest tempo in force anywhere in [from, to).
  package func fastest(from: Ticks, to: Ticks) -> Tempo {
    var fastest = event(at: from).tempo
    let inForce = events[events.lastIndex(inPrefix: { $0.position <= from })...]
    for event in inForce.prefix(while: { $0.position < to }) {
      if event.tempo.picosecondsPerBeat < fastest.picosecondsPerBeat { fastest = event.tempo }
    }
    return fastest
  }

  private mutating func append(_ position: Ticks, _ tempo: Tempo) {
    let time: SongTime
    if let last = events.last {
      let ticks = Int128(position.count - last.position.count)
      time = SongTime(units: last.time.units + ticks * Int128(last.tempo.picosecondsPerBeat))
    } else {
      time = .zero
    }
    events.append(Event(position: position, tempo: tempo, time: time))
  }
}
