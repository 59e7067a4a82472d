import ControlProtocol
import ControlServer

/// Who wants to hear of what.
final class Subscribers {
  private var topics: [ClientID: Set<Event.Topic>] = [:]
  /// Sends a line to a client.
  var send: (Line, ClientID) -> Void = { _, _ in }

  func subscribe(_ client: ClientID, to topics: Set<Event.Topic>) {
    self.topics[client, default: []].formUnion(topics)
  }

  func unsubscribe(_ client: ClientID, from topics: Set<Event.Topic>) {
    self.topics[client]?.subtract(topics)
  }

  func leave(_ client: ClientID) {
    topics[client] = nil
  }

  /// Whether anybody wants to hear of a topic: an event for nobody need not be made.
  func want(_ topic: Event.Topic) -> Bool {
    topics.values.contains { $0.contains(topic) }
  }

  /// Sends events, each encoded once.
  func tell(_ events: [Event]) {
    for event in events where want(event.topic) {
      let listeners = topics.filter { $0.value.contains(event.topic) }.keys
      let line = Line(event.value)
      for client in listeners.sorted(by: { $0.number < $1.number }) { send(line, client) }
    }
  }
}
