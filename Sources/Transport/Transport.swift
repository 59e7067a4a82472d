package import Timeline

/// Plays a song: decides ahead of time what must sound when, and keeps the output to it.
///
/// Belongs to one thread. `advance` is called at every turn; it is cheap when nothing is due.
package struct Transport {
  package enum State: Hashable, Sendable {
    case stopped
    case rolling
  }

  /// Something that happened by itself.
  package enum Notice: Hashable, Sendable {
    /// The playhead came to the end and stopped.
    case stopped
    /// The playhead wrapped; so many passes are complete.
    case wrapped(pass: Int64)
  }

  package private(set) var song: Song
  package private(set) var health = Health()
  /// When everything that was asked for has left; what `sync` waits for.
  package private(set) var settled = HostTime(nanoseconds: 0)

  private let clock: any TransportClock
  private let output: any MIDIOutput
  private var performance: Performance?
  private var mirror = Mirror()
  private var place = Ticks.zero
  private var pass: Int64 = 0
  /// When the output may stop its queue, after the last offs.
  private var quiet: HostTime?

  package init(song: Song, clock: any TransportClock, output: any MIDIOutput) {
    self.song = song
    self.clock = clock
    self.output = output
  }

  package var state: State { performance == nil ? .stopped : .rolling }

  /// Whether `advance` has something to wait for: rolling, or notes still to leave.
  package var isBusy: Bool { performance != nil || quiet != nil }

  /// The position now.
  package var position: Ticks {
    performance?.position(at: clock.now()) ?? place
  }

  /// The position at a moment that is not far off.
  package func position(at time: HostTime) -> Ticks {
    performance?.position(at: time) ?? place
  }

  /// The row whose note a message begins or ends, while that is known.
  package func row(of message: ScheduledMessage) -> Row.ID? {
    performance?.ledger.voice(of: message)?.row
  }

  /// Passes completed since play.
  package var passes: Int64 { performance?.path.leg(at: clock.now()).pass ?? pass }

  /// A tick and the moment it is played at: from here a client can tell every other one.
  package var anchor: (tick: Ticks, time: HostTime)? {
    guard let path = performance?.path else { return nil }
    let leg = path.leg(at: clock.now())
    return (leg.tick, path.start(of: leg))
  }

  /// When a tick ahead is played in the pass under way; nil when it is not, or when stopped.
  package func time(of tick: Ticks) -> HostTime? {
    guard let path = performance?.path else { return nil }
    let leg = path.leg(at: clock.now())
    guard tick >= leg.tick, tick <= leg.end else { return nil }
    return path.time(of: tick, in: leg)
  }

  /// When a tick is played in the pass after the one under way; nil when it is not.
  package func timeInNextPass(of tick: Ticks) -> HostTime? {
    guard var path = performance?.path else { return nil }
    path.rewind(to: path.start(of: path.leg(at: clock.now())) + 1)
    guard path.last.wraps else { return nil }
    let (end, wraps) = Performance.goal(from: song.range.start, in: song)
    path.wrap(to: song.range.start, end: end, wraps: wraps)
    let leg = path.last
    guard tick >= leg.tick, tick <= leg.end else { return nil }
    return path.time(of: tick, in: leg)
  }

  /// Where the pass under way ends; nil when stopped.
  package var passEnd: Ticks? {
    performance.map { $0.path.leg(at: clock.now()).end }
  }

  /// Rolls from a position, the playhead's own without one; restarts when rolling.
  ///
  /// At or beyond the range head it starts at the range start. Returns when the first tick sounds.
  package mutating func play(from: Ticks? = nil) -> HostTime {
    let head = Performance.head(of: song)
    let start = from ?? (position < head ? position : song.range.start)
    if performance != nil {
      pass = 0
      return seek(to: start, pass: 0)
    }
    return roll(from: start, pass: 0)
  }

  /// Goes on from where the playhead is, wherever that is; the pass count goes on too.
  package mutating func resume() -> HostTime {
    performance == nil ? roll(from: place, pass: pass) : clock.now()
  }

  /// Stops where the playhead is and ends what sounds; when stopped, goes to the range start.
  ///
  /// Returns the commit point when something was rolling.
  package mutating func stop() -> HostTime? {
    guard performance != nil else {
      place = song.range.start
      return nil
    }
    return commit { performance, time in performance.stop(at: time) }
  }

  /// Moves the playhead; what sounds is cut.
  ///
  /// Exactly the range head counts as the start while looping, as stopped otherwise. Returns the
  /// commit point when rolling.
  package mutating func seek(to tick: Ticks) -> HostTime? {
    guard performance != nil else {
      place = tick
      return nil
    }
    let isHead = tick == Performance.head(of: song)
    return seek(to: isHead && song.range.loops ? song.range.start : tick, pass: nil)
  }

  /// Goes on with a changed song; what sounds is settled as the patch and `sounding` say.
  ///
  /// Returns the commit point when rolling.
  package mutating func change(
    to song: Song, _ patch: Patch, sounding: Sounding? = nil, rangeByHand: Bool = false
  ) -> HostTime? {
    let old = self.song
    self.song = song
    output.sendNow(programs(changedIn: patch, from: old))
    guard performance != nil else { return nil }
    return commit { performance, time in
      performance.change(
        to: song, patch: patch, sounding: sounding, rangeByHand: rangeByHand, at: time)
    }
  }

  /// Goes on with another song, at the same position; everything that sounds is cut.
  package mutating func replace(with song: Song) -> HostTime? {
    self.song = song
    output.sendNow(allPrograms)
    guard performance != nil else {
      place = min(place, max(song.contentEnd, Performance.head(of: song)))
      return nil
    }
    return commit { performance, time in performance.replace(with: song, at: time) }
  }

  /// Ends every note and resets every channel that the song uses; playing goes on.
  package mutating func panic() {
    if performance != nil {
      _ = commit { performance, time in performance.silence(at: time) }
    }
    var messages: [(port: String, message: MIDIMessage)] = []
    var done: Set<String> = []
    for row in song.rowList where done.insert("\(row.channel.number) \(row.port)").inserted {
      for controller: UInt8 in [64, 123, 120] {
        messages.append((row.port, .control(row.channel, controller: controller, value: 0)))
      }
    }
    output.sendNow(messages)
  }

  /// Ends at once what sounds on a port that is about to lose its device.
  package mutating func silence(port: String) {
    guard let performance else { return }
    let now = clock.now()
    output.sendNow(
      performance.ledger.sounding(at: now).filter { $0.port == port }
        .map { ($0.port, $0.offMessage) })
    _ = commit { performance, time in performance.silence(port: port, at: time) }
  }

  /// Goes on where the playhead is on an output that holds nothing yet.
  package mutating func useFreshOutput() {
    mirror = Mirror()
    output.sendNow(allPrograms)
    if performance != nil { _ = seek(to: position, pass: nil) }
  }

  /// Sends the programs of the rows of a port, for a device that has just appeared there.
  package func sendPrograms(to port: String) {
    output.sendNow(allPrograms.filter { $0.port == port })
  }

  /// Decides and queues what is due within the horizon.
  ///
  /// The fill.
  ///
  /// To be called at every turn of the thread, and at least every 10 ms while `isBusy`.
  package mutating func advance() -> [Notice] {
    let now = clock.now()
    if let quiet, now > quiet {
      output.stop()
      mirror = Mirror()
      self.quiet = nil
    }
    guard var performance else { return [] }
    var notices = self.notices(at: now)
    if let ending = performance.ending, ending.time <= now {
      finish(at: ending.tick, quiet: ending.time)
      notices.append(.stopped)
      return notices
    }
    mirror.flush(to: output)
    guard performance.edge - now < health.horizon * 3 / 4 else { return notices }
    health.noteFill(at: now, edge: performance.edge)
    let past = now - 50_000_000
    performance.forget(before: past)
    mirror.forget(before: past)
    performance.freeTags(queued: mirror.queued)
    let filled = performance.fill(to: now + health.horizon, stale: now - Health.stale)
    health.missed += filled.missed
    mirror.add(filled.messages, to: output)
    self.performance = performance
    return notices
  }
}

extension Transport {
  /// Nanoseconds from a decision to its commit point, at first try.
  private static var lead: Int64 { 500_000 }
  /// Nanoseconds from play to the first tick.
  private static var runUp: Int64 { 5_000_000 }
  /// Nanoseconds after the last off before the queue stops.
  private static var rest: Int64 { 20_000_000 }

  private mutating func roll(from tick: Ticks, pass: Int64) -> HostTime {
    quiet = nil
    mirror.forget(before: HostTime(nanoseconds: .max))
    output.start()
    output.sendNow(allPrograms)
    let start = max(clock.now() + Transport.runUp, settled)
    performance = Performance(of: song, from: tick, at: start, pass: pass)
    self.pass = pass
    settled = max(settled, start)
    health.begin(at: clock.now())
    _ = advance()
    return start
  }

  private mutating func seek(to tick: Ticks, pass: Int64?) -> HostTime {
    commit { performance, time in
      performance.jump(to: tick, pass: pass, at: time)
    }
  }

  /// Decides something anew from a commit point on, and makes the output hold just that.
  ///
  /// Decided on a copy: preempted before the output was touched, it is decided again further on.
  private mutating func commit(
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
      if next.isStopped { finish(at: next.position(at: time), quiet: time) }
      return time
    }
  }

  private mutating func finish(at tick: Ticks, quiet time: HostTime) {
    pass = passes
    place = tick
    performance = nil
    quiet = time + Transport.rest
    settled = max(settled, time)
  }

  private mutating func notices(at now: HostTime) -> [Notice] {
    let passes = passes
    guard passes > pass else { return [] }
    pass = passes
    return [.wrapped(pass: passes)]
  }

  private var allPrograms: [(port: String, message: MIDIMessage)] {
    song.rowList.flatMap { row in row.programMessages.map { (row.port, $0) } }
  }

  /// The programs of rows that a patch added or gave another program or place.
  private func programs(
    changedIn patch: Patch, from old: Song
  ) -> [(port: String, message: MIDIMessage)] {
    var changed: Set<Row.ID> = []
    for change in patch.rows {
      switch change {
      case .added(let row, _): changed.insert(row.id)
      case .set(let id, _, .program), .set(let id, _, .bank), .set(let id, _, .channel),
        .set(let id, _, .port):
        changed.insert(id)
      case .removed, .set: break
      }
    }
    return changed.sorted().compactMap { song.row($0) }.flatMap { row in
      row.programMessages.map { (row.port, $0) }
    }
  }
}
