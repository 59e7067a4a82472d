import Glibc
import LinuxSystem
import Synchronization
package import Timeline

/// The durable state of the song that is being edited: each revision, its history, its versions.
///
/// One SQLite file with a log beside it, open in one daemon at a time. What is acknowledged
/// survives a kill; power loss takes at most the last second. Nothing here waits for the disk but
/// `open`, `create` and `close`.
package final class WorkingCopy: Sendable {
  package typealias Completion = @Sendable (StorageError?) -> Void

  package let path: String
  private let lock: Mutex<FileLock?>
  private let arrivals = Mailbox<WaitingEntry>()
  private let thread = Worker(name: "storage")
  private let checkpointer: Checkpointer

  /// Makes a working copy for a song, without opening it.
  ///
  /// With `replacing` one that is there is discarded; otherwise `exists` is thrown.
  package static func create(
    _ path: String, song: Song, history: History = History(), original: Original? = nil,
    replacing: Bool = false
  ) throws(StorageError) {
    let lock = try take(path)
    if access(path, F_OK) == 0 {
      guard replacing else { throw .exists(path: path) }
      // Its log must not survive it.
      if unlink(path) < 0 { throw systemError("remove \(path)") }
    }
    try NewFile.write(
      path, applicationID: FileHeader.workingCopyID, journal: "WAL", mode: 0o600
    ) { database throws(StorageError) in
      try database.beginState(of: song)
      try database.put(song)
      try database.put(try database.put(history))
      if let original { try database.put(original) }
    }
    _ = consume lock
  }

  /// Opens a working copy and reads all of it.
  ///
  /// A file that is damaged, from the future or something else is refused and left as it is.
  /// `stateChanged` is called on the storage thread: with an error when nothing can be written any
  /// more, and with nil when it can again. What is committed meanwhile waits.
  package static func open(
    _ path: String, stateChanged: @escaping Completion = { _ in }
  ) throws(StorageError) -> (WorkingCopy, Contents) {
    guard case .workingCopy(let version) = try FileHeader.read(path) else {
      throw .foreign(path: path)
    }
    guard version == Schema.version else { throw .fromTheFuture(path: path, version: version) }
    let lock = try take(path)
    let database = try Database(path, .readWrite)
    // The log may belong to a damaged file: only the writer may mix the two.
    database.keepLogOnClose(true)
    let (contents, window) = try database.contents()
    let copy = WorkingCopy(path, lock, window, stateChanged)
    return (copy, contents)
  }

  private init(
    _ path: String, _ lock: consuming FileLock, _ window: StepWindow,
    _ stateChanged: @escaping Completion
  ) {
    self.path = path
    self.lock = Mutex(lock)
    let checkpointer = Checkpointer(path)
    self.checkpointer = checkpointer
    thread.submit { [arrivals] in
      var writer = Writer(path, window, checkpointer, stateChanged: stateChanged)
      writer.run(arrivals)
    }
  }

  /// Queues a revision.
  ///
  /// `completion` is called on the storage thread when it is durable; with an error only when the
  /// working copy was closed before it could be written.
  package func commit(_ record: Record, completion: @escaping Completion) {
    put(.record(record), completion)
  }

  /// Queues whether notes may be sounding from now on.
  package func setRolling(_ isRolling: Bool, completion: @escaping Completion = { _ in }) {
    put(.rolling(isRolling), completion)
  }

  /// Writes what waits, empties the log and lets other daemons in; to be called once, at the end.
  package func close() {
    arrivals.close()
    thread.finish()
    checkpointer.finish()
    lock.withLock { $0 = nil }
  }

  private func put(_ entry: WaitingEntry.Entry, _ completion: @escaping Completion) {
    if !arrivals.put(WaitingEntry(entry: entry, completion: completion)) { completion(.closed) }
  }

  private static func take(_ path: String) throws(StorageError) -> FileLock {
    let lock: FileLock?
    do throws(SystemError) {
      lock = try FileLock.take(path + ".lock")
    } catch {
      throw .system(error)
    }
    guard let lock else { throw .inUse(path: path) }
    return lock
  }
}
