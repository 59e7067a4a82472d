import Dispatch
import Glibc
import LinuxSystem
import Synchronization
package import Timeline

/// The durable state of the song that is being edited: each revision, its history, its versions.
///
/// One SQLite file with a log beside it, open in one daemon at a time. What is acknowledged
/// survives a kill; power loss takes at most the last second. What is queued is written in order.
package final class WorkingCopy: Sendable {
  package typealias Completion = @Sendable (StorageError?) -> Void

  /// What callers see of what the storage thread does.
  private struct State: ~Copyable {
    var path: String
    var lock: FileLock?
    /// The lock of the name that it is about to get.
    var nextLock: FileLock?
    var original: Original?
    /// What a save has put there, or was about to, when it failed.
    var arriving: Original?
    var versions: [Version]
  }

  private let state: Mutex<State>
  private let arrivals = Mailbox<WaitingEntry>()
  private let thread = Worker(name: "storage")

  /// Seconds that a save waits for storage before it replaces a file.
  private static let patience = 2

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
    guard access(path, F_OK) == 0 else { throw .missing(path: path) }
    // First: reading the header of a file that this process has open would lift SQLite's locks.
    let lock = try take(path)
    guard case .workingCopy(let version) = try FileHeader.read(path) else {
      throw .foreign(path: path)
    }
    guard version == Schema.version else { throw .fromTheFuture(path: path, version: version) }
    let database = try Database(path, .readWrite)
    // The log may belong to a damaged file: only the writer may mix the two.
    database.keepLogOnClose(true)
    var (contents, window) = try database.contents()
    contents.concludeSave()
    return (WorkingCopy(path, lock, contents, window, stateChanged), contents)
  }

  private init(
    _ path: String, _ lock: consuming FileLock, _ contents: Contents, _ window: StepWindow,
    _ stateChanged: @escaping Completion
  ) {
    state = Mutex(
      State(
        path: path, lock: lock, original: contents.original, arriving: contents.arriving,
        versions: contents.versions))
    let files = [contents.original, contents.arriving].compactMap { $0?.path }
    thread.submit { [arrivals] in
      for file in [path] + files.map(SongFile.resolved) {
        TemporaryFile.removeAbandoned(beside: file)
      }
      var writer = Writer(path, window, stateChanged: stateChanged)
      writer.run(arrivals)
    }
  }

  package var path: String { state.withLock { $0.path } }
  /// The song file that it belongs to; nil for a song that has never been saved.
  package var original: Original? { state.withLock { $0.original } }
  /// The named versions, oldest first.
  package var versions: [Version] { state.withLock { $0.versions } }

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

  /// Queues a version: the song under a name, in the place of an older version of that name.
  ///
  /// The time is the caller's, in whatever unit.
  package func mark(
    _ song: Song, as name: String, time: Int64, completion: @escaping Completion
  ) {
    let version = Version(name: name, time: time)
    put(.version(version, song)) { [self] error in
      if error == nil {
        state.withLock { state in
          state.versions.removeAll { $0.name == name }
          state.versions.append(version)
        }
      }
      completion(error)
    }
  }

  /// Reads the song of a version; takes as long as that takes, on the caller's thread.
  package func song(version name: String) throws(StorageError) -> Song {
    let database = try Database(path, .readOnly)
    guard let song = try database.song(named: name) else { throw .noSuchVersion(name: name) }
    return song
  }

  /// Writes a song, as of a revision, into a song file, to which the working copy belongs then.
  ///
  /// Takes as long as that takes, on the caller's thread; refusals are those of `SongFile.save`.
  /// `completion` is called when a power loss takes back nothing of this revision.
  package func save(
    _ song: Song, revision: Int64, to path: String, force: Bool = false,
    completion: @escaping Completion
  ) throws(StorageError) {
    let known = state.withLock { [$0.original, $0.arriving] }.compactMap(\.self).filter {
      SongFile.resolved($0.path) == SongFile.resolved(path)
    }
    let stamp = try SongFile.save(song, to: path, expected: known.map(\.stamp), force: force) {
      expect(Original(path: path, stamp: $0, revision: revision))
    }
    let saved = Original(path: path, stamp: stamp, revision: revision)
    state.withLock { state in
      state.original = saved
      state.arriving = nil
    }
    put(.saved(saved), completion)
  }

  /// Has a song file recognised from now on, should saving it end in an error or a kill.
  private func expect(_ original: Original) {
    state.withLock { $0.arriving = original }
    let done = DispatchSemaphore(value: 0)
    put(.arriving(original)) { _ in done.signal() }
    // Where storage cannot write just now, the song's own file is needed all the more.
    _ = done.wait(timeout: .now() + .seconds(WorkingCopy.patience))
  }

  /// Gives the working copy another name, in the place of any that has it.
  ///
  /// For a song that was saved under another name; one move at a time. On an error it stays where
  /// it is.
  package func move(
    to path: String, completion: @escaping Completion
  ) throws(StorageError) {
    if path == self.path { return completion(nil) }
    var lock: FileLock? = try WorkingCopy.take(path)
    try state.withLock { state throws(StorageError) in
      guard state.nextLock == nil else { throw .inUse(path: state.path) }
      state.nextLock = lock.take()
    }
    put(.move(path)) { [self] error in
      state.withLock { state in
        let lock = state.nextLock.take()
        guard error == nil else { return }
        state.path = path
        state.lock = lock
      }
      completion(error)
    }
  }

  /// Writes what waits, empties the log and lets other daemons in; to be called once, at the end.
  package func close() {
    arrivals.close()
    thread.finish()
    state.withLock { $0.lock = nil }
  }

  private func put(_ entry: WaitingEntry.Entry, _ completion: @escaping Completion) {
    if !arrivals.put(WaitingEntry(entry: entry, completion: completion)) { completion(.closed) }
  }

  /// Takes the lock of a working copy.
  ///
  /// Looks again for a moment: a daemon may be just ending, and any program that is being started
  /// holds copies of our locks for an instant.
  private static func take(_ path: String) throws(StorageError) -> FileLock {
    for attempt in 0..<20 {
      if attempt > 0 { usleep(5_000) }
      do throws(SystemError) {
        if let lock = try FileLock.take(path + ".lock") { return lock }
      } catch {
        throw .system(error)
      }
    }
    throw .inUse(path: path)
  }
}
