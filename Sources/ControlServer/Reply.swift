package import ControlProtocol

/// The duty to answer one request, exactly once.
///
/// May be kept and answered later; the client gets its replies in the order of its requests all the
/// same. An answer to a client that has left goes nowhere.
package final class Reply {
  private let envelope: Envelope
  private let place: ReplyQueue.Place
  private weak var client: Client?
  private var isAnswered = false

  init(envelope: Envelope, place: ReplyQueue.Place, client: Client) {
    self.envelope = envelope
    self.place = place
    self.client = client
  }

  package func succeed(_ result: Value) {
    send(envelope.reply(result))
  }

  package func fail(_ error: RequestError) {
    send(envelope.reply(error))
  }

  private func send(_ value: Value) {
    precondition(!isAnswered, "A request gets one reply.")
    isAnswered = true
    client?.answer(place, with: Line(value))
  }

  isolated deinit {
    precondition(isAnswered || client?.isServed != true, "Every request gets a reply.")
  }
}
