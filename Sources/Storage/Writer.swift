import Glibc
import LinuxSystem
import Timeline

/// What waits to be written, and whom to tell.
///
/// One object, since it goes from list to list.
final class WaitingEntry: Sendable {
  enum Entry: Sendable {
    case record(Record)
    case rolling(Bool)
    /// A song file is about to be replaced by this one.
    case arriving(Original)
    /// It has been, and a power loss takes back nothing before it.
    case saved(Original)
    case version(Version, Song)
    /// The working copy gets another name.
    case move(String)
  }

  let entry: Entry
  let isMove: Bool
  /// Whether a power loss must take back nothing before it once it is written.
  let isBarrier: Bool
  let completion: @Sendable (StorageError?) -> Void

  init(entry: Entry, completion: @escaping @Sendable (StorageError?) -> Void) {
    self.entry = entry
    isMove = if case .move = entry { true } else { false }
    isBarrier =
      switch entry {
      case .arriving, .saved: true
      default: false
      }
    self.completion = completion
  }
}

/// Writes what waits, in order, all of it in one transaction; lives on the storage thread.
///
/// What cannot be written is kept and tried again about every second.
struct Writer {
  private static let retryInterval: Int64 = 1_000_000_000

  private var path: String
  private let stateChanged: @Sendable (StorageError?) -> Void
  private var window: StepWindow
  private var checkpointer: Checkpointer
  private var database: Database?
  private var waiting: [WaitingEntry] = []
  private var failure: StorageError?

  init(
    _ path: String, _ window: StepWindow,
    stateChanged: @escaping @Sendable (StorageError?) -> Void
  ) {
    self.path = path
    self.window = window
    self.stateChanged = stateChanged
    checkpointer = Checkpointer(path)
  }

  /// Writes what arrives until the mailbox is closed; then empties the log.
  mutating func run(_ arrivals: Mailbox<WaitingEntry>) {
    var retry: Int64 = 0
    while let arrived = arrivals.take(waitingAtMost: failure == nil ? nil : pause(until: retry)) {
      waiting += arrived
      if failure != nil, pause(until: retry) > 0 { continue }
      writeAll()
      retry = MonotonicClock.now() + Writer.retryInterval
    }
    writeAll()
    for entry in waiting { entry.completion(failure ?? .closed) }
    disconnect()
  }

  /// Milliseconds until then, none when it has passed.
  private func pause(until time: Int64) -> Int {
    Int(max(0, (time - MonotonicClock.now() + 999_999) / 1_000_000))
  }

  /// Writes until nothing waits or it fails.
  private mutating func writeAll() {
    while let first = waiting.first {
      if first.isMove, case .move(let path) = first.entry {
        waiting.removeFirst()
        first.completion(move(to: path))
        continue
      }
      let batch = waiting.prefix { !$0.isMove }
      // A copy: optimised code of Swift 6.3.1 frees a slice when `waiting` changes under it.
      guard attempt(Array(batch)) else { return }
    }
  }

  /// Writes these, the first that wait, and tells their callers; false when it failed.
  private mutating func attempt(_ entries: [WaitingEntry]) -> Bool {
    do throws(StorageError) {
      try commit(entries)
    } catch {
      // A new connection looks afresh at a disk that may have come back.
      database = nil
      let isNews = failure == nil
      failure = error
      if isNews { stateChanged(error) }
      return false
    }
    waiting.removeFirst(entries.count)
    checkpointer.note()
    if failure != nil {
      failure = nil
      stateChanged(nil)
    }
    for entry in entries { entry.completion(nil) }
    return true
  }

  private mutating func commit(_ entries: [WaitingEntry]) throws(StorageError) {
    let database = try connection()
    let isBarrier = entries.contains(where: \.isBarrier)
    if isBarrier { try database.execute("PRAGMA synchronous=FULL") }
    var window = window
    try database.transaction { () throws(StorageError) in
      var untold: Record?
      for entry in entries {
        if let record = try Writer.write(entry.entry, to: database, &window) { untold = record }
      }
      if let untold { try database.put(state: untold, window) }
    }
    self.window = window
    if isBarrier { try database.execute("PRAGMA synchronous=NORMAL") }
  }

  /// Returns the record whose state is still to be written, if any.
  private static func write(
    _ entry: WaitingEntry.Entry, to database: Database, _ window: inout StepWindow
  ) throws(StorageError) -> Record? {
    switch entry {
    case .record(let record):
      switch record.change {
      case .patch(let patch): try database.apply(patch)
      case .song(let song): try database.put(song)
      }
      return try database.applyHistory(of: record, &window) ? nil : record
    case .rolling(let isRolling): try database.put(isRolling: isRolling)
    case .arriving(let original): try database.put(arriving: original)
    case .saved(let original): try database.put(original)
    case .version(let version, let song): try database.put(version, song)
    case .move: preconditionFailure("a move is no part of a transaction")
    }
    return nil
  }

  private mutating func connection() throws(StorageError) -> Database {
    if let database { return database }
    let database = try Database(logged: path)
    self.database = database
    return database
  }

  /// Closes both connections; the last one empties the log.
  private mutating func disconnect() {
    checkpointer.finish()
    _ = try? connection()
    database = nil
  }

  /// Renames the file while nobody has it open; on failure it stays where it is.
  private mutating func move(to destination: String) -> StorageError? {
    disconnect()
    defer { checkpointer = Checkpointer(path) }
    // A log that could not be emptied belongs to the name it has.
    if access(path + "-wal", F_OK) == 0 {
      return failure ?? systemError("empty the log of \(path)")
    }
    // What SQLite left beside an older file would be taken for a part of this one.
    unlink(destination)
    for suffix in ["-wal", "-shm"] { unlink(destination + suffix) }
    if rename(path, destination) < 0 { return systemError("rename \(path)") }
    path = destination
    do throws(SystemError) { try Files.synchroniseFolder(of: path) } catch {
      return .system(error)
    }
    return nil
  }
}
