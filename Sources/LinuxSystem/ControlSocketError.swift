/// Why a control socket cannot be served or reached.
package enum ControlSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address of a Unix socket holds no more than `limit` bytes.
  case pathTooLong(path: String, limit: Int)
  /// Another process already serves this path.
  case inUse(path: String)
  /// Something that is not a socket, or not ours, has this name; it was left alone.
  case occupied(path: String, by: String)
  /// The folder is not one that only its owner can change.
  case unsafeFolder(path: String, reason: String)
  case system(SystemError)

  package var description: String {
    switch self {
    case .pathTooLong(let path, let limit):
      "socket path of \(path.utf8.count) bytes, at most \(limit) fit: \(path)"
    case .inUse(let path): "another daemon serves \(path)"
    case .occupied(let path, let occupant): "\(path) is \(occupant); it was left alone"
    case .unsafeFolder(let path, let reason): "cannot put a socket into \(path): \(reason)"
    case .system(let error): error.description
    }
  }
}
