import Glibc
import LinuxSystem

/// A database that is written beside its place and put there whole: a crash leaves the old or the
/// new file, never half of one.
enum NewFile {
  /// Writes a file and puts it in the place of whatever is there; how to recognise it.
  ///
  /// When this returns, a power loss keeps the new file. Without `mode` the umask decides.
  /// `willArrive` is called when all of it is on disk and nothing has been replaced.
  @discardableResult
  static func write(
    _ path: String, applicationID: Int32, journal: String, mode: UInt32?,
    willArrive: (FileStamp) -> Void = { _ in },
    _ fill: (Database) throws(StorageError) -> Void
  ) throws(StorageError) -> FileStamp {
    let temporary: TemporaryFile
    // Made by us and not by SQLite, which would follow a symbolic link.
    do throws(SystemError) { temporary = try TemporaryFile.make(beside: path, keeping: mode) } catch
    {
      throw .system(error)
    }
    do throws(StorageError) {
      try fillDatabase(temporary.path, applicationID, journal, fill)
      do throws(SystemError) { try temporary.synchronise() } catch { throw .system(error) }
      guard let stamp = FileStamp(of: temporary.file) else {
        throw systemError("look at \(temporary.path)")
      }
      willArrive(stamp)
      // What SQLite left beside an older file would be taken for a part of this one.
      for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
      do throws(SystemError) { try temporary.arrive() } catch { throw .system(error) }
      return stamp
    } catch {
      temporary.remove()
      throw error
    }
  }

  private static func fillDatabase(
    _ path: String, _ applicationID: Int32, _ journal: String,
    _ fill: (Database) throws(StorageError) -> Void
  ) throws(StorageError) {
    let database = try Database(path, .readWrite)
    try database.execute(
      """
      PRAGMA page_size=\(Schema.pageSize);
      PRAGMA journal_mode=OFF;
      PRAGMA synchronous=OFF;
      PRAGMA cache_size=-65536;
      PRAGMA application_id=\(applicationID);
      PRAGMA user_version=\(Schema.version);
      """)
    try database.transaction { () throws(StorageError) in
      try database.execute(Schema.tables)
      try fill(database)
    }
    try database.execute("PRAGMA journal_mode=\(journal)")
  }
}

/// The error that the calling thread's last system call left.
func systemError(_ operation: String) -> StorageError {
  .system(SystemError(code: errno, operation: operation))
}
