internal import Glibc
package import LinuxSystem

/// Moves lines between the clients of a control socket and a handler.
///
/// Lives on the main actor and never waits there: a client that is slow, silent or gone delays
/// neither the others nor the actor. A request may come in words or JSON and is read and checked
/// here; one that cannot be read is answered with one error, and its client goes on. A blank line
/// and a comment get no reply. At half-close every request is answered, one without its last
/// newline too, before the connection is closed; when the peer has vanished they are done
/// unanswered.
package final class Server {
  let handler: any RequestHandler
  let limits: Limits
  let log: Log

  private var entrance: Entrance?
  private var clients: [ClientID: Client] = [:]
  private var lastNumber: Int64 = 0

  private var isInTurn = false
  /// Who got output in this turn.
  private var unsettled: [Client] = []

  /// Serves nobody before `open`.
  package init(handler: any RequestHandler, limits: Limits = Limits(), log: Log) {
    self.handler = handler
    self.limits = limits
    self.log = log
  }

  /// Lets clients in through a socket.
  package func open(_ socket: ControlSocket) {
    precondition(entrance == nil, "A server has one socket.")
    entrance = Entrance(socket: socket, server: self)
  }

  /// How many clients are connected.
  package var clientCount: Int { clients.count }

  /// Queues an event for a client, behind the replies that it is owed at this moment.
  ///
  /// Does nothing when the client has gone. One that reads too slowly misses it and is told later,
  /// by one `resync` event for all that it missed.
  package func send(_ event: Line, to client: ClientID) {
    clients[client]?.send(event)
  }

  /// Takes the socket's name away, sends what can be sent at once and closes every connection.
  package func close() {
    entrance?.close()
    entrance = nil
    for client in clients.values {
      client.settle()
      client.close()
    }
  }

  /// Whether one more can be served, once those are noticed that have gone.
  func makeRoom() -> Bool {
    if clients.count >= limits.clients {
      for client in Array(clients.values) { client.noticeHangUp() }
    }
    return clients.count < limits.clients
  }

  /// Serves a connection that has been accepted.
  func admit(_ connection: consuming FileDescriptor) {
    lastNumber += 1
    let id = ClientID(number: lastNumber)
    clients[id] = Client(id: id, connection: connection, server: self)
  }

  /// Does one turn's work of a client, and then sends what it led to.
  func turn(of client: Client, _ work: () -> Void) {
    handler.turn {
      isInTurn = true
      work()
      isInTurn = false
      client.settle()
      let others = unsettled
      unsettled = []
      for other in others { other.settle() }
    }
  }

  /// Sends a client's output at the end of this turn, or now if there is none.
  func settleAfterTurn(_ client: Client) {
    if !isInTurn {
      client.settle()
    } else if unsettled.last !== client {
      unsettled.append(client)
    }
  }

  func hasLeft(_ client: Client) {
    clients[client.id] = nil
    handler.clientLeft(client.id)
  }
}
