package import Timeline

extension Transport {
  /// The position at a moment that is not far off.
  package func position(at time: HostTime) -> Ticks {
    performance?.position(at: time) ?? place
  }

  /// The row whose note a message begins or ends, while that is known.
  package func row(of message: ScheduledMessage) -> Row.ID? {
    performance?.ledger.voice(of: message)?.row
  }

  /// A tick and the moment it is played at: from here a client can tell every other one.
  ///
  /// The newest from which one steady tempo or one ramp leads to the playhead; while counting in,
  /// where and when the playhead will begin to move. During a nudge it says where that leads to.
  package var anchor: (tick: Ticks, time: HostTime)? {
    guard let path = performance?.path else { return nil }
    let now = clock.now()
    let leg = path.leg(at: now)
    if let count = leg.countIn { return (count.start, path.lastingTime(of: leg.end, in: leg)) }
    // Where a leader's clock goes nobody knows.
    guard leader == nil else { return (path.tick(at: now, in: leg), now) }
    let tick = max(leg.tick, path.tempo.bend(before: path.tick(at: now, in: leg)))
    return (tick, path.lastingTime(of: tick, in: leg))
  }

  /// When a tick ahead is played in the pass under way; nil when it is not, or when stopped.
  package func time(of tick: Ticks) -> HostTime? {
    guard let path = pathAhead, tick >= path.last.tick, tick <= path.last.end else { return nil }
    return path.time(of: tick, in: path.last)
  }

  /// When a tick is played in the pass after the one under way; nil when it is not.
  package func timeInNextPass(of tick: Ticks) -> HostTime? {
    guard var path = pathAhead, path.last.wraps else { return nil }
    path.wrap(in: song)
    let leg = path.last
    guard tick >= leg.tick, tick <= leg.end else { return nil }
    return path.time(of: tick, in: leg)
  }

  /// Where the pass under way ends; nil when stopped.
  package var passEnd: Ticks? {
    pathAhead?.last.end
  }

  /// The way up to the leg under way, or to the one that a count-in leads to.
  private var pathAhead: Path? {
    guard var path = performance?.path else { return nil }
    path.rewind(to: path.start(of: path.leg(at: clock.now())) + 1)
    if path.last.countIn != nil { path.wrap(in: song) }
    return path
  }
}
