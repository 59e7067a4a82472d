import ControlProtocol
import Session
import Timeline
import Transport

/// Where the playhead must be, after all that was asked, and what it must strike on its way.
extension Concert {
  /// What a line has done to the playhead, from its commit point on.
  mutating func follow(_ line: String, wasRolling: Bool, commit: Double?, _ reply: Value) {
    defer { if turn == nil { know(session.song) } }
    let (song, words) = (session.song, line.split(separator: " "))
    let target = words.count > 1 ? Double(words[1]).flatMap { Ticks(beats: $0) } : nil
    switch words[0] {
    case "play", "continue":
      guard var commit else { return }
      let head = Reckoning.head(of: song)
      let start = target ?? (words[0] == "continue" || place < head ? place : song.range.start)
      guard !wasRolling else {
        // Rolling already: `continue` does nothing.
        guard words[0] == "play" else { return }
        supersede(at: commit)
        return jump(to: start, at: commit, count: 0)
      }
      if line.contains("countIn") { commit += countIn(before: start) }
      reckoning = Reckoning(
        at: start, when: commit, in: song, count: words[0] == "continue" ? passes : 0)
      told = (start, commit - Concert.near, true)
      lastCommit = commit
    case "seek":
      guard let target else { return }
      guard let commit else { return place = target }
      supersede(at: commit)
      let isHead = target == Reckoning.head(of: song) && song.range.loops
      jump(to: isHead ? song.range.start : target, at: commit)
    case "stop":
      guard let commit else {
        place = Concert.start(of: reply) ?? song.range.start
        return
      }
      supersede(at: commit)
      close(at: commit)
      isTie = false
      if let reckoning { rest(from: reckoning, at: commit) }
      reckoning = nil
      ear.expectSilence(at: commit)
    case "go":
      guard let target = Concert.start(of: reply) else { return }
      guard let commit else { return place = target }
      supersede(at: commit)
      go(to: target, at: commit)
    case "panic": ear.expectStorm(at: now)
    default:
      guard let commit else { return }
      if let turn, turn.changesNothing(in: self.song), commit < turn.time - Ear.exact {
        self.turn = nil
      }
      if let turn, turn.follows(commit), words[0] != "nudge" {
        return join(line, at: commit, reply)
      }
      change(words, at: commit)
      if !line.contains("sounding=") { ear.expectEnd(of: reply.removals, at: commit) }
    }
  }

  /// What is decided for a place that the playhead will not come to, or comes to just then, leads
  /// it nowhere any more.
  private mutating func supersede(at commit: Double) {
    if let turn, turn.follows(commit) { self.turn = nil }
  }

  /// The playhead has been stopped without being asked, in this turn.
  mutating func hasStopped() {
    tell(until: now)
    turn = nil
    // The commit point is soon.
    tell(until: max(now, lastCommit) + 1e6, isOptional: true)
    passes = session.transport.passes
    reckoning = nil
    place = session.transport.position
  }

  mutating func know(_ song: Song) {
    self.song = song
    score = Score(song)
  }

  /// The song is another one.
  mutating func hasReplaced(_ commit: Double?) {
    if let commit, let turn, turn.follows(commit) {
      self.turn?.isAnotherSong = true
      return join("replace", at: commit, [:])
    }
    if let commit {
      jump(at: commit)
    } else {
      place = min(place, max(session.song.contentEnd, Reckoning.head(of: session.song)))
    }
    know(session.song)
  }

  /// How long a bar of clicks takes.
  private func countIn(before start: Ticks) -> Double {
    let bar = session.song.meters.event(at: start).meter.bar.beats
    let beat = Double(session.song.tempo.tempo(at: start).picosecondsPerBeat) / 1_000
    return bar * beat / (Double(session.song.tempoScale) / 1e6)
  }

  /// What an edit, or a setting, does to the way of the playhead.
  private mutating func change(_ words: [Substring], at commit: Double) {
    // What the playhead jumps into is struck once, in the song as it is then.
    let jumps = told.jumps && commit == lastCommit
    close(at: commit)
    ear.expectChange(at: commit)
    if words.contains("sounding=swap") { ear.expectSwap(at: commit) }
    // A nudge changes no song.
    let (before, song) = (song, words[0] == "nudge" ? song : session.song)
    guard var reckoning else { return }
    let tick = reckoning.tick(at: commit)
    if words[0] == "nudge", let milliseconds = Double(words[1]) {
      reckoning.restart(at: tick, when: commit, in: song, nudge: milliseconds * 1e6)
    } else if song.tempo != before.tempo || song.tempoScale != before.tempoScale {
      reckoning.restart(at: tick, when: commit, in: song)
    }
    if words[0] != "nudge" {
      reckoning.follow(song, from: tick, byHand: ["loop", "range.set"].contains(words[0]))
    }
    self.reckoning = reckoning
    told = (tick, commit - Concert.near, jumps)
    (lastCommit, vagueUntil) = (commit, commit + Concert.near)
    if let place = turn?.place, let moved = reckoning.lead(to: place, in: before) {
      turn?.place = moved
      turn?.isVague = true
    }
  }

  /// The playhead goes on with a section; what sounds follows the tails.
  private mutating func go(to tick: Ticks, at commit: Double) {
    guard let former = reckoning else { return }
    close(at: commit)
    isTie = false
    ear.expectChange(at: commit)
    if session.song.range.tails == .cut { ear.expectSilence(at: commit) }
    reckoning = Reckoning(
      at: tick, when: commit, in: session.song, nudge: former.nudge(at: commit),
      travelled: former.travelled(to: former.tick(at: commit)))
    told = (tick, commit - Concert.near, false)
    lastCommit = commit
  }

  /// The playhead goes on from a tick, its own without one; what sounds is cut.
  private mutating func jump(to tick: Ticks? = nil, at commit: Double, count: Int64? = nil) {
    let before = reckoning
    close(at: commit)
    // It may have come to its end just before that, and goes on all the same.
    let former = reckoning ?? before
    isTie = false
    ear.expectSilence(at: commit)
    let target = tick ?? reckoning?.tick(at: commit) ?? place
    reckoning = Reckoning(
      at: target, when: commit, in: session.song, nudge: former?.nudge(at: commit) ?? 0,
      travelled: former.map { $0.travelled(to: $0.tick(at: commit)) } ?? 0,
      count: count ?? reckoning?.count ?? passes)
    told = (target, commit - Concert.near, true)
    lastCommit = commit
  }

  /// The playhead has come to rest where it was at a moment.
  private mutating func rest(from reckoning: Reckoning, at commit: Double) {
    (place, passes) = (session.transport.position, reckoning.count)
    let error = reckoning.time(of: place) - commit
    if abs(error) > Ear.exact { complaints.append("rests at \(place.beats), off by \(error) ns") }
  }

  /// The position is where closed-form arithmetic says, to a microsecond.
  mutating func checkPosition() {
    // Before another song comes, the playhead is said to be where that begins.
    guard let reckoning, now > lastCommit + Concert.near, turn?.isAnotherSong != true else {
      return
    }
    let tick = session.transport.position(at: clock.time)
    let error = reckoning.time(of: tick) - now
    defer { checkPasses() }
    guard abs(error) > Ear.exact, abs(now - reckoning.passEnd) > Ear.exact else { return }
    complaints.append("the playhead is at \(tick.beats) at \(Int64(now)), off by \(error) ns")
  }

  /// So many passes are complete.
  private mutating func checkPasses() {
    guard let reckoning, now > lastCommit + Concert.near, turn?.isAnotherSong != true,
      abs(now - reckoning.passEnd) > Ear.exact, session.transport.passes != reckoning.count
    else { return }
    complaints.append(
      "\(session.transport.passes) passes at \(Int64(now)) rather than \(reckoning.count)")
  }

  /// Says what must be heard before a commit point; what is too near to it may come or not.
  private mutating func close(at commit: Double) {
    if let pass = reckoning { isTie = !pass.wraps && abs(pass.passEnd - commit) <= Concert.near }
    tell(until: commit - Concert.near, isOptional: false)
    tell(until: commit + Concert.near, isOptional: true)
  }

  /// Whether the playhead came to its end at the very moment of an edit may go either way.
  mutating func settleTie() {
    guard isTie else { return }
    isTie = false
    (reckoning, turn) = (nil, nil)
    if session.isRolling { ask("stop") }
    (place, passes) = (session.transport.position, session.transport.passes)
  }

  /// Says what must be heard before a moment; the playhead may come to its end meanwhile.
  mutating func tell(until time: Double, isOptional: Bool = false) {
    if let turn, turn.time <= time { make(turn) }
    while let pass = reckoning {
      ear.expect(
        score.onsets(
          from: told.tick, jumping: told.jumps, since: told.time, until: time, in: pass
        ).map {
          var onset = $0
          onset.isOptional = isOptional || onset.time < vagueUntil
          return onset
        })
      guard pass.passEnd < time else { break }
      guard pass.wraps else {
        (place, passes) = (pass.end, pass.count)
        reckoning = nil
        return ear.expectSilence(at: pass.passEnd)
      }
      if song.range.tails == .cut { ear.expectSilence(at: pass.passEnd) }
      reckoning?.wrap(in: song)
      told = (song.range.start, pass.passEnd - Concert.near, false)
    }
    if let reckoning, reckoning.time(of: told.tick) < time { told.jumps = false }
    told.time = max(told.time, time)
  }
}
