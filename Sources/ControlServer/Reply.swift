package import ControlProtocol

/// The duty to answer one request, exactly once.
///
/// May be kept and answered later; the client gets its replies in the order of its requests all the
/// same. An answer to a client that has left goes nowhere.
package final class Reply {
  private enum Asker {
    case client(Envelope, ReplyQueue.Place)
    /// The program itself.
    case caller((Result<Value, RequestError>) -> Void)
  }

  private let asker: Asker
  private weak var client: Client?
  private var isAnswered = false

  init(envelope: Envelope, place: ReplyQueue.Place, client: Client) {
    asker = .client(envelope, place)
    self.client = client
  }

  /// The answer to a request of the program's own.
  package init(_ caller: @escaping (Result<Value, RequestError>) -> Void) {
    asker = .caller(caller)
  }

  /// Whether it may come as late as the work takes: nobody waits for a line.
  package var isPatient: Bool {
    if case .caller = asker { true } else { false }
  }

  package func succeed(_ result: Value) { answer(.success(result)) }

  package func fail(_ error: RequestError) { answer(.failure(error)) }

  private func answer(_ result: Result<Value, RequestError>) {
    precondition(!isAnswered, "A request gets one reply.")
    isAnswered = true
    switch (asker, result) {
    case (.caller(let caller), _): caller(result)
    case (.client(let envelope, let place), .success(let value)):
      client?.answer(place, with: Line(envelope.reply(value)))
    case (.client(let envelope, let place), .failure(let error)):
      client?.answer(place, with: Line(envelope.reply(error)))
    }
  }

  isolated deinit {
    precondition(isAnswered || client?.isServed != true, "Every request gets a reply.")
  }
}
