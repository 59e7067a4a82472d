import Glibc
import LinuxSystem

/// A database that is written beside its place and put there whole: a crash leaves the old or the
/// new file, never half of one.
enum NewFile {
  /// Writes a file and puts it in the place of whatever is there.
  ///
  /// When this returns, a power loss keeps the new file. Without `mode` the umask decides.
  static func write(
    _ path: String, applicationID: Int32, journal: String, mode: UInt32?,
    _ fill: (Database) throws(StorageError) -> Void
  ) throws(StorageError) {
    let temporary = "\(path).\(getpid()).tmp"
    unlink(temporary)
    // Made by us and not by SQLite, which would follow a symbolic link.
    let number = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    if number < 0 { throw systemError("create \(temporary)") }
    let file = FileDescriptor(owning: number)
    do throws(StorageError) {
      if let mode, fchmod(number, mode) < 0 { throw systemError("set the mode of \(path)") }
      try fillDatabase(temporary, applicationID, journal, fill)
      if fsync(file.number) < 0 { throw systemError("synchronise \(temporary)") }
      // What SQLite left beside an older file would be taken for a part of this one.
      for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
      if rename(temporary, path) < 0 { throw systemError("replace \(path)") }
      try synchroniseFolder(of: path)
    } catch {
      unlink(temporary)
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

/// Makes a rename in a file's folder survive a power loss.
func synchroniseFolder(of path: String) throws(StorageError) {
  let slash = path.lastIndex(of: "/")
  do throws(FileError) {
    try Files.synchroniseFolder(slash.map { String(path[...$0]) } ?? ".")
  } catch {
    throw StorageError(error, path)
  }
}

/// The error that the calling thread's last system call left.
func systemError(_ operation: String) -> StorageError {
  .system(SystemError(code: errno, operation: operation))
}
