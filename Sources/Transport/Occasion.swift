import Timeline

/// Something that a player comes to, and when that is.
struct Occasion {
  enum Event {
    /// Boxed, since few are and all are copied.
    indirect case leg(Path.Leg)
    case arrival(Arrival, towards: Ticks)
    /// The playhead goes no further.
    case end(Ticks)
  }

  let time: HostTime
  /// The index of who comes to it, and where that is, in ticks travelled.
  let player: Int
  let travelled: Int64
  /// Whether it should have been before the edge: a player that has just begun is early.
  let isOverdue: Bool
  let event: Event
}

extension Performance {
  /// What the players come to from the edge on until `time`, in order.
  func occasions(until time: HostTime) -> [Occasion] {
    let found = players.indices.flatMap { occasions(of: $0, until: time) }
    guard players.count > 1 else { return found }
    return found.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  private func occasions(of index: Int, until time: HostTime) -> [Occasion] {
    let player = players[index]
    let (score, place) = (score(of: player), player.place(before: edge, on: path))
    func isGoneOnFrom(_ leg: Path.Leg) -> Bool {
      path.legs.contains { $0.isStraightOn && $0.lap == leg.lap && $0.travelled == leg.travelled }
    }
    func isNew(_ moment: HostTime) -> Bool {
      edge <= player.since || moment + player.delay >= edge
    }
    var found: [Occasion] = []
    func add(_ event: Occasion.Event, at moment: HostTime, _ travelled: Int64) {
      found.append(
        Occasion(
          time: max(moment + player.delay, edge), player: index, travelled: travelled,
          isOverdue: moment + player.delay < edge, event: event))
    }
    for leg in path.legs where leg.travelled(to: leg.end) >= place.written {
      let start = leg.start
      guard start + player.delay < time else { return found }
      // Where it is left at once, nobody can tell whether it has been entered; nothing is there.
      if leg.travelled >= place.sounding, isNew(start), leg.end > leg.tick || isGoneOnFrom(leg) {
        add(.leg(leg), at: start, leg.travelled)
      }
      let first = leg.isStraightOn ? player.written(leg.tick, towards: leg.goal) : leg.tick
      let from = max(leg.position(after: place.written), first)
      let to = player.written(leg.tick(at: time - player.delay), towards: leg.goal)
      for arrival in score.arrivals(of: player, from, to, in: leg) {
        let tick = player.sounding(arrival.position, towards: leg.goal)
        add(.arrival(arrival, towards: leg.goal), at: leg.time(of: tick), leg.travelled(to: tick))
      }
    }
    let (end, over) = (path.last.end, path.last.over)
    if !path.last.wraps, over + player.delay < time, isNew(over) {
      add(.end(end), at: over, path.last.travelled(to: end))
    }
    return found
  }
}
