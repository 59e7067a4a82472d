import Timeline

extension Transport {
  /// Nanoseconds from a decision to its commit point, at first try.
  static var lead: Int64 { 500_000 }
  /// Nanoseconds from play to the first tick.
  private static var runUp: Int64 { 5_000_000 }
  /// Nanoseconds after the last off before the queue stops.
  private static var rest: Int64 { 20_000_000 }

  /// Starts the output's queue, and a performance a little later.
  mutating func roll(from tick: Ticks, pass: Int64) -> HostTime {
    quiet = nil
    mirror.forget(before: HostTime(nanoseconds: .max))
    output.start()
    output.sendNow(allPrograms)
    let start = max(clock.now() + Transport.runUp, settled)
    performance = Performance(of: song, from: tick, at: start, pass: pass)
    self.pass = pass
    bend = song.tempo.bend(before: tick)
    settled = max(settled, start)
    health.begin(at: clock.now())
    _ = advance()
    return start
  }

  /// Goes on from another tick; with another pass count if one is given.
  mutating func seek(to tick: Ticks, pass: Int64?) -> HostTime {
    commit { performance, time in
      performance.jump(to: tick, pass: pass, at: time)
    }
  }

  /// Decides something anew from a commit point on, and makes the output hold just that.
  ///
  /// Decided on a copy: preempted before the output was touched, it is decided again further on.
  mutating func commit(
    _ decide: (inout Performance, HostTime) -> [ScheduledMessage]
  ) -> HostTime {
    guard let performance else { preconditionFailure("nothing is rolling") }
    var lead = Transport.lead
    while true {
      let now = clock.now()
      // Commit points never go back: what an earlier one decided is not to be undone.
      let time = max(now + lead, settled)
      var next = performance
      let late = next.fill(to: time, stale: now - Health.stale)
      next.rewind(to: time)
      var fresh = decide(&next, time)
      let rest = next.fill(to: max(now + health.horizon, performance.edge), stale: time)
      fresh += rest.messages
      let outcome = mirror.replace(
        from: time, with: fresh, late: late.messages, in: output, clock)
      guard case .done = outcome else {
        if case .overtaken = outcome { health.lateCommits += 1 }
        lead = min(2 * lead, 100_000_000)
        continue
      }
      health.missed += late.missed + rest.missed
      self.performance = next
      settled = max(settled, time)
      if next.path.origin == time { bend = song.tempo.bend(before: next.path.legs[0].tick) }
      if next.isStopped { finish(at: next.position(at: time), quiet: time) }
      return time
    }
  }

  /// Ends the performance; the queue stops once its last offs have left.
  mutating func finish(at tick: Ticks, quiet time: HostTime) {
    pass = passes
    place = tick
    performance = nil
    quiet = time + Transport.rest
    settled = max(settled, time)
  }

  /// What has happened by itself since the last call.
  mutating func notices(at now: HostTime) -> [Notice] {
    guard let performance else { return [] }
    let leg = performance.path.leg(at: now)
    let tempo = song.tempo
    let bend = tempo.isSteady ? bend : tempo.bend(before: performance.path.tick(at: now, in: leg))
    defer { (pass, self.bend) = (max(pass, leg.pass), bend) }
    if leg.pass > pass { return [.wrapped(pass: leg.pass)] }
    return bend == self.bend ? [] : [.bent]
  }

  /// The programs of all rows, by port.
  var allPrograms: [(port: String, message: MIDIMessage)] {
    song.rowList.flatMap { row in row.programMessages.map { (row.port, $0) } }
  }

  /// The programs of rows that a patch added or gave another program or place.
  func programs(changedIn patch: Patch) -> [(port: String, message: MIDIMessage)] {
    guard !patch.rows.isEmpty else { return [] }
    var changed: Set<Row.ID> = []
    for change in patch.rows {
      switch change {
      case .added(let row, _): changed.insert(row.id)
      case .set(let id, _, .program), .set(let id, _, .bank), .set(let id, _, .channel),
        .set(let id, _, .port):
        changed.insert(id)
      case .removed, .moved, .set: break
      }
    }
    return changed.sorted().compactMap { song.row($0) }.flatMap { row in
      row.programMessages.map { (row.port, $0) }
    }
  }
}
