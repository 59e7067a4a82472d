import CSQLite
import Glibc

/// One connection to an SQLite file; used by one thread at a time, closed when released.
final class Database {
  enum Access {
    case readOnly
    case readWrite
  }

  let path: String
  private let handle: OpaquePointer
  /// Those prepared, and the addresses of their texts: they are few, so that a look at each costs
  /// an edit less than hashing the text of the one it wants.
  private var statements: [Statement] = []
  private var texts: [UnsafePointer<UInt8>] = []

  /// Nobody asks how much memory SQLite uses, and counting it takes a lock for each allocation.
  private static let isConfigured = csqlite_count_no_memory() == SQLITE_OK

  /// Opens an existing file.
  init(_ path: String, _ access: Access) throws(StorageError) {
    precondition(Database.isConfigured, "SQLite was in use before it was configured")
    self.path = path
    var handle: OpaquePointer?
    let way = access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    let flags = way | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    // Our own connections share their locks in memory then, without a call of the kernel for each;
    // other programs have nothing to do here.
    let code = sqlite3_open_v2(path, &handle, flags, access == .readOnly ? nil : "unix-excl")
    guard code == SQLITE_OK, let handle else {
      let error = StorageError(code, handle, path)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    // A checkpoint that restarts the log holds writers up for a moment: look again soon.
    sqlite3_busy_handler(handle, { _, count in usleep(500) == 0 && count < 4_000 ? 1 : 0 }, nil)
    csqlite_defend(handle)
    try execute("PRAGMA cell_size_check=ON")
  }

  /// Opens a working copy to change it.
  ///
  /// It is read once, since without that a checkpoint silently does nothing. No commit makes a
  /// checkpoint, and none waits for the disk.
  convenience init(logged path: String) throws(StorageError) {
    try self.init(path, .readWrite)
    try execute("PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0")
    try visit("SELECT revision FROM state") { _ in }
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs statements that are not kept and whose rows do not matter.
  func execute(_ sql: String) throws(StorageError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw StorageError(code, handle, path) }
  }

  /// Runs a statement that gives no rows.
  func run(_ sql: StaticString, _ values: Statement.Value...) throws(StorageError) {
    try prepared(sql).run(values)
  }

  /// Visits the rows that a statement gives.
  func visit(
    _ sql: StaticString, _ values: Statement.Value...,
    body: (Statement) throws(StorageError) -> Void
  ) throws(StorageError) {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() { try body(statement) }
  }

  /// Does all of `body` or nothing.
  func transaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
    try run("BEGIN IMMEDIATE")
    do throws(StorageError) {
      try body()
      try run("COMMIT")
    } catch {
      // SQLite may have rolled back already; then there is nothing to do.
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Whether closing leaves the log as it is; otherwise the last connection empties it.
  func keepLogOnClose(_ keep: Bool) {
    csqlite_keep_log_on_close(handle, keep ? 1 : 0)
  }

  /// Copies what the log holds into the file, as far as nobody is in the way.
  ///
  /// - Returns: the frames in the log and how many of them have been copied.
  func checkpoint(_ mode: Checkpoint) throws(StorageError) -> (inLog: Int, copied: Int) {
    var inLog: Int32 = 0
    var copied: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode.rawValue, &inLog, &copied)
    // Busy: a reader or a writer was in the way; what could be done is done.
    guard code == SQLITE_OK || code & 0xFF == SQLITE_BUSY else {
      throw StorageError(code, handle, path)
    }
    return (Int(inLog), Int(copied))
  }

  /// How hard a checkpoint tries.
  enum Checkpoint {
    /// Waits for nobody.
    case passive
    /// Holds writers up until the log can begin anew.
    case restart

    fileprivate var rawValue: Int32 {
      switch self {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .restart: SQLITE_CHECKPOINT_RESTART
      }
    }
  }

  /// The statement for `sql`, prepared once; for those that run a million times.
  func prepared(_ sql: StaticString) throws(StorageError) -> Statement {
    if let index = texts.firstIndex(of: sql.utf8Start) { return statements[index] }
    let statement = try Statement(sql, in: handle, path)
    statements.append(statement)
    texts.append(sql.utf8Start)
    return statement
  }
}
