import Session
import Timeline
import Transport

/// Where the playhead must be, after all that was asked, and what it must strike on its way.
extension Concert {
  /// What a line has done to the playhead, from its commit point on.
  mutating func follow(_ line: String, wasRolling: Bool, commit: Double?) {
    defer { know(session.song) }
    let (song, words) = (session.song, line.split(separator: " "))
    let target = words.count > 1 ? Double(words[1]).flatMap { Ticks(beats: $0) } : nil
    switch words[0] {
    case "play", "continue":
      guard var commit else { return }
      let head = Reckoning.head(of: song)
      let start = target ?? (words[0] == "continue" || place < head ? place : song.range.start)
      guard !wasRolling else {
        // Rolling already: `continue` does nothing.
        return words[0] == "play" ? jump(to: start, at: commit) : ()
      }
      if line.contains("countIn") { commit += countIn(before: start) }
      reckoning = Reckoning(at: start, when: commit, in: song)
      told = (start, commit - Concert.near)
      lastCommit = commit
    case "seek":
      guard let target else { return }
      guard let commit else { return place = target }
      let isHead = target == Reckoning.head(of: song) && song.range.loops
      jump(to: isHead ? song.range.start : target, at: commit)
    case "stop":
      guard let commit else { return place = song.range.start }
      close(at: commit)
      isTie = false
      if let reckoning { rest(from: reckoning, at: commit) }
      reckoning = nil
      ear.expectSilence(at: commit)
    case "panic": ear.expectStorm(at: now)
    default: if let commit { change(words, at: commit) }
    }
  }

  /// The playhead has been stopped without being asked, in this turn.
  mutating func hasStopped() {
    tell(until: now)
    // The commit point is soon.
    tell(until: max(now, lastCommit) + 1e6, isOptional: true)
    reckoning = nil
    place = session.transport.position
  }

  private mutating func know(_ song: Song) {
    self.song = song
    score = Score(song)
  }

  /// The song is another one.
  mutating func hasReplaced(_ commit: Double?) {
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
    close(at: commit)
    ear.expectChange(at: commit)
    if words.contains("sounding=swap") { ear.expectSwap(at: commit) }
    let (before, song) = (song, session.song)
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
    told = (tick, commit - Concert.near)
    (lastCommit, vagueUntil) = (commit, commit + Concert.near)
  }

  /// The playhead goes on from a tick, its own without one; what sounds is cut.
  private mutating func jump(to tick: Ticks? = nil, at commit: Double) {
    let nudge = reckoning?.nudge(at: commit) ?? 0
    close(at: commit)
    isTie = false
    ear.expectSilence(at: commit)
    let target = tick ?? reckoning?.tick(at: commit) ?? place
    reckoning = Reckoning(at: target, when: commit, in: session.song, nudge: nudge)
    told = (target, commit - Concert.near)
    lastCommit = commit
  }

  /// The playhead has come to rest where it was at a moment.
  private mutating func rest(from reckoning: Reckoning, at commit: Double) {
    place = session.transport.position
    let error = reckoning.time(of: place) - commit
    if abs(error) > Ear.exact { complaints.append("rests at \(place.beats), off by \(error) ns") }
  }

  /// The position is where closed-form arithmetic says, to a microsecond.
  mutating func checkPosition() {
    guard let reckoning, now > lastCommit + Concert.near else { return }
    let tick = session.transport.position(at: clock.time)
    let error = reckoning.time(of: tick) - now
    guard abs(error) > Ear.exact, abs(now - reckoning.passEnd) > Ear.exact else { return }
    complaints.append("the playhead is at \(tick.beats) at \(Int64(now)), off by \(error) ns")
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
    reckoning = nil
    guard session.isRolling else { return place = session.transport.position }
    ask("stop")
    place = session.transport.position
  }

  /// Says what must be heard before a moment; the playhead may come to its end meanwhile.
  mutating func tell(until time: Double, isOptional: Bool = false) {
    while let pass = reckoning {
      ear.expect(
        score.onsets(
          from: told.tick, since: told.time, until: time, in: pass, tails: song.range.tails
        ).map {
          var onset = $0
          onset.isOptional = isOptional || onset.time < vagueUntil
          return onset
        })
      guard pass.passEnd < time else { break }
      guard pass.wraps else {
        place = pass.end
        reckoning = nil
        return ear.expectSilence(at: pass.passEnd)
      }
      if song.range.tails == .cut { ear.expectSilence(at: pass.passEnd) }
      reckoning?.wrap(in: song)
      told = (song.range.start, pass.passEnd - Concert.near)
    }
    told.time = max(told.time, time)
  }
}
