internal import CLinux
internal import Glibc

/// A listening Unix socket that this process alone serves.
package final class ControlSocket: Sendable {
  /// The most bytes that a socket's path may have.
  package static let pathLimit = Int(clinux_socket_path_limit)

  package let path: String

  /// The listening descriptor's number, to be watched for connections; non-blocking.
  package var number: Int32 { listener.number }

  private let listener: FileDescriptor
  /// Nil where the folder is the service manager's: nobody like us could have locked it.
  private let lock: FileLock?
  /// The socket file that we made and will remove; nil when the service manager owns it.
  private let made: FileIdentity?

  private init(
    path: String, listener: consuming FileDescriptor, lock: consuming FileLock?, made: FileIdentity?
  ) {
    self.path = path
    self.listener = listener
    self.lock = lock
    self.made = made
  }

  deinit {
    withdraw()
  }

  /// Removes the socket file, unless the service manager owns it: nobody can connect any more.
  package func withdraw() {
    if let made, FileStatus(ofLink: path)?.identity == made { unlink(path) }
  }

  /// Binds `path` and listens.
  ///
  /// The folder is made with mode 0700 if it is missing; one that others own or can change is
  /// refused. A lock beside the socket decides who serves: it is held until this value dies, which
  /// also removes the socket file. A socket that a dead process left is replaced; anything else
  /// of that name is left alone.
  package static func listen(path: String) throws(ControlSocketError) -> ControlSocket {
    try check(path)
    try SocketFolder.prepare(for: path)
    let lock = try takeLock(path)
    try removeStaleSocket(path)
    let listener = try openSocket(nonblocking: true)
    if clinux_bind(listener.number, path) < 0 { throw .system(SystemError("bind \(path)")) }
    let made = FileStatus(ofLink: path)?.identity
    if Glibc.listen(listener.number, SOMAXCONN) < 0 {
      throw .system(SystemError("listen on \(path)"))
    }
    return ControlSocket(path: path, listener: listener, lock: lock, made: made)
  }

  /// Serves a socket that the service manager opened; its file is never removed, and its mode and
  /// its group say who may connect.
  package static func adopt(
    _ listener: consuming FileDescriptor
  ) throws(ControlSocketError) -> ControlSocket {
    let path = try boundPath(listener.number)
    let lock = try takeLockIfWritable(path)
    let flags = fcntl(listener.number, F_GETFL)
    if fcntl(listener.number, F_SETFL, flags | O_NONBLOCK) < 0 {
      throw .system(SystemError("use the socket \(path)"))
    }
    return ControlSocket(path: path, listener: listener, lock: lock, made: nil)
  }

  /// Who knocked.
  package enum Visitor: ~Copyable {
    case client(FileDescriptor)
    /// Another user's process: its connection is already closed.
    case stranger(user: UInt32)
    /// Nobody waits, or whoever did has left.
    case nobody
  }

  /// Takes the next waiting connection, non-blocking, if our user or root is at its other end, or
  /// if the service manager has let it in.
  package func accept() throws(SystemError) -> Visitor {
    let (result, code) = retryingInterrupts { Int(clinux_accept(listener.number)) }
    if result < 0 {
      if code == EAGAIN || code == ECONNABORTED { return .nobody }
      throw SystemError(code: code, operation: "accept a connection on \(path)")
    }
    let connection = FileDescriptor(owning: Int32(result))
    var user: uid_t = 0
    if clinux_peer_user(connection.number, &user) < 0 { return .nobody }
    if made != nil && user != geteuid() && user != 0 { return .stranger(user: user) }
    return .client(connection)
  }

  /// Connects as a client, waiting where the server is busy; the descriptor blocks.
  package static func connect(path: String) throws(ControlSocketError) -> FileDescriptor {
    try check(path)
    let socket = try openSocket(nonblocking: false)
    if clinux_connect(socket.number, path) < 0 {
      throw .system(SystemError("connect to \(path)"))
    }
    return socket
  }
}

/// Refuses what does not fit into an address, before anything is touched.
private func check(_ path: String) throws(ControlSocketError) {
  if path.utf8.count > ControlSocket.pathLimit {
    throw .pathTooLong(path: path, limit: ControlSocket.pathLimit)
  }
}

private func openSocket(nonblocking: Bool) throws(ControlSocketError) -> FileDescriptor {
  let number = clinux_stream_socket(nonblocking)
  if number < 0 { throw .system(SystemError("open a socket")) }
  return FileDescriptor(owning: number)
}

private func takeLock(_ path: String) throws(ControlSocketError) -> FileLock {
  let stem = path.hasSuffix(".sock") ? String(path.dropLast(5)) : path
  do throws(SystemError) {
    if let lock = try FileLock.take(stem + ".lock") { return lock }
  } catch {
    throw .system(error)
  }
  throw .inUse(path: path)
}

private func takeLockIfWritable(_ path: String) throws(ControlSocketError) -> FileLock? {
  do { return try takeLock(path) } catch .system(let error)
    where [EACCES, EROFS].contains(error.code)
  {
    return nil
  }
}

private func removeStaleSocket(_ path: String) throws(ControlSocketError) {
  guard let found = FileStatus(ofLink: path) else { return }
  if found.kind != .socket { throw .occupied(path: path, by: found.kind.rawValue) }
  if found.owner != geteuid() {
    throw .occupied(path: path, by: "a socket of another user (uid \(found.owner))")
  }
  // Nobody holds the lock, but a service manager may be listening.
  let probe = try openSocket(nonblocking: true)
  if clinux_connect(probe.number, path) == 0 || errno == EAGAIN { throw .inUse(path: path) }
  if unlink(path) < 0 && errno != ENOENT {
    throw .system(SystemError("remove the stale socket \(path)"))
  }
}

private func boundPath(_ number: Int32) throws(ControlSocketError) -> String {
  var bytes = [CChar](repeating: 0, count: ControlSocket.pathLimit + 1)
  if clinux_bound_path(number, &bytes) < 0 {
    throw .system(SystemError("read the address of the socket that was passed in"))
  }
  return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
