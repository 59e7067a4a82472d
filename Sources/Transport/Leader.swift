import Timeline

/// Another sequencer that leads the playhead by its MIDI clock.
package struct Leader {
  /// What becomes of the playhead when no clock comes any more.
  package enum Loss: String, Sendable, CaseIterable {
    /// It goes on at the last tempo.
    case `continue`
    case stop
  }

  /// What the leader did to the playhead.
  package enum Deed: String, Sendable {
    case start
    case `continue`
    case stop
    case position
    case lost
    case found
  }

  /// What the playhead does with the next clock.
  struct Cue {
    let tick: Ticks
    let pass: Int64
    let countIn: Int
    /// Whose wish it was, if the leader's.
    let deed: Deed?
  }

  /// Nanoseconds for which a leader that was just chosen need not be heard.
  static let patience: Int64 = 500_000_000
  /// Nanoseconds for which clocks may wait to be taken in, when this has been held up.
  static let grace: Int64 = 30_000_000
  /// The clock of a slower leader is waited for: what is decided so long before cannot be edited.
  static let foreseen = 100_000_000.0
  /// A playhead that is off by more nanoseconds jumps; by less it hurries.
  static let furthest = 100_000_000.0
  /// Nanoseconds by which what was told of the playhead may be wrong.
  static let told = 5_000_000.0

  package internal(set) var loss: Loss
  package internal(set) var follower: ClockFollower
  /// How often its clock was lost while the playhead moved.
  package internal(set) var losses = 0
  /// Whether its clock has been lost, and has not come back.
  package internal(set) var isLost = false
  /// Since when no clock has come for too long.
  var silentSince: HostTime?
  var cue: Cue?
  /// A clock, and how far the playhead has travelled when it is due.
  var meeting: (clock: Int64, travelled: Int64)?
  /// What was told last: where the playhead was, and from clock to clock how long it takes.
  var told: (time: HostTime, travelled: Int64, period: Double)?
  let since: HostTime

  init(_ loss: Loss, expecting tempo: Tempo, since: HostTime) {
    self.loss = loss
    self.since = since
    follower = ClockFollower(expecting: tempo)
  }

  /// Whether a clock is to be expected.
  func isHeard(at now: HostTime) -> Bool { !follower.isLost(at: now) }

  /// How far the playhead should have travelled at a moment.
  func travelled(at time: HostTime) -> Double? {
    meeting.map { meeting in
      Double(meeting.travelled)
        + (follower.position(at: time) - Double(meeting.clock)) * Double(ClockReceiver.step.count)
    }
  }
}
