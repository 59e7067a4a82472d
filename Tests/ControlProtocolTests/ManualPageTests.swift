import ControlProtocol
import Testing

struct ManualPageTests {
  @Test func `every command stands in the manual page with its names and its help`() throws {
    let page = try text(inTheTree: ManualPageTests.path)
    for command in Command.all {
      let names = ([command.method] + command.verbs).joined(separator: ", ")
      let help = command.help.split(separator: "-").joined(separator: "\\-")
      #expect(page.contains(".TP\n.B \(names)\n\(help)\n"), "\(names): \(help)")
    }
  }

  @Test func `the manual page has the grammar of chords as their reader has it`() throws {
    let page = try text(inTheTree: ManualPageTests.path)
    let source = try text(inTheTree: ManualPageTests.grammar)
    let lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
    let grammar = try #require(lines.split(separator: "/// ```").dropFirst().first)
    for line in grammar {
      let rule = line.dropFirst(4).split(separator: "-", omittingEmptySubsequences: false)
      #expect(page.contains("\n\(rule.joined(separator: "\\-"))\n"), "\(line)")
    }
  }

  private static let path = "Service/man/playhead.1"
  private static let grammar = "Sources/Timeline/Chords/ChordSymbol.swift"
}
