package import Timeline

extension Transport {
  /// Lets the clock of another sequencer lead the playhead, or nobody.
  ///
  /// What moves goes on where it is. Returns the commit point when rolling.
  package mutating func follow(_ loss: Leader.Loss?) -> HostTime? {
    if let loss, leader != nil {
      leader?.loss = loss
      return nil
    }
    let wasLed = leader != nil
    leader = loss.map { Leader($0, expecting: songTempo(at: position), since: clock.now()) }
    guard performance != nil, wasLed != (leader != nil) else { return nil }
    let period = leader?.follower.period
    return commit { performance, time in
      performance.lead(by: period, at: time)
      return []
    }
  }

  /// Plays with the leader's next clock, else as `play` does.
  ///
  /// Returns when the first tick or click sounds; nil when that waits for a clock.
  package mutating func playInStep(from: Ticks?, countIn bars: Int) -> HostTime? {
    guard leader != nil, performance == nil else { return play(from: from, countIn: bars) }
    return setOff(Leader.Cue(tick: from ?? placeToPlay, pass: 0, countIn: bars, deed: nil))
  }

  /// Goes on with the leader's next clock, else as `resume` does.
  package mutating func resumeInStep() -> HostTime? {
    guard leader != nil, performance == nil else { return resume() }
    return setOff(Leader.Cue(tick: place, pass: pass, countIn: 0, deed: nil))
  }

  /// The tempo at a place: the leader's once it is known, else the song's.
  package func tempo(at tick: Ticks) -> Tempo {
    guard let follower = leader?.follower else { return song.tempo.tempo(at: tick) }
    return follower.isTold ? follower.tempo : songTempo(at: tick)
  }

  /// The song's own tempo at a place, as it is played.
  private func songTempo(at tick: Ticks) -> Tempo {
    Tempo(scaling: song.tempo.tempo(at: tick), by: song.tempoScale)
  }

  /// Whether no clock comes: whoever sends one next may lead.
  package var isLeaderSilent: Bool { leader.map { !$0.isHeard(at: clock.now()) } ?? true }

  /// Takes in what another sequencer says, and when it did; returns what has happened by it.
  package mutating func hear(_ message: SyncMessage, at time: HostTime) -> [Notice] {
    guard leader != nil else { return [] }
    switch message {
    case .clock: hearClock(at: time)
    case .start: setOff(Leader.Cue(tick: .zero, pass: 0, countIn: 0, deed: .start))
    case .continue where performance == nil:
      setOff(Leader.Cue(tick: place, pass: pass, countIn: 0, deed: .continue))
    case .stop: stopWithLeader()
    case .position(let sixteenths) where performance == nil && leader?.cue == nil:
      _ = seek(to: ClockReceiver.sixteenth * Int64(sixteenths))
      untold.append(.led(.position))
    case .continue, .position: break
    }
    defer { untold.removeAll() }
    return untold
  }

  /// Waits for the next clock; does not wait where that is known already.
  ///
  /// Returns when the playhead moves, if it is known.
  @discardableResult
  mutating func setOff(_ cue: Leader.Cue) -> HostTime? {
    leader?.cue = cue
    place = performance == nil ? cue.tick : place
    if cue.deed != nil { leader?.follower.free() }
    let now = clock.now()
    guard let follower = leader?.follower, follower.isSteady, !follower.isLost(at: now),
      follower.period < Leader.foreseen
    else { return nil }
    // A leader that starts means its next clock; who else asks can wait for one that is on time.
    var number = follower.number + 1
    while cue.deed == nil, follower.time(of: number) - now < Transport.runUp { number += 1 }
    return perform(cue, with: number, due: follower.time(of: number))
  }

  private mutating func hearClock(at time: HostTime) {
    leader?.follower.clock(at: time)
    if leader?.isLost == true {
      leader?.isLost = false
      untold.append(.led(.found))
    }
    guard let number = leader?.follower.number else { return }
    if let cue = leader?.cue {
      perform(cue, with: number, due: time)
    } else if performance != nil, leader?.meeting == nil {
      meet()
    }
  }

  @discardableResult
  private mutating func perform(
    _ cue: Leader.Cue, with number: Int64, due: HostTime
  ) -> HostTime {
    leader?.cue = nil
    leader?.told = nil
    let expected = songTempo(at: cue.tick)
    leader?.follower.expect(expected)
    leader?.meeting = (number, 0)
    let start: HostTime
    if performance == nil {
      start = roll(from: cue.tick, pass: cue.pass, countIn: cue.countIn, due: due)
    } else {
      start = seek(to: cue.tick, pass: cue.pass, countIn: cue.countIn, due: due)
      leader?.meeting?.travelled = performance?.path.legs[0].travelled ?? 0
    }
    if let deed = cue.deed { untold.append(.led(deed)) }
    return start
  }

  /// Has the playhead's next 24th of a beat come with the clock nearest to it.
  mutating func meet() {
    guard let leader, let path = performance?.path else { return }
    guard leader.isHeard(at: clock.now()) else {
      self.leader?.meeting = nil
      return
    }
    let (leg, step) = (path.legs[0], ClockReceiver.step.count)
    let rest = leg.tick.count % step
    let next = rest == 0 ? 0 : step - rest
    let clocks = leader.follower.position(at: leg.start) + Double(next) / Double(step)
    self.leader?.meeting = (Int64(clocks.rounded()), leg.travelled + next)
  }

  /// Stops where the leader's next clock would be.
  private mutating func stopWithLeader() {
    leader?.cue = nil
    guard let performance, let leader else { return }
    let next = leader.meeting.map { meeting in
      performance.tick(
        travelled: meeting.travelled + (leader.follower.number + 1 - meeting.clock)
          * ClockReceiver.step.count)
    }
    _ = stop()
    if let next { place = next }
    untold.append(.led(.stop))
  }

  /// Keeps to the leader: to be called before each fill.
  mutating func keepUp(at now: HostTime) {
    guard let leader, let performance, performance.isLed else { return }
    if isSilent(at: now), !leader.isLost { return loseLeader() }
    // What is bent already counts: seen from before that, it would be bent again and again.
    let free = performance.free
    guard performance.ending == nil, let travelled = leader.travelled(at: free) else { return }
    let step = Double(ClockReceiver.step.count)
    let ticks = travelled - Double(performance.path.travelled(before: free))
    let ahead = ticks / step * leader.follower.period
    guard abs(ahead) > Leader.furthest else {
      self.performance?.steer(to: leader.follower.period, ahead: ahead)
      return tell(at: now)
    }
    let skipped = Int64(ticks.rounded())
    _ = commit { performance, time in performance.skip(skipped, at: time) }
    self.leader?.meeting?.travelled -= skipped
    untold.append(.bent)
  }

  /// Whether no clock comes any more, and none waits to be taken in.
  private mutating func isSilent(at now: HostTime) -> Bool {
    guard let leader, !leader.isHeard(at: now), now - leader.since > Leader.patience else {
      self.leader?.silentSince = nil
      return false
    }
    let since = leader.silentSince ?? now
    self.leader?.silentSince = since
    return now - since > Leader.grace
  }

  private mutating func loseLeader() {
    leader?.isLost = true
    leader?.losses += 1
    untold.append(.led(.lost))
    guard leader?.loss == .stop else { return }
    _ = stop()
    untold.append(.led(.stop))
  }

  /// Tells of the tempo when who was told would take the playhead to be elsewhere.
  private mutating func tell(at now: HostTime) {
    guard let period = leader?.follower.period, let performance else { return }
    let travelled = performance.path.travelled(before: performance.edge)
    let current = (performance.edge, travelled, period)
    guard let told = leader?.told else {
      leader?.told = current
      return
    }
    let passed = Double(performance.edge - told.time)
    let moved = Double(travelled - told.travelled) / Double(ClockReceiver.step.count)
    guard abs(moved * told.period - passed) > Leader.told else { return }
    leader?.told = current
    untold.append(.bent)
  }
}

extension Tempo {
  /// A tempo played by a factor, in millionths.
  fileprivate init(scaling tempo: Tempo, by scale: Int64) {
    let picoseconds = Double(tempo.picosecondsPerBeat) / Double(scale) * 1e6
    self.init(picosecondsPerBeat: Int64(picoseconds.clamped(to: 60e9...60e12)))
  }
}
