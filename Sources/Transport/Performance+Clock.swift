import Timeline

extension Performance {
  /// Decides the clock of everything in [from, to).
  ///
  /// Part of the fill. It looks as far ahead as ports are early, through wraps that are not
  /// decided yet; what a change of the song makes of them is decided anew.
  mutating func clock(from: HostTime, to: HostTime, stale: HostTime) -> [ScheduledMessage] {
    guard !clocks.isEmpty else { return [] }
    var limit = to + clocks.ahead
    var way = path
    if let ending { way.close(at: ending) }
    way.reach(limit, in: song)
    // What comes from a place on is decided with what is made of it.
    if let place = held ?? ahead?.place.travelled {
      limit = min(limit, way.moment(after: place).time)
    }
    var messages: [ScheduledMessage] = []
    clocks.follow(way, from: from, to: limit, stale: stale, moves: true, into: &messages)
    // Where another song follows, the clock goes on.
    guard !way.last.wraps, way.last.over < limit, ahead?.isAnotherSong != true else {
      return messages
    }
    clocks.stop(due: way.last.over, into: &messages)
    clocks.follow(
      Path(standing: way), from: from, to: limit, stale: stale, moves: false,
      into: &messages)
    return messages
  }

  /// The clock that goes on once the playhead has stopped; nil before that is decided.
  var standstill: Standstill? {
    guard let ending else { return nil }
    var way = path
    way.close(at: ending)
    return Standstill(clocks: clocks, path: Path(standing: way), edge: edge)
  }
}

extension Path {
  /// Ends at a moment, when the playhead is at a tick.
  fileprivate mutating func close(at ending: (time: HostTime, tick: Ticks)) {
    last.goal = last.tick(at: ending.time)
    last.wraps = false
  }

  /// The way of a playhead that stands where another way ends.
  fileprivate init(standing way: Path) {
    let leg = way.last
    self.init(
      standingAt: leg.end, from: leg.over, travelled: leg.travelled(to: leg.end),
      tempo: TempoMap(leg.pace.tempo.tempo(at: leg.end)), scale: leg.pace.scale)
  }

  /// The way that the clock of a playhead that stands at a tick takes from `time` on: for ever.
  init(
    standingAt tick: Ticks, from time: HostTime, travelled: Int64, tempo: TempoMap, scale: Int64
  ) {
    self.init(
      Leg(
        entrance: .jump, pace: Pace(origin: time, tempo: tempo, scale: scale), tick: tick,
        goal: Ticks(count: .max / 2), wraps: false, travelled: travelled, pass: 0))
  }
}
