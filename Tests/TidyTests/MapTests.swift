import Testing

/// The table of `Sources/README.md` against the imports and the manifest.
struct MapTests {
  /// What each target may import, by the table.
  private func table() throws -> [Substring: Set<Substring>] {
    var table: [Substring: Set<Substring>] = [:]
    for line in try SourceTree.text("Sources/README.md").split(separator: "\n") {
      let columns = line.split(separator: "|", omittingEmptySubsequences: false)
      guard columns.count == 5, let target = quoted(columns[1]).first else { continue }
      if columns[2].contains("everything above") {
        let above = Set(table.keys)
        table[target] = table.values.reduce(above) { $0.union($1) }
      } else {
        table[target] = Set(quoted(columns[2]))
      }
    }
    return table
  }

  private func quoted(_ text: Substring) -> [Substring] {
    text.split(separator: "`", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  private func imported(_ line: Substring) -> Substring? {
    var words = line.split(separator: " ")
    while let first = words.first, first.hasPrefix("@") || first == "package" || first == "private"
    {
      words.removeFirst()
    }
    guard words.first == "import", words.count > 1 else { return nil }
    // `import struct Module.Name` imports from the module as well.
    let module = words.count > 2 ? words[2] : words[1]
    return module.split(separator: ".").first
  }

  @Test func `every import stands in the map`() throws {
    let table = try table()
    #expect(table.count >= 11)
    for file in try SourceTree.files(in: "Sources") where file.isSwift {
      guard let allowed = table[file.target] else {
        Issue.record("\(file.path): the map has no row for \(file.target)")
        continue
      }
      for module in file.lines.compactMap({ imported($0) }) {
        #expect(allowed.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test func `every target of the package is in the map`() throws {
    let map = try SourceTree.text("Sources/README.md")
    for target in try SourceTree.names(in: "Sources") where !target.contains(".") {
      #expect(map.contains("`\(target)`"), "the map leaves out \(target)")
    }
    let manifest = try SourceTree.text("Package.swift")
    for line in manifest.split(separator: "\n") where line.contains("arget(name: \"") {
      let name = line.split(separator: "\"")[1]
      guard !name.hasSuffix("Tests") else { continue }
      #expect(map.contains("`\(name)`"), "the map leaves out \(name)")
    }
  }

  @Test func `tests import no more of Foundation than its essentials`() throws {
    for file in try SourceTree.swiftFiles() {
      for module in file.lines.compactMap({ imported($0) }) {
        #expect(module != "Foundation", "\(file.path) imports Foundation")
      }
    }
  }

  @Test func `every test target is for a target, and every core target has one`() throws {
    let targets = Set(try SourceTree.names(in: "Sources"))
    let tests = try SourceTree.names(in: "Tests").filter { $0.hasSuffix("Tests") }
    for name in tests where name != "TidyTests" {
      #expect(targets.contains(String(name.dropLast(5))), "\(name) tests no target")
    }
    for core in ["Timeline", "MIDIFile", "Transport", "ControlProtocol", "Session"] {
      #expect(tests.contains(core + "Tests"))
    }
  }
}
