internal import Glibc

/// The folder that a control socket lies in.
enum SocketFolder {
  /// Makes the folder of `path` if it is missing, and refuses one that others could change.
  ///
  /// Whoever can rename the folder's entries can put a socket of theirs where clients look.
  static func prepare(for path: String) throws(ControlSocketError) {
    let folder = parent(of: path)
    if mkdir(folder, 0o700) < 0 && errno != EEXIST {
      throw .system(SystemError("make the folder \(folder)"))
    }
    let number = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if number < 0 {
      if errno == ELOOP || errno == ENOTDIR {
        throw .unsafeFolder(path: folder, reason: "it is a symbolic link or no folder")
      }
      throw .system(SystemError("open the folder \(folder)"))
    }
    let opened = FileDescriptor(owning: number)
    guard let status = FileStatus(of: opened.number) else {
      throw .system(SystemError("look at the folder \(folder)"))
    }
    if status.owner != geteuid() {
      throw .unsafeFolder(path: folder, reason: "it belongs to another user (uid \(status.owner))")
    }
    if status.mode & S_IWOTH != 0 && status.mode & S_ISVTX == 0 {
      throw .unsafeFolder(path: folder, reason: "other users can write to it")
    }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
