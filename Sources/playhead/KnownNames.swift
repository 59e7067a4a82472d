import ControlProtocol
import Glibc

/// What there is to be named just now: asked of the daemon where it runs, and of the file system.
struct KnownNames: ~Copyable {
  private var connection: Connection?

  init(socket: String) {
    connection = try? Connection(path: socket)
  }

  /// The names of a kind; of files, those that begin with a text.
  mutating func names(of kind: NameKind, beginning: String) -> [String] {
    switch kind {
    case .row: texts("song.outline", "rows", "name")
    case .section: texts("song.outline", "sections", "name")
    case .scene: texts("scenes.list", "scenes", "name")
    case .port: ask("ports.list")?["ports"]?.array?.compactMap(\.string) ?? []
    case .device:
      texts("ports.list", "devices", "client") + texts("ports.list", "sources", "client")
    case .file: KnownNames.files(beginning)
    }
  }

  private mutating func texts(_ method: String, _ list: String, _ member: String) -> [String] {
    ask(method)?[list]?.array?.compactMap { $0[member]?.string } ?? []
  }

  private mutating func ask(_ line: String) -> Value? {
    try? connection?.ask(line.utf8).value["result"]
  }

  /// A folder's name ends in a slash.
  private static func files(_ beginning: String) -> [String] {
    var pattern = ""
    for character in beginning {
      if "\\*?[".contains(character) { pattern.append("\\") }
      pattern.append(character)
    }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern + "*", GLOB_MARK, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }
}
