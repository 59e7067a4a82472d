package import ControlProtocol
package import Timeline
package import Transport

/// One song being edited and played: requests in, replies, records and events out.
///
/// Belongs to one thread, and does no IO: what it says must be kept and sent, its owner keeps and
/// sends, in that order. Every revision has one record and one `edit` event.
package final class Session {
  package internal(set) var song: Song
  package internal(set) var history: History
  /// Counts the changes; never goes back, not even to another song.
  package internal(set) var revision: Int64
  /// By how much `revision` is ahead of the song's own, which is what storage knows.
  var offset: Int64 = 0
  package internal(set) var transport: Transport
  /// What clients have selected together, ascending, each once; some of it may be gone.
  var selection: [Cell.ID] = []
  /// How many songs have come in the place of others.
  var arrivals = 0
  /// What clients call themselves, by their numbers.
  package var names: [Int64: String] = [:]
  var strays = StrayEdits()
  /// What waits for places ahead, at the first of which the fill is held.
  var pending = Pending() {
    didSet { transport.hold(at: pending.next) }
  }
  var taps = Taps()
  /// What comes in on its way into rows: of the row that is armed, and of those before it.
  var recorders: [Recorder] = []

  /// Clients know the song's own revision as one that is so much later.
  package init(
    song: Song, history: History, revision: Int64, lead: Int64 = 0, clock: any TransportClock,
    output: any MIDIOutput
  ) {
    self.song = song
    self.history = history
    self.revision = revision + lead
    offset = lead
    transport = Transport(song: song, clock: clock, output: output)
  }

  /// Whether `perform` knows this command; others concern files, ports and clients.
  package static func performs(_ command: Command) -> Bool {
    command.makesStep || handlers[command.method] != nil
  }

  /// Does what a client asks.
  ///
  /// A request that is refused has changed nothing.
  package func perform(
    _ request: Request, for client: Int64
  ) throws(RequestError) -> Outcome {
    if let outcome = try postpone(request, client) { return outcome }
    if let edit = try edit(askedBy: request, client) {
      guard let outcome = commit(try edit.decide(on: basis)) else {
        preconditionFailure("decided on another song")
      }
      return outcome
    }
    return try handle(request, client)
  }

  /// Does what is no edit.
  func handle(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    guard let handler = Session.handlers[request.method] else {
      preconditionFailure("\(request.method) is not for the session")
    }
    return try handler(self)(request, client)
  }

  // Asked at every turn of the thread, and not worth a copy of the transport.

  /// Whether `advance` has something to wait for: rolling, or notes still to leave.
  package var isBusy: Bool { transport.isBusy || isRecording }
  /// Whether the playhead moves, or is counted in.
  package var isRolling: Bool { transport.isPlaying }
  /// Whether notes sound, or may begin to by themselves.
  package var maySound: Bool { transport.maySound }

  /// The song's own revision, as records and song files hold it.
  package var ownRevision: Int64 { revision - offset }

  func record(_ change: Record.Change, _ history: Record.HistoryChange) -> Record {
    Record(
      revision: ownRevision, change: change, history: history, steps: self.history.steps.count,
      song: song)
  }

  func author(_ client: Int64) -> History.Author {
    History.Author(client: client, name: names[client])
  }

  /// Lets the transport work ahead, and tells what happened by itself.
  ///
  /// The fill.
  package func advance() -> [Event] {
    events(of: transport.advance())
  }

  func events(of notices: [Transport.Notice]) -> [Event] {
    notices.map { notice in
      switch notice {
      case .stopped: Event(.transport, transportState(cause: "stopped"))
      case .countedIn: Event(.transport, transportState(cause: "counted in"))
      case .bent: Event(.transport, transportState(cause: "tempo"))
      case .wrapped: Event(.transport, transportState(cause: "wrapped"))
      case .crossed(let crossing): Event(crossing)
      case .arrived: Event(.transport, transportState(cause: "when"))
      case .led(let deed):
        Event(.transport, transportState(cause: "clock \(deed.rawValue)"))
      }
    }
  }

  /// When the playhead enters or leaves a label next, as far as that is decided.
  package var nextCrossing: HostTime? { transport.nextCrossing }

  /// Where a message belongs, for people: bar, beat and row, such as `6:1 bass`.
  package func place(of message: ScheduledMessage) -> String {
    let position = Readout(meters: song.meters).position(transport.position(at: message.time))
    let name = transport.row(of: message).flatMap { song.row($0)?.name } ?? message.port
    return "\(position) \(name)"
  }

  private typealias Handler =
    @Sendable (Session) -> (Request, Int64) throws(RequestError) -> Outcome

  private static let handlers: [String: Handler] = [
    "ping": { _ in { _, _ in Outcome(reply: [:]) } },
    "sync": { session in
      { _, _ in
        Outcome(
          reply: ["revision": Value(session.revision)], settled: session.transport.settledAhead)
      }
    },
    "panic": { session in session.panic },
    "rows.arm": { session in session.arm },
    "rows.disarm": { session in session.disarm },
    "midi.note": { session in session.strikeByHand },
    "midi.audition": { session in session.audition },
    "midi.send": { session in session.setByHand },
    "rows.list": { session in session.listRows },
    "selection.get": { session in session.inquire },
    "selection.set": { session in session.inquire },
    "sections.list": { session in { _, _ in Outcome(reply: session.sectionList) } },
    "scenes.list": { session in
      { _, _ in Outcome(reply: ["scenes": .scenes(session.song.scenes)]) }
    },
    "maps.list": { session in { _, _ in Outcome(reply: Value.maps(of: session.song)) } },
    "cells.list": { session in session.inquire },
    "song.outline": { session in { _, _ in Outcome(reply: session.outline) } },
    "history.undo": { session in session.undo },
    "history.redo": { session in session.redo },
    "history.list": { session in session.listHistory },
    "history.set": { session in session.setHistory },
    "transport.play": { session in session.play },
    "transport.stop": { session in session.stop },
    "transport.continue": { session in session.resume },
    "transport.seek": { session in session.seek },
    "transport.go": { session in session.go },
    "transport.loop": { session in session.loop },
    "pending.list": { session in session.listPending },
    "pending.cancel": { session in session.cancelPending },
    "transport.next": { session in session.next },
    "range.set": { session in session.setRange },
    "transport.nudge": { session in session.nudge },
    "tempo.tap": { session in session.tap },
    "metronome.set": { session in session.setMetronome },
    "transport.chase": { session in session.setChase },
    "tempo.scale": { session in session.setTempoScale },
  ]

  var resolution: Resolution {
    Resolution(song: song, playhead: transport.position, selection: selection)
  }
}
