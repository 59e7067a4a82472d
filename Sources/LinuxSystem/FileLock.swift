internal import Glibc

/// Holds a lock on a file for as long as it lives, or until the process ends, however it ends.
package struct FileLock: ~Copyable, Sendable {
  private let file: FileDescriptor

  /// Takes the lock without waiting, creating the file when it is missing.
  ///
  /// The file stays behind: removing it would let two processes lock two files of one name.
  /// - Returns: nil when another process holds it.
  /// - Throws: `SystemError` where the file cannot be opened; a symbolic link is refused.
  package static func take(_ path: String) throws(SystemError) -> FileLock? {
    let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    if number < 0 { throw SystemError("open the lock \(path)") }
    let file = FileDescriptor(owning: number)
    if flock(number, LOCK_EX | LOCK_NB) < 0 {
      if errno == EWOULDBLOCK { return nil }
      throw SystemError("lock \(path)")
    }
    return FileLock(file: file)
  }

  private init(file: consuming FileDescriptor) {
    self.file = file
  }
}
