import ControlProtocol
import Session
import Timeline
import Transport

/// A session that plays in virtual time while it is edited at random, with the laws beside it.
struct Concert {
  static let clickPort = "click"
  static let ports = ["out", "aux"]
  /// What is nearer to a commit point than so many nanoseconds may count before or after it.
  private static let near = 10.0

  let session: Session
  let clock = VirtualClock()
  let queue: VirtualQueue
  var dice: Dice
  var ear = Ear()
  /// Where the playhead must be while it rolls.
  private var reckoning: Reckoning?
  /// The song that is played since the last commit point, and what it strikes.
  private var song = Song()
  private var score = Score(Song())
  private var lastCommit = 0.0
  /// What comes before may have been left to the song before the last commit point.
  private var vagueUntil = 0.0
  /// Whether the last commit point and the end of playing were one moment.
  private var isTie = false
  /// Where it stands while it does not roll.
  private var place = Ticks.zero
  /// What must be heard has been said up to here: a tick of the pass, and a moment.
  private var told: (tick: Ticks, time: Double) = (.zero, 0)
  private var complaints: [String] = []
  private(set) var refusals = 0
  /// Called with every request and what came of it.
  var trace: (String) -> Void = { _ in }

  init(seed: UInt64) {
    dice = Dice(seed: seed)
    queue = VirtualQueue(clock)
    session = Session(
      song: Song(), history: History(), revision: 0, clock: clock, output: queue)
  }

  var now: Double { Double(clock.time.nanoseconds) }

  /// The laws that were broken.
  var violations: [String] { complaints + ear.complaints }

  // Asking.

  /// Does what a line asks, as a turn of the daemon does; false when it is refused.
  @discardableResult
  mutating func ask(_ line: String) -> Bool {
    _ = session.advance()
    tell(until: now)
    let wasRolling = session.isRolling
    let replaces = takesReplacement(line)
    let lateCommits = session.transport.health.lateCommits
    do {
      let outcome = try session.perform(try Concert.request(line), for: 1)
      _ = session.advance()
      let commit = outcome.reply["commit"]?.integer.map { Double($0) }
      let (when, state) = (commit.map { "\(Int64($0))" } ?? "", session.transport.state)
      trace("\(Int64(now)) \(line)  → \(when) \(state)")
      if session.transport.health.lateCommits > lateCommits { ear.expectStrays(at: now) }
      if replaces {
        hasReplaced(commit)
      } else {
        follow(line, wasRolling: wasRolling, commit: commit)
        if let commit, !line.contains("sounding=") {
          let gone = outcome.reply["removals"]?.array ?? []
          ear.expectEnd(
            of: Set(gone.compactMap { $0.integer.map { Cell.ID($0) } }), at: commit)
        }
      }
      settleTie()
      return true
    } catch {
      refusals += 1
      trace("\(Int64(now)) \(line)  refused: \(error)")
      return false
    }
  }

  /// Puts a song in the place of this one.
  mutating func replace(with song: Song) {
    _ = session.advance()
    tell(until: now)
    let outcome = session.replace(with: song, name: "song.revert", client: 1)
    _ = session.advance()
    hasReplaced(outcome.reply["commit"]?.integer.map { Double($0) })
  }

  /// Whether a line takes back, or takes again, a step that replaced the song.
  private func takesReplacement(_ line: String) -> Bool {
    let step = line == "undo" ? session.history.newest : line == "redo" ? session.history.next : nil
    if case .replacement? = step?.change { return true }
    return false
  }

  private static func request(_ line: String) throws -> Request {
    let noJSON: JSONReader = { text throws(RequestError) in
      throw RequestError(.badText, "no JSON is read here: \(text)")
    }
    guard let request = try Request(words: line, reading: noJSON) else {
      preconditionFailure("no request: \(line)")
    }
    return request
  }

  // Reckoning.

  private mutating func follow(
    _ line: String, wasRolling: Bool, commit: Double?
  ) {
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

  private mutating func hasReplaced(_ commit: Double?) {
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
  private mutating func checkPosition() {
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
  private mutating func settleTie() {
    guard isTie else { return }
    isTie = false
    reckoning = nil
    guard session.isRolling else { return place = session.transport.position }
    ask("stop")
    place = session.transport.position
  }

  /// Says what must be heard before a moment; the playhead may come to its end meanwhile.
  private mutating func tell(until time: Double, isOptional: Bool = false) {
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

  // Time.

  /// Lets time pass as it does for the daemon: a fill every 10 ms.
  mutating func run(nanoseconds: Int64) {
    let end = clock.time + nanoseconds
    while clock.time < end {
      _ = session.advance()
      clock.advance(by: max(1, min(10_000_000, end - clock.time)))
    }
    clock.forgetStops()
    _ = session.advance()
    listen()
  }

  /// Compares what has been heard with what had to be.
  mutating func listen(atMostLate lateness: Double = Ear.patience) {
    let heard = queue.takeHeard()
    for entry in heard { trace("    \(entry.time.nanoseconds) \(entry.port) \(entry.message)") }
    // With what leaves at this very moment.
    tell(until: now + 1)
    checkPosition()
    ear.listen(heard, now: now, atMostLate: lateness)
  }
}
