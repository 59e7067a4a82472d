import Timeline

extension Transport {
  /// Nanoseconds from a decision to its commit point, at first try.
  static var lead: Int64 { 500_000 }
  /// Nanoseconds from play to the first tick.
  static var runUp: Int64 { 5_000_000 }
  /// The same when a leader has started already: it waits no longer than it must.
  static var shortRunUp: Int64 { lead }
  /// Nanoseconds after the last off before the queue stops.
  static var rest: Int64 { 20_000_000 }

  /// Starts the output's queue, and a performance a little later, or when it is due.
  mutating func roll(
    from tick: Ticks, pass: Int64, countIn bars: Int, due: HostTime? = nil
  ) -> HostTime {
    quiet = nil
    asleep = clock.asleep
    let clocks = endStanding()
    mirror.forget(before: HostTime(nanoseconds: .max))
    output.start()
    var runUp = due == nil ? Transport.runUp : Transport.shortRunUp
    while true {
      let soonest = max(clock.now() + runUp + clocks.early, settled)
      let start = max(due ?? soonest, soonest)
      // The clock of an early port begins before the first tick.
      let begin = start - clocks.early
      var performance = Performance(
        of: song, from: tick, at: start, since: begin, pass: pass, lap: trail.nextLap,
        countIn: bars, portDelays: portDelays,
        course: leader.map { Performance.course($0.follower.period) })
      performance.clocks = clocks
      for key in held { performance.ledger.begin(key.voice) }
      let settings = performance.chase(at: tick, pass, time: clock.now(), all: true)
      let now = clock.now()
      // Preempted for so long, it starts later: the first notes are never the ones to be missed.
      guard now < begin else {
        runUp = min(2 * runUp, 100_000_000)
        continue
      }
      // Some time before the first note: a synthesizer may have to load a sound.
      output.sendNow(settings.map { ($0.port, $0.message) })
      self.performance = performance
      self.pass = pass
      wasCountingIn = bars > 0
      bend = song.tempo.bend(before: tick)
      settled = max(settled, start)
      health.begin(at: now)
      untold = advance(at: now)
      return start
    }
  }

  /// Goes on from another tick; with another pass count, and after a count-in, if they are given.
  mutating func seek(
    to tick: Ticks, pass: Int64?, countIn bars: Int? = nil, due: HostTime? = nil
  ) -> HostTime {
    if let bars { wasCountingIn = bars > 0 }
    let time = commit(from: due) { performance, time in
      performance.jump(to: tick, pass: pass, countIn: bars, at: time)
    }
    meet()
    return time
  }

  /// The next commit point, at least `lead` nanoseconds after a moment.
  ///
  /// They only go forward: what an earlier one decided is not to be undone.
  func commitPoint(_ lead: Int64, after now: HostTime) -> HostTime {
    max(now + lead, settled, committed + 1)
  }

  /// Decides something anew from a commit point on, and makes the output hold just that.
  ///
  /// Decided on a copy: preempted before the output was touched, it is decided again further on.
  /// From `due` on, if that is still ahead then. Where there is time, at `latest`: what was decided
  /// for a place before is decided there again.
  mutating func commit(
    from due: HostTime? = nil, by latest: HostTime? = nil,
    _ decide: (inout Performance, HostTime) -> [ScheduledMessage]
  ) -> HostTime {
    guard let performance else { preconditionFailure("nothing is rolling") }
    var lead = Transport.lead
    while true {
      let now = clock.now()
      var time = max(commitPoint(lead, after: now), due ?? now)
      if let latest, now + lead <= latest { time = min(time, latest) }
      var next = performance
      let late = next.fill(to: time, stale: now - Health.stale)
      next.rewind(to: time)
      var fresh = decide(&next, time)
      let standing = next.clocks.standing(from: time)
      let rest = next.fill(to: max(now + health.horizon, performance.edge), stale: time)
      fresh = (fresh + standing + rest.messages).clockFirst
      // An off that comes behind an on of just before has been taken back, and is in `fresh`.
      let before = late.messages.filter { $0.time < time }
      let outcome = mirror.replace(from: time, with: fresh, late: before, in: output, clock)
      guard case .done = outcome else {
        if case .overtaken = outcome { health.lateCommits += 1 }
        lead = min(2 * lead, 100_000_000)
        continue
      }
      health.missed += late.missed + rest.missed
      // A way that begins anew has forgotten what was before.
      if next.path.legs[0].lap != performance.path.legs[0].lap {
        trail.leave(performance.path, at: time)
      }
      self.performance = next
      settled = max(settled, time)
      if latest == nil { committed = time }
      let leg = next.path.leg(at: time)
      if leg.pace.origin == time { bend = song.tempo.bend(before: leg.position(at: time)) }
      if next.isStopped, let ending = next.ending, ending.time <= time {
        finish(at: ending.tick, quiet: time)
      }
      return time
    }
  }

  /// Ends the performance; the queue stops once its last offs have left.
  mutating func finish(at tick: Ticks, quiet time: HostTime) {
    pass = performance?.path.leg(at: time).pass ?? pass
    untold += crossings(upTo: HostTime(nanoseconds: .max))
    place = tick
    if let performance { trail.leave(performance.path, at: performance.ending?.time ?? time) }
    let clocks = performance?.clocks ?? Clocks([])
    faded = faded.filter { $0.sounds(since: time - Transport.newsDelay, until: time) }
    faded += performance?.ledger.sounding(since: time - Transport.newsDelay, until: time) ?? []
    held = held.filter { performance?.ledger.holds($0) ?? false }
    standstill = clocks.areFree ? performance?.standstill : nil
    (performance, arrival) = (nil, nil)
    rest(after: time, clocks)
  }

  /// What has happened by itself since the last call.
  mutating func notices(at now: HostTime) -> [Notice] {
    var notices = untold
    untold.removeAll()
    guard performance != nil else { return notices }
    notices += crossings(upTo: now)
    guard let path = performance?.path else { return notices }
    let leg = path.leg(at: now)
    if let arrival, arrival <= now {
      self.arrival = nil
      // That tells of the tempo too.
      bend = song.tempo.bend(before: leg.position(at: now))
      notices.append(.arrived)
    }
    if wasCountingIn, leg.countIn == nil, leg.start <= now {
      wasCountingIn = false
      notices.append(.countedIn)
    }
    let tempo = song.tempo
    let bend = tempo.isSteady ? bend : tempo.bend(before: leg.position(at: now))
    defer { (pass, self.bend) = (leg.pass, bend) }
    if leg.pass == pass + 1 { return notices + [.wrapped(pass: leg.pass)] }
    return bend == self.bend || leader != nil ? notices : notices + [.bent]
  }

  private mutating func crossings(upTo now: HostTime) -> [Notice] {
    performance?.stays.tell(upTo: now).map { .crossed($0) } ?? []
  }
}
