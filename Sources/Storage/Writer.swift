import LinuxSystem
import Timeline

/// What waits to be written, and whom to tell.
struct WaitingEntry: Sendable {
  enum Entry: Sendable {
    case record(Record)
    case rolling(Bool)
    /// A full barrier: when it is written, a power loss takes back nothing before it.
    case saved(Original)
    case version(Version, Song)
  }

  let entry: Entry
  let completion: @Sendable (StorageError?) -> Void
}

/// Writes what waits, in order, all of it in one transaction; lives on the storage thread.
///
/// What cannot be written is kept and tried again about every second.
struct Writer {
  private static let retryInterval = 1_000

  private let path: String
  private let checkpointer: Checkpointer
  private let stateChanged: @Sendable (StorageError?) -> Void
  private var window: StepWindow
  private var database: Database?
  private var waiting: [WaitingEntry] = []
  private var failure: StorageError?

  init(
    _ path: String, _ window: StepWindow, _ checkpointer: Checkpointer,
    stateChanged: @escaping @Sendable (StorageError?) -> Void
  ) {
    self.path = path
    self.window = window
    self.checkpointer = checkpointer
    self.stateChanged = stateChanged
  }

  /// Writes what arrives until the mailbox is closed.
  mutating func run(_ arrivals: Mailbox<WaitingEntry>) {
    var retry: Int64 = 0
    while let arrived = arrivals.take(waitingAtMost: failure == nil ? nil : pause(until: retry)) {
      waiting += arrived
      guard !waiting.isEmpty, failure == nil || pause(until: retry) == 0 else { continue }
      attempt()
      retry = MonotonicClock.now() + Int64(Writer.retryInterval) * 1_000_000
    }
    if !waiting.isEmpty { attempt() }
    for entry in waiting { entry.completion(failure ?? .closed) }
  }

  /// Milliseconds until then, none when it has passed.
  private func pause(until time: Int64) -> Int {
    Int(max(0, (time - MonotonicClock.now() + 999_999) / 1_000_000))
  }

  private mutating func attempt() {
    do throws(StorageError) {
      try commit()
    } catch {
      // A new connection looks afresh at a disk that may have come back.
      database = nil
      let isNews = failure == nil
      failure = error
      if isNews { stateChanged(error) }
      return
    }
    let written = waiting
    waiting = []
    checkpointer.note()
    if failure != nil {
      failure = nil
      stateChanged(nil)
    }
    for entry in written { entry.completion(nil) }
  }

  private mutating func commit() throws(StorageError) {
    let database = try connection()
    let isBarrier = waiting.contains { if case .saved = $0.entry { true } else { false } }
    if isBarrier { try database.execute("PRAGMA synchronous=FULL") }
    var window = window
    try database.transaction { () throws(StorageError) in
      var newest: Record?
      for waiting in waiting {
        try Writer.write(waiting.entry, to: database, &window)
        if case .record(let record) = waiting.entry { newest = record }
      }
      if let newest { try database.put(state: newest, window) }
    }
    self.window = window
    if isBarrier { try database.execute("PRAGMA synchronous=NORMAL") }
  }

  private static func write(
    _ entry: WaitingEntry.Entry, to database: Database, _ window: inout StepWindow
  ) throws(StorageError) {
    switch entry {
    case .record(let record):
      switch record.change {
      case .patch(let patch): try database.apply(patch)
      case .song(let song): try database.put(song)
      }
      try database.apply(record.history, &window)
    case .rolling(let isRolling): try database.put(isRolling: isRolling)
    case .saved(let original): try database.put(original)
    case .version(let version, let song): try database.put(version, song)
    }
  }

  private mutating func connection() throws(StorageError) -> Database {
    if let database { return database }
    let database = try Database(path, .readWrite)
    // No checkpoint inside a commit: the checkpointer does them.
    try database.execute("PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0")
    self.database = database
    return database
  }
}
