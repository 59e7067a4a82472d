import ControlProtocol
import ControlServer
import LinuxSystem
import TestFolders

/// A server on a socket of its own, and a handler that does what a test says.
@MainActor
final class Stage {
  let folder = TemporaryFolder()
  let handler = TestHandler()
  let server: Server
  let path: String

  init(_ limits: Limits = Limits()) throws {
    path = folder.file("control.sock")
    server = Server(handler: handler, limits: limits, log: Log(level: .error, journal: nil))
    server.open(try ControlSocket.listen(path: path))
  }

  /// A client that may not have been let in yet.
  func client() throws -> TestClient { try TestClient(path) }

  /// A client that is served.
  func servedClient() async throws -> TestClient {
    let client = try client()
    _ = try await client.run { client in
      try client.send("ping\n")
      return try client.line()
    }
    return client
  }

  /// Waits until what the handler is told about has come to a state that a test knows will come.
  func wait(until isSo: () -> Bool) async {
    while !isSo() {
      await withCheckedContinuation { handler.waiting.append($0) }
    }
  }

  isolated deinit {
    server.close()
  }
}

/// Answers every request with its method, or does what `onRequest` says.
@MainActor
final class TestHandler: RequestHandler {
  var onRequest: (Request, ClientID, Reply) -> Void = { request, _, reply in
    reply.succeed(.string(request.method))
  }
  private(set) var turns = 0
  private(set) var handled: [Value] = []
  private(set) var left: [ClientID] = []
  var revision = 0
  /// Those who look again after each call.
  fileprivate var waiting: [CheckedContinuation<Void, Never>] = []

  func turn(_ work: () -> Void) {
    turns += 1
    work()
  }

  func handle(_ request: Request, from client: ClientID, reply: Reply) {
    handled.append(request.envelope.id)
    onRequest(request, client, reply)
    wakeThoseWaiting()
  }

  func resync(for client: ClientID) -> Value { ["revision": Value(revision)] }

  func clientLeft(_ client: ClientID) {
    left.append(client)
    wakeThoseWaiting()
  }

  private func wakeThoseWaiting() {
    for waiting in waiting { waiting.resume() }
    waiting = []
  }
}

func ping(_ id: Int) -> String { #"{"id":\#(id),"method":"ping"}"# }

func pong(_ id: Int) -> String { #"{"id":\#(id),"result":"ping"}"# }

/// Replies that a test makes when it wants to.
@MainActor
final class HeldReplies {
  fileprivate(set) var held: [Reply] = []
  fileprivate(set) var clients: [ClientID] = []
}

extension Stage {
  /// Keeps the reply of each request from now on.
  func holdReplies() -> HeldReplies {
    let replies = HeldReplies()
    handler.onRequest = { _, client, reply in
      replies.held.append(reply)
      replies.clients.append(client)
    }
    return replies
  }
}
