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
    if let count = leg.countIn { return (count.start, leg.lastingTime(of: leg.end)) }
    // Where a leader's clock goes nobody knows.
    guard leader == nil else { return (leg.tick(at: now), now) }
    let tick = max(leg.tick, leg.pace.tempo.bend(before: leg.tick(at: now)))
    return (tick, leg.lastingTime(of: tick))
  }
}
