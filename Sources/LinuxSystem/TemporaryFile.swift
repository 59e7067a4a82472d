internal import Glibc

/// A file that is written beside its place and put there whole, so that a crash leaves the old one
/// or the new one.
///
/// A process that is killed leaves it behind; the next one for the same place takes it away. Beside
/// it may lie what a library makes of it, under its name, a dash and more.
package struct TemporaryFile: ~Copyable {
  package let path: String
  package let file: FileDescriptor
  private let target: String

  private init(path: String, file: consuming FileDescriptor, target: String) {
    self.path = path
    self.file = file
    self.target = target
  }

  /// Makes an empty one, with `mode` less the umask, or with just the mode that is `kept`.
  package static func make(
    beside target: String, mode: UInt32 = 0o666, keeping kept: UInt32? = nil
  ) throws(SystemError) -> TemporaryFile {
    removeAbandoned(beside: target)
    for _ in 0..<attempts {
      let path = "\(target)\(mark)\(randomName())\(suffix)"
      let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
      if number < 0 { throw SystemError("create \(path)") }
      let file = FileDescriptor(owning: number)
      guard holds(number) else { continue }
      if let kept, fchmod(number, kept) < 0 {
        let error = SystemError("set the mode of \(target)")
        unlink(path)
        throw error
      }
      return TemporaryFile(path: path, file: file, target: target)
    }
    throw SystemError(code: EAGAIN, operation: "create a file beside \(target)")
  }

  /// Whether a new file is held, so that it is not taken for abandoned; it may have been already.
  ///
  /// Where there are no locks nothing is ever abandoned.
  private static func holds(_ number: Int32) -> Bool {
    if flock(number, LOCK_EX | LOCK_NB) < 0, errno == EWOULDBLOCK { return false }
    var status = stat()
    return fstat(number, &status) == 0 && status.st_nlink > 0
  }

  /// Has its content survive a power loss.
  package func synchronise() throws(SystemError) {
    if fsync(file.number) < 0 { throw SystemError("synchronise \(path)") }
  }

  /// Puts it in the place of whatever is there.
  ///
  /// It is there as well when only synchronising the folder fails: a power loss may take it back.
  package func arrive() throws(SystemError) {
    if rename(path, target) < 0 { throw SystemError("replace \(target)") }
    try Files.synchroniseFolder(of: target)
  }

  /// Takes it away, unless it has arrived.
  package func remove() {
    unlink(path)
  }

  /// Takes away what processes that were killed have left beside a place.
  ///
  /// Nothing else: the name says whose it is, and a lock that nobody is at it. What cannot be
  /// removed stays.
  package static func removeAbandoned(beside target: String) {
    let (folder, name) = Files.split(target)
    // What lies beside a temporary file goes before it.
    for left in Files.names(in: folder).sorted(by: >) {
      guard let file = temporaryName(in: left, for: name) else { continue }
      if let lock = lockOfAbandoned(folder + file) {
        unlink(folder + left)
        _ = consume lock
      }
    }
  }

  private static let mark = ".playhead-"
  private static let suffix = ".tmp"
  private static let attempts = 20
  private static let digits = 16

  /// Unlike a process's number, no other process or machine has it, now or later.
  private static func randomName() -> String {
    let number = String(UInt64.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: digits - number.count) + number
  }

  /// The name of the temporary file that a name, or what lies beside it, has; nil for others.
  private static func temporaryName(in name: String, for target: String) -> String? {
    guard name.hasPrefix(target + mark) else { return nil }
    let number = name.dropFirst(target.count + mark.count).prefix(digits)
    guard number.count == digits, number.allSatisfy("0123456789abcdef".contains) else { return nil }
    let file = target + mark + number + suffix
    return name == file || name.hasPrefix(file + "-") ? file : nil
  }

  /// The lock of a file that nobody is at any more; nil when somebody is, or it is not ours.
  private static func lockOfAbandoned(_ path: String) -> FileDescriptor? {
    let number = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC)
    if number < 0 { return nil }
    let file = FileDescriptor(owning: number)
    guard let status = FileStatus(of: number), status.kind == .regular, status.owner == geteuid(),
      flock(number, LOCK_EX | LOCK_NB) == 0
    else { return nil }
    return file
  }
}
