import FoundationEssentials

/// The repository's own files, found from where this one stands.
enum SourceTree {
  struct File {
    /// Relative to the repository.
    let path: String
    let lines: [Substring]

    /// The target that the file belongs to.
    var target: Substring { path.split(separator: "/")[1] }
    var isSwift: Bool { path.hasSuffix(".swift") }
  }

  static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  static func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder).sorted()
  }

  /// The readable files below the folders, leaving out what is not text.
  static func files(in folders: String...) throws -> [File] {
    let endings = ["swift", "md", "h", "c", "modulemap", "script", "service", "socket", "sh", "py"]
    var files: [File] = []
    for folder in folders {
      guard FileManager.default.fileExists(atPath: root + "/" + folder) else { continue }
      for path in try FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder)
      where endings.contains(where: { path.hasSuffix("." + $0) }) {
        let path = folder + "/" + path
        files.append(
          File(
            path: path,
            lines: try text(path).split(separator: "\n", omittingEmptySubsequences: false)))
      }
    }
    return files.sorted { $0.path < $1.path }
  }

  static func swiftFiles() throws -> [File] {
    try files(in: "Sources", "Tests").filter(\.isSwift)
  }
}
