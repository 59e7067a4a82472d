package import ControlProtocol
package import Timeline
package import Transport

/// What came of a request: what to answer, what to keep, whom to tell.
package struct Outcome: Sendable {
  /// The result for the client that asked.
  package var reply: Value
  /// What storage must hold before anybody is told; nil when nothing has changed.
  package var record: Record?
  /// What to send to subscribers, after the reply.
  package var events: [Event] = []
  /// When all this has left the output; nil when it has already.
  package var settled: HostTime?
  /// What is large and no longer needed, to be let go of where there is time.
  package var leftovers: [History.Step] = []

  package init(
    reply: Value, record: Record? = nil, events: [Event] = [], settled: HostTime? = nil,
    leftovers: [History.Step] = []
  ) {
    self.reply = reply
    self.record = record
    self.events = events
    self.settled = settled
    self.leftovers = leftovers
  }
}
