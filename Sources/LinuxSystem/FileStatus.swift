internal import Glibc

/// Tells one file from every other for as long as it exists, whatever its name.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
}

/// What the kernel knows about a file.
package struct FileStatus: Sendable {
  package let identity: FileIdentity
  package let kind: Kind
  package let owner: UInt32
  package let size: Int
  /// The permission bits, with the sticky and set-id bits.
  package let mode: UInt32

  /// A file's kind, as a phrase for a message.
  package enum Kind: String, Sendable {
    case regular = "a regular file"
    case folder = "a folder"
    case link = "a symbolic link"
    case socket = "a socket"
    case pipe = "a pipe"
    case device = "a device"
  }

  /// The status of an open descriptor; nil leaves the reason in `errno`.
  package init?(of number: Int32) {
    var status = stat()
    if fstat(number, &status) < 0 { return nil }
    self.init(status)
  }

  /// The status of what a path names, a symbolic link included; nil when there is nothing.
  package init?(ofLink path: String) {
    var status = stat()
    if lstat(path, &status) < 0 { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    owner = status.st_uid
    size = Int(status.st_size)
    mode = status.st_mode & 0o7777
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFSOCK: .socket
      case S_IFIFO: .pipe
      default: .device
      }
  }
}
