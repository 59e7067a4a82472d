package import ControlProtocol
package import Timeline
package import Transport

/// What came of a request: what to answer, what to keep, whom to tell.
package struct Outcome: Sendable {
  /// The result for the client that asked.
  package var reply: Value
  /// The revision that the reply tells of, which must be kept before it is told.
  package var revision: Int64?
  /// What storage must hold before anybody is told; nil when nothing has changed.
  package var record: Record?
  /// What to send to subscribers, after the reply.
  package var events: [Event] = []
  /// When all this has left the output; nil when it has already.
  package var settled: HostTime?
  /// What is large and no longer needed, to be let go of where there is time.
  package var leftovers: [History.Step] = []
  /// That another song, which has waited, is the one being edited from now on.
  package var arrival: Arrival?
  /// The numbers of requests, some perhaps for songs, that wait no more.
  package var departed: [Int64] = []

  package init(
    reply: Value, revision: Int64? = nil, record: Record? = nil, events: [Event] = [],
    settled: HostTime? = nil, leftovers: [History.Step] = [], arrival: Arrival? = nil,
    departed: [Int64] = []
  ) {
    self.reply = reply
    if case .object(let members) = reply {
      self.revision = revision ?? members["revision"]?.integer
    } else {
      self.revision = revision
    }
    self.record = record
    self.events = events
    self.settled = settled
    self.leftovers = leftovers
    self.arrival = arrival
    self.departed = departed
  }
}

/// Another song has come in the place of the one that was edited.
package struct Arrival: Sendable {
  /// The number under which it has waited.
  package let number: Int64
  /// The song of before, which may be large to let go of.
  package let former: (song: Song, history: History)
}
