package import Timeline

/// Where the playhead was at a moment, and on which lap: from one wrap or jump to the next.
package struct Whereabouts: Hashable, Sendable {
  /// Each lap has a number of its own, later ones higher ones.
  package let lap: Int64
  /// Where the lap began, as far as is remembered.
  package let start: Ticks
  /// The first tick reached then or later; of a count-in, from where that began.
  package let tick: Ticks
  /// Where the lap leads to; exclusive.
  package let end: Ticks
  /// When it comes there.
  package let over: HostTime
  /// Where the playhead goes on after that, as far as is known.
  package let next: Ticks?
  /// Ticks travelled since play, those of the count-in too.
  package let travelled: Int64
  package let isCountIn: Bool

  package init(
    lap: Int64, start: Ticks, tick: Ticks, end: Ticks, over: HostTime, next: Ticks?,
    travelled: Int64, isCountIn: Bool = false
  ) {
    self.lap = lap
    self.start = start
    self.tick = tick
    self.end = end
    self.over = over
    self.next = next
    self.travelled = travelled
    self.isCountIn = isCountIn
  }
}

extension Transport {
  /// Remembers for so many nanoseconds where the playhead has been; a little in any case.
  package mutating func remember(for nanoseconds: Int64) { trail.memory = nanoseconds }

  /// Where the playhead was at a moment, if it moved or was counted in, and that is remembered.
  package func whereabouts(at time: HostTime) -> Whereabouts? {
    if let performance, performance.ending.map({ time < $0.time }) ?? true,
      let found = performance.path.whereabouts(at: time, wrappingTo: song.range.start)
    {
      return found
    }
    return trail.ways.last { $0.path.legs[0].start <= time && time < $0.over }?
      .path.whereabouts(at: time, wrappingTo: song.range.start)
  }

  /// When the last way was left of those that are remembered.
  package var left: HostTime? { trail.ways.last?.over }

  /// Where a lap has ended, or leads to; nil when it has not begun or is forgotten.
  package func end(ofLap lap: Int64) -> Ticks? {
    let paths = trail.ways.map(\.path) + (performance.map { [$0.path] } ?? [])
    return paths.lazy.compactMap { $0.legs.last { $0.lap == lap }?.end }.last
  }
}

extension Path {
  fileprivate func whereabouts(at time: HostTime, wrappingTo start: Ticks) -> Whereabouts? {
    guard legs[0].start <= time else { return nil }
    let leg = leg(at: time)
    let lap = legs.filter { $0.lap == leg.lap }
    guard let (first, last) = lap.first.flatMap({ first in lap.last.map { (first, $0) } }) else {
      preconditionFailure("a leg is on its lap")
    }
    let following = legs.first { $0.lap > leg.lap }?.tick ?? leg.countIn?.start
    let tick = leg.tick(at: time)
    return Whereabouts(
      lap: leg.lap, start: first.tick, tick: tick, end: last.end, over: last.over,
      next: following ?? (last.wraps ? start : nil), travelled: leg.travelled(to: tick),
      isCountIn: leg.countIn != nil)
  }
}
