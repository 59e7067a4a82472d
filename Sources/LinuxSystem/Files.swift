internal import Glibc

/// Why a file was not read or written.
package enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
  case notRegular(path: String, kind: FileStatus.Kind)
  case tooLarge(path: String, limit: Int)
  case system(SystemError)

  package var description: String {
    switch self {
    case .notRegular(let path, let kind): "\(path) is \(kind.rawValue), not a regular file"
    case .tooLarge(let path, let limit): "\(path) is larger than \(limit) bytes"
    case .system(let error): error.description
    }
  }
}

/// Whole files, read with a bound and written so that a crash leaves the old or the new.
package enum Files {
  /// The bytes of a regular file of at most `limit` bytes.
  ///
  /// A pipe or a device is refused without waiting for it.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let number = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if number < 0 {
      // Opening a socket fails in a way that says nothing about it.
      if errno == ENXIO { throw .notRegular(path: path, kind: .socket) }
      throw .system(SystemError("open \(path)"))
    }
    let file = FileDescriptor(owning: number)
    guard let status = FileStatus(of: file.number) else {
      throw .system(SystemError("look at \(path)"))
    }
    if status.kind != .regular { throw .notRegular(path: path, kind: status.kind) }
    if status.size > limit { throw .tooLarge(path: path, limit: limit) }
    return try readAll(file, path: path, expected: status.size, limit: limit)
  }

  /// Replaces a file's content, or makes it, durably.
  ///
  /// Written beside its target under a temporary name, synchronised, renamed, and the folder
  /// synchronised: when this returns, a power loss keeps the new content. A symbolic link stays
  /// one: its target is replaced. An existing file keeps its mode; a new one gets `mode` less the
  /// umask.
  package static func write(
    _ bytes: some Collection<UInt8>, to path: String, mode: UInt32 = 0o666
  ) throws(FileError) {
    let target = resolved(path)
    let existing = FileStatus(ofLink: target)
    if let existing, existing.kind != .regular {
      throw .notRegular(path: path, kind: existing.kind)
    }
    do throws(SystemError) {
      let temporary = try TemporaryFile.make(beside: target, mode: mode, keeping: existing?.mode)
      do throws(SystemError) {
        try write(bytes, to: temporary)
        try temporary.arrive()
      } catch {
        temporary.remove()
        throw error
      }
    } catch {
      throw .system(error)
    }
  }

  /// Makes a folder and those above it that are missing, each with `mode` less the umask.
  package static func makeFolders(_ path: String, mode: UInt32 = 0o700) throws(FileError) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
      let folder = String(path[..<end])
      if mkdir(folder, mode) == 0 || errno == EEXIST { continue }
      // A read-only or foreign parent may refuse although the folder is there.
      let error = SystemError("make the folder \(folder)")
      if access(folder, F_OK) != 0 { throw .system(error) }
    }
    if access(path + "/.", F_OK) != 0 { throw .system(SystemError("use the folder \(path)")) }
  }

  /// Makes what was renamed into or removed from the folder of a file survive a power loss.
  package static func synchroniseFolder(of path: String) throws(SystemError) {
    let path = split(path).folder
    let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if number < 0 { throw SystemError("open the folder \(path)") }
    let folder = FileDescriptor(owning: number)
    if fsync(folder.number) < 0 { throw SystemError("synchronise the folder \(path)") }
  }

  /// The names in a folder, in no order; none if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  /// A path's folder, with a slash at its end, and the name in there.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("./", path) }
    return (String(path[...slash]), String(path[slash...].dropFirst()))
  }

  private static func write(
    _ bytes: some Collection<UInt8>, to temporary: borrowing TemporaryFile
  ) throws(SystemError) {
    do throws(SystemError) {
      try temporary.file.write(bytes)
    } catch {
      throw SystemError(code: error.code, operation: "write \(temporary.path)")
    }
    try temporary.synchronise()
  }
}

private func readAll(
  _ file: borrowing FileDescriptor, path: String, expected: Int, limit: Int
) throws(FileError) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(expected + 1)
  do throws(SystemError) {
    // The size may change while we read, and is 0 for every file of /proc.
    while case .bytes = try file.read(max(expected + 1 - bytes.count, 4096), appendingTo: &bytes) {
      if bytes.count > limit { break }
    }
  } catch {
    throw .system(SystemError(code: error.code, operation: "read \(path)"))
  }
  if bytes.count > limit { throw .tooLarge(path: path, limit: limit) }
  return bytes
}

/// The path with symbolic links followed, or as it is when nothing is there yet.
private func resolved(_ path: String) -> String {
  guard let real = realpath(path, nil) else { return path }
  defer { free(real) }
  return String(cString: real)
}
