import Timeline

extension Transport {
  /// Sends MIDI clock on these ports, and on no others.
  ///
  /// Returns the commit point when rolling.
  package mutating func sendClock(to ports: [ClockPort]) -> HostTime? {
    clockPorts = ports
    guard performance == nil else {
      return commit { performance, time in performance.clocks.change(to: ports, at: time) }
    }
    guard ports.contains(where: \.isFree) else {
      if let standstill { rest(after: standstill.edge, standstill.clocks) }
      standstill = nil
      return nil
    }
    if standstill == nil {
      output.start()
      let start = clock.now() + Transport.runUp
      standstill = Standstill(
        clocks: Clocks(ports), at: place, from: start, in: song)
      quiet = nil
    } else {
      standstill?.change(to: ports)
    }
    goOnStanding(at: clock.now())
    return nil
  }

  /// Decides and queues the clock of a transport that is stopped.
  mutating func goOnStanding(at now: HostTime) {
    guard let edge = standstill?.edge else { return }
    mirror.flush(to: output, at: now)
    guard edge - now < health.horizon * 3 / 4 else { return }
    mirror.forget(before: now - 50_000_000)
    if let follower = leader?.follower, follower.isTold {
      if standstill?.isOff(from: follower.tempo) ?? false {
        standstill?.follow(follower.tempo, by: 1_000_000)
      }
    } else {
      standstill?.follow(song.tempo.tempo(at: place), by: song.tempoScale)
    }
    let stale = now - Health.stale
    if let messages = standstill?.fill(to: now + health.horizon, stale: stale) {
      mirror.add(messages, to: output)
    }
  }

  /// Ends the clock of the stopped transport as soon as can be, for the one that comes to roll.
  mutating func endStanding() -> Clocks {
    guard let standstill else { return Clocks(clockPorts) }
    var lead = Transport.lead
    while true {
      let time = commitPoint(lead, after: clock.now())
      var clocks = standstill.clocks
      clocks.rewind(to: time)
      let outcome = mirror.replace(
        from: time, with: clocks.standing(from: time), late: [], in: output, clock)
      guard case .done = outcome else {
        lead = min(2 * lead, 100_000_000)
        continue
      }
      committed = time
      clocks.beginWay()
      self.standstill = nil
      return clocks
    }
  }

  /// The queue stops when what was decided up to `time` has left.
  mutating func rest(after time: HostTime, _ clocks: Clocks) {
    quiet = time + Transport.rest + clocks.late
    settled = max(settled, time + clocks.late)
  }
}
