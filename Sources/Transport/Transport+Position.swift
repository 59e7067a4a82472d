package import Timeline

/// Where the playhead stands at one moment: what belongs together, however long it takes to say.
package struct Standing: Sendable {
  package let state: Transport.State
  /// That of the place ahead while changes are gathered for it.
  package let position: Ticks
  /// Passes completed since play.
  package let passes: Int64
  /// As the transport's own.
  package let anchor: (tick: Ticks, time: HostTime)?
}

extension Transport {
  /// Where the playhead stands now, by one reading of the clock.
  package var standing: Standing {
    let now = clock.now()
    return Standing(
      state: state(at: now), position: gathering?.destination ?? position(at: now),
      passes: passes(at: now), anchor: anchor(at: now))
  }

  func state(at now: HostTime) -> State {
    if let gathering, gathering.stops { return .stopped }
    guard let path = performance?.path else { return leader?.cue == nil ? .stopped : .waiting }
    return path.leg(at: now).countIn == nil ? .rolling : .countingIn
  }

  func passes(at now: HostTime) -> Int64 { performance?.path.leg(at: now).pass ?? pass }

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
  package var anchor: (tick: Ticks, time: HostTime)? { anchor(at: clock.now()) }

  private func anchor(at now: HostTime) -> (tick: Ticks, time: HostTime)? {
    guard let path = performance?.path else { return nil }
    let leg = path.leg(at: now)
    if let count = leg.countIn { return (count.start, leg.lastingTime(of: leg.end)) }
    // Where a leader's clock goes nobody knows.
    guard leader == nil else { return (leg.tick(at: now), now) }
    let tick = max(leg.tick, leg.pace.tempo.bend(before: leg.tick(at: now)))
    return (tick, leg.lastingTime(of: tick))
  }
}
