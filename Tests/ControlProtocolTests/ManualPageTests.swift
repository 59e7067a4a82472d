import ControlProtocol
import FoundationEssentials
import Testing

struct ManualPageTests {
  @Test func `every command stands in the manual page with its names and its help`() throws {
    let page = try String(contentsOf: ManualPageTests.path, encoding: .utf8)
    for command in Command.all {
      let names = ([command.method] + command.verbs).joined(separator: ", ")
      let help = command.help.split(separator: "-").joined(separator: "\\-")
      #expect(page.contains(".TP\n.B \(names)\n\(help)\n"), "\(names): \(help)")
    }
  }

  @Test func `the manual page has the grammar of chords as their reader has it`() throws {
    let page = try String(contentsOf: ManualPageTests.path, encoding: .utf8)
    let source = try String(contentsOf: ManualPageTests.grammar, encoding: .utf8)
    let lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
    let grammar = try #require(lines.split(separator: "/// ```").dropFirst().first)
    for line in grammar {
      let rule = line.dropFirst(4).split(separator: "-", omittingEmptySubsequences: false)
      #expect(page.contains("\n\(rule.joined(separator: "\\-"))\n"), "\(line)")
    }
  }

  private static let path = inTheTree("Service/man/playhead.1")
  private static let grammar = inTheTree("Sources/Timeline/Chords/ChordSymbol.swift")

  /// A file of the tree that this one stands in.
  private static func inTheTree(_ path: String) -> URL {
    var folder = URL(filePath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder.appending(path: path)
  }
}
