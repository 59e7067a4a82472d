import Glibc
import LinuxSystem

/// What tells whether a file is still the one that was read.
package struct FileStamp: Hashable, Sendable {
  package let device: Int64
  package let inode: Int64
  package let size: Int64
  /// When its content last changed, in nanoseconds.
  package let modified: Int64

  init(device: Int64, inode: Int64, size: Int64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// Of an open file; nil when it is not a regular one.
  init?(of file: borrowing FileDescriptor) {
    var status = stat()
    guard fstat(file.number, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Of what a path leads to; nil when that is no regular file, or nothing.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = Int64(bitPattern: UInt64(status.st_dev))
    inode = Int64(bitPattern: UInt64(status.st_ino))
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }
}
