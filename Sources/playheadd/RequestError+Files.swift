import ControlProtocol
import LinuxSystem
import MIDIFile
import Storage

extension RequestError {
  /// What a client is told when a song cannot be read or written.
  nonisolated init(_ error: StorageError) {
    switch error {
    case .originalChanged(let path):
      self.init(
        .conflict,
        "\(path) was changed by somebody else since it was loaded: song.saveAs another path, "
          + "or save force=on", field: "path")
    case .wouldReplace(let path):
      self.init(
        .conflict, "\(path) holds another song: choose another path, or give force=on",
        field: "path")
    case .inUse: self.init(.conflict, "\(error)", field: "path")
    case .noSuchVersion(let name):
      self.init(
        .notFound, "name is \"\(name)\": no version has that name; versions lists them",
        field: "name")
    default: self.init(.environment, "\(error)", field: "path")
    }
  }

  nonisolated init(_ error: FileError) {
    self.init(.environment, "\(error)", field: "path")
  }

  nonisolated init(_ error: MIDIFileError, path: String) {
    self.init(.environment, "\(path) cannot be imported: \(error.sentence)", field: "path")
  }
}

nonisolated extension StorageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .database(_, let operation): "the database refuses: \(operation)"
    case .system(let error): "\(error)"
    case .missing(let path): "\(path) does not exist"
    case .notRegular(let path): "\(path) is no regular file"
    case .foreign(let path): "\(path) is no song"
    case .fromTheFuture(let path, let version):
      "\(path) was written by a later version of this program (format \(version))"
    case .corrupt(let path, let what): "\(path) is damaged (\(what)); it is left as it is"
    case .inUse(let path):
      "\(path) is in use: it waits to be played already, or is open in another daemon"
    case .exists(let path): "\(path) is there already"
    case .originalChanged(let path): "\(path) has changed since it was loaded"
    case .wouldReplace(let path): "\(path) holds another song"
    case .noSuchVersion(let name): "there is no version \"\(name)\""
    case .closed: "the song was closed"
    }
  }
}
