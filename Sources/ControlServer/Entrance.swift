internal import ControlProtocol
internal import Glibc
internal import LinuxSystem

/// Lets clients in while there is room, and tells the others that there is none.
final class Entrance {
  private let socket: ControlSocket
  private unowned let server: Server
  private var arrivals: Readiness?
  private var retry: Alarm?

  /// Given up for a moment when no descriptor is left, so that whoever knocks can be told.
  private var reserve: FileDescriptor?

  /// How many are let in before others get their turn.
  private static let atOnce = 16
  private static let noDescriptor = "the daemon has no file descriptor left for another client"

  init(socket: ControlSocket, server: Server) {
    self.socket = socket
    self.server = server
    reserve = openReserve()
    arrivals = Readiness(of: socket.number, ownedBy: socket, to: .read) { [weak self] in
      self?.letIn()
    }
    arrivals?.resume()
  }

  /// Lets nobody in any more, and takes the socket's name away.
  func close() {
    arrivals?.cancel()
    retry = nil
    socket.withdraw()
  }

  private func letIn() {
    server.handler.turn { letSomeIn() }
  }

  private func letSomeIn() {
    for _ in 0..<Self.atOnce {
      do throws(SystemError) {
        guard try letNextIn() else { return }
      } catch {
        server.log.warning(error.description)
        guard turnAway() else { return pause() }
      }
    }
  }

  /// Serves or refuses whoever waits; false when nobody does.
  private func letNextIn() throws(SystemError) -> Bool {
    switch try socket.accept() {
    case .nobody: return false
    case .stranger(let user):
      server.log.warning("a process of another user (uid \(user)) was refused")
    case .client(let connection):
      if !leavesEnough(connection) {
        server.log.warning("a client was refused: few file descriptors are left")
        refuse(connection, because: Self.noDescriptor)
      } else if server.makeRoom() {
        server.admit(connection)
      } else {
        let limit = server.limits.clients
        server.log.warning("a client was refused: \(limit) are connected")
        refuse(connection, because: "the daemon serves at most \(limit) clients at a time")
      }
    }
    return true
  }

  /// Whether songs can still be saved with a connection open: numbers are given from below.
  private func leavesEnough(_ connection: borrowing FileDescriptor) -> Bool {
    let limit = FileDescriptor.limit
    return connection.number < limit - min(server.limits.spareDescriptors, limit / 4)
  }

  /// Without a descriptor left, tells whoever waits so; false when even that is impossible.
  ///
  /// Left waiting, they would make the socket readable for ever.
  private func turnAway() -> Bool {
    guard reserve != nil else { return false }
    reserve = nil
    if case .client(let connection)? = try? socket.accept() {
      refuse(connection, because: Self.noDescriptor)
    }
    reserve = openReserve()
    return reserve != nil
  }

  private func pause() {
    arrivals?.pause()
    retry = Alarm { [weak self] in
      guard let self else { return }
      retry = nil
      if reserve == nil { reserve = openReserve() }
      arrivals?.resume()
    }
    retry?.set(after: server.limits.retry)
  }
}

private func refuse(_ connection: consuming FileDescriptor, because text: String) {
  let line = Line(Refusal(error: RequestError(.busy, text)).reply)
  // A new connection takes a line, or its client has gone already.
  _ = try? connection.send(line.bytes[...])
}

private func openReserve() -> FileDescriptor? {
  let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
  return number < 0 ? nil : FileDescriptor(owning: number)
}
