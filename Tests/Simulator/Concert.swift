import ControlProtocol
import Session
import Timeline
import Transport

/// A session that plays in virtual time while it is edited at random, with the laws beside it.
struct Concert {
  static let clickPort = "click"
  static let ports = ["out", "aux"]
  /// What is nearer to a commit point than so many nanoseconds may count before or after it.
  static let near = 10.0

  let session: Session
  let clock = VirtualClock()
  let queue: VirtualQueue
  let weather: Weather
  var dice: Dice
  /// The act under way.
  var act = 0
  var ear = Ear()
  /// Where the playhead must be while it rolls.
  var reckoning: Reckoning?
  /// The song that is played since the last commit point, and what it strikes.
  var song = Song()
  var score = Score(Song())
  var lastCommit = 0.0
  /// What comes before may have been left to the song before the last commit point.
  var vagueUntil = 0.0
  /// Whether the last commit point and the end of playing were one moment.
  var isTie = false
  /// What waits for its place, in order of arrival.
  var waiting: [Waiting] = []
  /// What is decided for a place ahead.
  var turn: Turn?
  /// Where it stands while it does not roll.
  var place = Ticks.zero
  /// How many passes were complete when it came to rest.
  var passes: Int64 = 0
  /// What must be heard has been said up to here: a tick of the pass, perhaps jumped to, and a
  /// moment.
  var told: (tick: Ticks, time: Double, jumps: Bool) = (.zero, 0, false)
  var complaints: [String] = []
  private(set) var refusals = 0
  /// Called with every request and what came of it.
  var trace: (String) -> Void = { _ in }

  init(weather: Weather, dice: Dice) {
    (self.weather, self.dice) = (weather, dice)
    queue = VirtualQueue(clock)
    session = Session(
      song: Song(), history: History(), revision: 0, clock: clock, output: queue)
  }

  var now: Double { Double(clock.time.nanoseconds) }

  /// The laws that were broken.
  var violations: [String] { complaints + ear.complaints }

  /// Does what a line asks, as a turn of the daemon does; false when it is refused.
  @discardableResult
  mutating func ask(_ line: String) -> Bool {
    takeTurn()
    tell(until: now)
    let wasRolling = session.isRolling
    let lateCommits = session.transport.health.lateCommits
    do {
      let outcome = try session.perform(try Concert.request(line), for: 1)
      _ = session.advance()
      let commit = outcome.reply["commit"]?.integer.map { Double($0) }
      let (when, state) = (commit.map { "\(Int64($0))" } ?? "", session.transport.state)
      let (place, pass) = (session.transport.position.beats, session.transport.passes)
      trace("\(Int64(now)) \(line)  → \(when) \(state) \(place) in pass \(pass)")
      if session.transport.health.lateCommits > lateCommits { ear.expectStrays(at: now) }
      if let number = outcome.reply["pending"]?.integer {
        postpone(line, as: number)
      } else if let cancelled = outcome.reply["cancelled"]?.array?.compactMap(\.integer) {
        waiting.removeAll { cancelled.contains($0.number) }
      } else if outcome.isReplacement {
        hasReplaced(commit)
      } else {
        follow(line, wasRolling: wasRolling, commit: commit, outcome.reply)
      }
      takeTurn()
      checkWaiting()
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
    takeTurn()
    tell(until: now)
    let outcome = session.replace(with: song, name: "song.revert", client: 1)
    _ = session.advance()
    hasReplaced(outcome.reply["commit"]?.integer.map { Double($0) })
  }

  private static func request(_ line: String) throws -> Request {
    guard let request = try Request(words: line) else {
      preconditionFailure("no request: \(line)")
    }
    return request
  }

  /// Lets time pass as it does for the daemon: a fill every 10 ms.
  mutating func run(nanoseconds: Int64) {
    let end = clock.time + nanoseconds
    while clock.time < end {
      takeTurn()
      clock.advance(by: max(1, min(10_000_000, end - clock.time)))
    }
    clock.forgetStops()
    takeTurn()
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
