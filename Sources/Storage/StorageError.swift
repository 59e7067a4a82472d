import CSQLite
package import LinuxSystem

/// Why a song could not be read or kept; nothing on disk has been harmed then.
package enum StorageError: Error, Hashable, Sendable {
  /// SQLite refused: a full disk, an unreadable medium.
  case database(code: Int32, operation: String)
  /// The kernel refused.
  case system(SystemError)
  case missing(path: String)
  /// A folder, a pipe, a device.
  case notRegular(path: String)
  /// Some other file: not a song, or not a working copy, as the case may be.
  case foreign(path: String)
  /// Written by a later version of this program.
  case fromTheFuture(path: String, version: Int)
  /// Damaged; `what` says where.
  case corrupt(path: String, what: String)
  /// Another daemon has the working copy open.
  case inUse(path: String)
  /// A working copy is there already.
  case exists(path: String)
  /// The song file is no longer the one that was loaded.
  case originalChanged(path: String)
  /// Another song stands under this name.
  case wouldReplace(path: String)
  case noSuchVersion(name: String)
  /// The working copy was closed before this could be written.
  case closed
}

extension StorageError {
  /// What SQLite's result code says about a file: damaged, or out of reach.
  init(_ code: Int32, _ database: OpaquePointer?, _ path: String) {
    let text = (sqlite3_errmsg(database) ?? sqlite3_errstr(code)).map { String(cString: $0) } ?? ""
    switch code & 0xFF {
    // A missing table or column is a plain error: the file is not what its header says.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_ERROR:
      self = .corrupt(path: path, what: text)
    default:
      self = .database(code: code, operation: text)
    }
  }
}

extension StorageError {
  /// What a file's error means to callers.
  init(_ error: FileError, _ path: String) {
    switch error {
    case .system(let error): self = .system(error)
    case .notRegular, .tooLarge: self = .notRegular(path: path)
    }
  }
}
