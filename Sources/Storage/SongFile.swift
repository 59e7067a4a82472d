import Glibc
import LinuxSystem
package import Timeline

/// A song as one file that can be copied, mailed and read from anywhere.
///
/// Without history and versions; no log ever lies beside it.
package enum SongFile {
  /// Whether a file's content says that it is a song, of this version or a later one.
  package static func isOne(_ path: String) throws(StorageError) -> Bool {
    if case .songFile = try FileHeader.read(path) { true } else { false }
  }

  /// Reads a song, without a trace on the medium.
  ///
  /// The stamp tells later whether the file is still the one that was read.
  package static func load(_ path: String) throws(StorageError) -> (Song, FileStamp) {
    guard case .songFile(let version) = try FileHeader.read(path) else {
      throw .foreign(path: path)
    }
    guard version == Schema.version else { throw .fromTheFuture(path: path, version: version) }
    // Before the content: a change in between then shows.
    guard let stamp = FileStamp(of: path) else { throw .missing(path: path) }
    let database = try Database(path, .readOnly)
    try database.check()
    return (try database.song(), stamp)
  }

  /// Writes a song whole, durably; a crash leaves the old file or the new one.
  ///
  /// A symbolic link stays one and its target is written; an existing file keeps its mode. What is
  /// no song file is never replaced. Unless `force` is set, a song file is replaced only when it
  /// is one of those `expected`. `willArrive` is told the stamp that the file is about to have.
  package static func save(
    _ song: Song, to path: String, expected: [FileStamp] = [], force: Bool = false,
    willArrive: (FileStamp) -> Void = { _ in }
  ) throws(StorageError) -> FileStamp {
    let target = resolved(path)
    var mode: UInt32?
    if let existing = FileStatus(ofLink: target) {
      guard existing.kind == .regular else { throw .notRegular(path: path) }
      guard try isOne(target) else { throw .foreign(path: path) }
      if !force {
        guard !expected.isEmpty else { throw .wouldReplace(path: path) }
        guard let stamp = FileStamp(of: target), expected.contains(stamp) else {
          throw .originalChanged(path: path)
        }
      }
      mode = existing.mode
    }
    return try NewFile.write(
      target, applicationID: FileHeader.songFileID, journal: "DELETE", mode: mode,
      willArrive: willArrive
    ) { database throws(StorageError) in
      try database.beginState(of: song)
      try database.put(song)
    }
  }

  /// The path with symbolic links followed, or as it is when nothing is there yet.
  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
