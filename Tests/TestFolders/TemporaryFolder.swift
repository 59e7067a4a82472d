import Glibc

/// A folder of one test's own, removed with all that is in it.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() {
    var name = Array("/tmp/playhead-test-XXXXXX".utf8CString)
    precondition(mkdtemp(&name) != nil, "The tests need a place for their files.")
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    removeAll(path)
  }

  /// The names of what is in it, sorted.
  package var names: [String] { TestFolders.names(in: path) }

  /// The path of a name inside.
  package func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// The names in a folder, sorted; none if it is no folder.
package func names(in folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// The permission bits of what is at a path, nil when nothing is.
package func mode(of path: String) -> UInt32? {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
}

private func removeAll(_ path: String) {
  // Fails for a folder that is not empty, and removes a link rather than follow it.
  if remove(path) == 0 { return }
  for name in names(in: path) { removeAll("\(path)/\(name)") }
  remove(path)
}
