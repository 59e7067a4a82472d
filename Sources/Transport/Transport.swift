package import Timeline

/// Plays a song: decides ahead of time what must sound when, and keeps the output to it.
///
/// Belongs to one thread. `advance` is called at every turn; it is cheap when nothing is due.
/// There is one of a kind, which no look at it copies.
package struct Transport: ~Copyable {
  /// Whether the playhead moves.
  package enum State: Hashable, Sendable {
    case stopped
    /// It will move with the leader's next clock.
    case waiting
    /// The metronome counts bars, and then the playhead moves.
    case countingIn
    case rolling
  }

  /// Something that happened by itself.
  package enum Notice: Hashable, Sendable {
    /// The playhead came to the end and stopped.
    case stopped
    /// The playhead came to a step of tempo, or to an end of a ramp.
    case bent
    /// The count-in is over: the playhead moves.
    case countedIn
    /// The playhead wrapped; so many passes are complete.
    case wrapped(pass: Int64)
    /// The playhead entered or left a cell that has a label.
    case crossed(Crossing)
    /// A leader did something to the playhead.
    case led(Leader.Deed)
    /// What was gathered for this place took effect.
    case arrived
  }

  package internal(set) var song: Song
  package internal(set) var health = Health()
  /// What the ports have played, as if over cables: one for each that has played.
  package internal(set) var cables: [Cable] = []
  /// Whether a suspend of the machine stops the playhead, or it goes on from where it was.
  package var stopsOnResume = true
  /// When everything that was asked for has left; what `sync` waits for.
  package internal(set) var settled = HostTime(nanoseconds: 0)

  /// The last commit point; what was decided there stands.
  var committed = HostTime(nanoseconds: 0)

  let clock: any TransportClock
  let output: any MIDIOutput
  var performance: Performance?
  var mirror = Mirror()
  var place = Ticks.zero
  var pass: Int64 = 0
  /// Where the steady tempo or the ramp under the playhead began, as far as was noticed.
  var bend = Ticks.zero
  /// Whether a count-in was under way, as far as was noticed.
  var wasCountingIn = false
  /// What has happened since `advance` told it last.
  var untold: [Notice] = []
  /// When the output may stop its queue, after the last offs.
  var quiet: HostTime?
  /// What sounded on ports whose device has gone.
  var orphans: [String: [Voice]] = [:]
  /// What the performance before this one ended when it ended.
  var faded: [Voice] = []
  /// For how long the machine had been suspended at the last look.
  var asleep: Int64
  /// Which ports send MIDI clock.
  package internal(set) var clockPorts: [ClockPort] = []
  /// Who leads the playhead, if anybody does.
  package internal(set) var leader: Leader?
  /// By how many nanoseconds all that sounds on a port is late; negative when it is early.
  package internal(set) var portDelays: [String: Int64] = [:]
  /// The keys that are held by hand; while rolling, the ledger may have ended them already.
  var held: [HeldKey] = []
  /// The clock that goes on while stopped, if one does.
  var standstill: Standstill?
  /// Where the playhead has been before, for as long as that is asked for.
  var trail = Trail()
  /// What is being gathered for a place ahead.
  var gathering: Gathering?
  /// When what was gathered takes effect, until that has been told.
  var arrival: HostTime?

  package init(song: Song, clock: any TransportClock, output: any MIDIOutput) {
    self.song = song
    self.clock = clock
    self.output = output
    asleep = clock.asleep
  }

  package var state: State { state(at: clock.now()) }

  /// Whether it rolls or counts in.
  package var isPlaying: Bool { performance != nil }

  /// Whether what is due by now was decided in time, as long as it plays.
  package var isUpToDate: Bool {
    guard let performance, performance.ending == nil else { return true }
    return performance.edge > clock.now()
  }

  /// Whether `advance` has something to wait for: rolling, or notes still to leave.
  package var isBusy: Bool {
    performance != nil || quiet != nil || standstill != nil || !held.isEmpty
  }

  /// Whether notes sound, or may begin to by themselves.
  package var maySound: Bool { performance != nil || !held.isEmpty }

  /// The position now; that of the place ahead while changes are gathered for it.
  package var position: Ticks { gathering?.destination ?? position(at: clock.now()) }

  /// When the playhead enters or leaves a label next, as far as that is decided.
  package var nextCrossing: HostTime? { performance?.stays.nextTime }

  /// Passes completed since play.
  package var passes: Int64 { passes(at: clock.now()) }

  /// Rolls from a position, the playhead's own without one; restarts when rolling.
  ///
  /// At or beyond the range head it starts at the range start. Bars of clicks may come first, at
  /// the tempo and meter of that place. Returns when the first tick or click sounds.
  package mutating func play(from: Ticks? = nil, countIn bars: Int = 0) -> HostTime {
    let start = from ?? placeToPlay
    if performance != nil {
      pass = 0
      return seek(to: start, pass: 0, countIn: bars)
    }
    return roll(from: start, pass: 0, countIn: bars)
  }

  /// Goes on from where the playhead is, wherever that is; the pass count goes on too.
  package mutating func resume() -> HostTime {
    performance == nil ? roll(from: place, pass: pass, countIn: 0) : clock.now()
  }

  /// Where the playhead is, or the range start when that is at or beyond the range head.
  var placeToPlay: Ticks {
    position < Performance.head(of: song) ? position : song.range.start
  }

  /// Stops where the playhead is and ends what sounds; when stopped, goes to the range start.
  ///
  /// Returns the commit point when something was rolling.
  package mutating func stop() -> HostTime? {
    guard performance != nil else {
      releaseHeld()
      if leader?.cue == nil { place = song.range.start }
      leader?.cue = nil
      return nil
    }
    if gathering != nil { return gather { $0.stop() } }
    return commit { performance, time in performance.stop(at: time) }
  }

  /// Moves the playhead, or the place where a count-in leads to; what sounds is cut.
  ///
  /// Exactly the range head counts as the start while looping, as stopped otherwise. Returns the
  /// commit point when rolling.
  package mutating func seek(to tick: Ticks) -> HostTime? {
    guard performance != nil else {
      place = tick
      if let cue = leader?.cue {
        leader?.cue = Leader.Cue(
          tick: tick, pass: cue.pass, countIn: cue.countIn, deed: cue.deed)
      }
      output.sendNow(clockPorts.map { ($0.name, .sync(.position(tick))) })
      return nil
    }
    let isHead = tick == Performance.head(of: song)
    let tick = isHead && song.range.loops ? song.range.start : tick
    if gathering != nil { return gather { $0.course = .elsewhere(tick, cuts: true) } }
    return seek(to: tick, pass: nil)
  }

  /// Goes on from another tick as at a wrap, in pass 0, with the range that a patch sets: what
  /// sounds follows its tails.
  ///
  /// Returns the commit point when rolling.
  package mutating func go(to tick: Ticks, in song: Song, _ patch: Patch) -> HostTime? {
    self.song = song
    if gathering != nil {
      return gather {
        $0.add(patch, nil, rangeByHand: true)
        $0.course = .elsewhere(tick, cuts: false)
      }
    }
    guard state == .rolling else {
      _ = change(to: song, patch, rangeByHand: true)
      return seek(to: tick)
    }
    return commit { performance, time in
      let decided = performance.changeAhead(at: time)
      let more = performance.change(
        to: song, patch: patch, rangeByHand: true, at: time, sounding: { _ in nil })
      performance.goOn(elsewhere: tick, pass: 0, at: time)
      return decided + more
    }
  }

  /// Brings all that follows forward by so many nanoseconds, or back, over ten times as long.
  ///
  /// Nothing is lost or doubled. Returns the commit point; nil when nothing is rolling, or by a
  /// leader's clock.
  package mutating func nudge(by nanoseconds: Int64) -> HostTime? {
    guard performance != nil, leader == nil else { return nil }
    return commit { performance, time in
      performance.nudge(by: nanoseconds, at: time)
      return []
    }
  }

  /// Plays what sounds on these ports so many nanoseconds later, or earlier when negative.
  ///
  /// Each note is played once all the same, and what sounds keeps its length. Returns the commit
  /// point when rolling.
  package mutating func delay(ports: [String: Int64]) -> HostTime? {
    portDelays = ports
    guard performance != nil else { return nil }
    return commit { performance, time in
      performance.delay(ports: ports, at: time)
      return []
    }
  }

  /// The time now, on the clock that it plays by.
  package var now: HostTime { clock.now() }

  /// Goes on with a changed song; what sounds is settled as the patch and `sounding` say.
  ///
  /// `isLate` strikes new notes all the same that should have begun a moment ago. Returns the
  /// commit point when rolling.
  package mutating func change(
    to song: Song, _ patch: Patch, sounding: Sounding? = nil, rangeByHand: Bool = false,
    isLate: Bool = false
  ) -> HostTime? {
    self.song = song
    guard performance != nil else {
      output.sendNow(programs(changedIn: patch))
      return nil
    }
    if let time = gather({ $0.add(patch, sounding, rangeByHand: rangeByHand) }) { return time }
    // Most edits reach nothing that is decided already, and cost no decisions.
    let time = commitPoint(Transport.lead, after: clock.now())
    if performance?.follow(song, patch, rangeByHand: rangeByHand, at: time) == true {
      committed = time
      return time
    }
    return commit { performance, time in
      let decided = performance.change(
        to: song, patch: patch, rangeByHand: rangeByHand, at: time, sounding: { _ in sounding })
      return isLate ? decided + performance.strikeBegun(patch, at: time) : decided
    }
  }

  /// Goes on with another song, at the same position or from a start on, in pass 0; everything that
  /// sounds is cut.
  package mutating func replace(with song: Song, from start: Ticks? = nil) -> HostTime? {
    self.song = song
    guard performance != nil else {
      output.sendNow(allPrograms)
      place = min(place, max(song.contentEnd, Performance.head(of: song)))
      return start.flatMap { seek(to: $0) }
    }
    let time =
      gather { $0.replaceSong(from: start) }
      ?? commit { performance, time in
        performance.replace(with: song, from: start, pass: start == nil ? nil : 0, at: time)
      }
    if start != nil { meet() }
    return time
  }

  /// Decides and queues what is due within the horizon.
  ///
  /// The fill.
  ///
  /// To be called at every turn of the thread, and at least every 10 ms while `isBusy`.
  package mutating func advance() -> [Notice] { advance(at: clock.now()) }

  /// The same, as decided at a moment that has just been.
  mutating func advance(at now: HostTime) -> [Notice] {
    mirror.flush(to: output, at: now)
    // What waits for room is still to leave.
    if let quiet, now > quiet, mirror.backlog.isEmpty {
      if standstill == nil {
        output.stop()
        mirror = Mirror()
      }
      self.quiet = nil
    }
    goOnStanding(at: now)
    releaseDue(at: now)
    let notices = self.notices(at: now)
    if wakesUp() { return notices + resumeAfterSuspend() }
    guard let edge = performance?.edge else { return notices }
    health.noteTurn(at: now)
    if let ending = performance?.ending, let over = performance?.over, over <= now {
      finish(at: ending.tick, quiet: over)
      return notices + self.notices(at: now) + [.stopped]
    }
    // Edits decide ahead as well: when they come fast they leave nothing to fill, but to forget.
    guard edge - now < health.horizon * 3 / 4 || health.awaitsFill(at: now) else { return notices }
    health.noteFill(at: now, edge: edge)
    let past = now - 50_000_000
    cables.carry(mirror.forget(before: past))
    keepUp(at: now)
    // Where it stands: a copy would make its arrays be copied.
    performance?.forget(before: past, wayBefore: trail.memory)
    trail.forget(at: now)
    // Where little is decided, what is due first does not wait until the rest is.
    if edge - now < Health.period { fill(to: now + Health.period, at: now) }
    fill(to: now + health.horizon, at: now)
    return notices
  }

  private mutating func fill(to time: HostTime, at now: HostTime) {
    guard let filled = performance?.fill(to: time, stale: now - Health.stale) else { return }
    health.missed += filled.missed
    mirror.add(filled.messages, to: output)
  }
}
