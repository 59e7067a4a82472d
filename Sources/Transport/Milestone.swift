package import Timeline

/// Something ahead of the playhead that can be waited for.
package enum Milestone: Hashable, Sendable {
  case beat
  /// So many bar lines ahead.
  case bars(Int)
  /// Where so many passes have ended.
  case passes(Int)
  /// Where the innermost section ends that the playhead is in, else the pass.
  case sectionEnd
  case tick(Ticks)
}

/// A place ahead on the playhead's way, which it comes to once.
package struct PlaceAhead: Hashable, Sendable {
  /// Where the playhead is then; at a wrap, where it goes on.
  package let tick: Ticks
  /// How many ticks it has travelled since play when it comes there: no change of tempo moves that.
  package let travelled: Int64
  /// When it comes there, as things are.
  package let time: HostTime
  /// Whether the playhead comes there from the end of a pass.
  package internal(set) var isWrap: Bool
}

extension Transport {
  /// Nanoseconds that must be left for what is to happen at a place ahead.
  private static var notice: Int64 { 1_000_000 }

  /// The first place of a kind that is still far enough ahead; nil where the playhead never comes.
  ///
  /// While counting in, the first beat is ahead, and the bar that begins there. Nil when stopped.
  /// Only places count that lie beyond so many ticks travelled.
  package func place(of milestone: Milestone, beyond: Int64 = .min) -> PlaceAhead? {
    guard let performance else { return nil }
    // What was asked for may begin later than that, and what is decided by hand stands.
    var soon = max(clock.now() + Transport.notice, settled, committed + 1)
    if let turn = performance.turnPlace(from: soon + 1) {
      // There is still time to join what happens there; what comes before is decided.
      if turn.travelled > beyond, isPlace(turn, of: milestone) { return turn }
      soon = turn.time
    }
    let place = WayAhead(performance.path, in: song, from: soon).place(of: milestone, from: soon)
    return place.flatMap { $0.time < soon ? nil : $0 }
  }

  private func isPlace(_ place: PlaceAhead, of milestone: Milestone) -> Bool {
    switch milestone {
    case .beat: place.tick == song.meters.beatLine(atOrAfter: place.tick)
    case .bars(let count):
      count == 1 && place.tick == song.meters.barLine(atOrAfter: place.tick)
    case .passes(let count): count == 1 && place.isWrap
    case .sectionEnd:
      place.isWrap || song.section(around: place.tick - Ticks(count: 1))?.end == place.tick
    case .tick(let tick): place.tick == tick
    }
  }

  /// A place with the time at which the playhead comes there as things are now.
  package func timed(_ place: PlaceAhead) -> PlaceAhead {
    performance?.timed(place) ?? place
  }

  /// Whether the playhead is still on its way to a place, however it gets there.
  package func leads(to place: PlaceAhead) -> Bool {
    guard let path = performance?.way(to: place), timed(place).time > committed else {
      return false
    }
    let leg = path.leg(after: place.travelled)
    return leg.position(after: place.travelled) == place.tick && place.tick <= leg.end
  }
}

/// The playhead's way from a moment on, pass by pass.
private struct WayAhead {
  private var path: Path
  private let song: Song
  /// The legs of the pass: they lead straight from one to the next.
  private var pass: Range<Int> = 0..<0

  init(_ path: Path, in song: Song, from time: HostTime) {
    (self.path, self.song) = (path, song)
    self.path.reach(time, in: song)
    let first = self.path.legs.lastIndex { $0.start <= time } ?? 0
    beginPass(at: first)
    if self.path.legs[first].countIn != nil { wrap() }
  }

  private var last: Path.Leg { path.legs[pass.upperBound - 1] }

  var start: Ticks { path.legs[pass.lowerBound].tick }
  /// Where the pass ends.
  var end: Ticks { last.end }
  /// Whether another follows.
  var wraps: Bool { last.wraps || pass.upperBound < path.legs.count }

  func tick(at time: HostTime) -> Ticks { path.legs[pass.lowerBound].tick(at: time) }

  /// The first place of a kind at a moment or later, or the end; nil where there is none.
  func place(of milestone: Milestone, from time: HostTime) -> PlaceAhead? {
    var way = self
    return way.come(to: milestone, from: way.tick(at: time))
  }

  private mutating func come(to milestone: Milestone, from here: Ticks) -> PlaceAhead? {
    switch milestone {
    case .beat: return place(at: song.meters.beatLine(atOrAfter: here))
    case .bars(let count):
      var line = place(at: song.meters.barLine(atOrAfter: here))
      for _ in 1..<max(count, 1) { line = place(at: song.meters.barLine(after: line.tick)) }
      return line
    case .passes(let count):
      for _ in 1..<max(count, 1) where wraps { wrap() }
      return place(at: end)
    case .sectionEnd: return place(at: song.section(around: here)?.end ?? end)
    case .tick(let tick):
      if here <= tick, tick <= end { return place(at: tick) }
      guard wraps else { return nil }
      wrap()
      return start <= tick && tick <= end ? place(at: tick) : nil
    }
  }

  /// Goes on with the next pass.
  private mutating func wrap() {
    if pass.upperBound == path.legs.count { path.wrap(in: song) }
    beginPass(at: pass.upperBound)
  }

  private mutating func beginPass(at first: Int) {
    let next = path.legs[(first + 1)...].firstIndex { !$0.isStraightOn }
    pass = first..<(next ?? path.legs.count)
  }

  /// A tick of the pass, at most its end; goes on through a wrap there.
  mutating func place(at tick: Ticks) -> PlaceAhead {
    if tick >= end, wraps {
      wrap()
      let leg = path.legs[pass.lowerBound]
      return PlaceAhead(
        tick: leg.tick, travelled: leg.travelled, time: leg.start, isWrap: true)
    }
    let tick = min(tick, end)
    let leg = path.legs[pass].last { $0.tick <= tick } ?? last
    return PlaceAhead(
      tick: tick, travelled: leg.travelled(to: tick), time: leg.time(of: tick), isWrap: false)
  }
}
