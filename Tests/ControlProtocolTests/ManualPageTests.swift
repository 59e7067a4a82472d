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

  /// `Service/man/playhead.1` of the tree that this file stands in.
  private static var path: URL {
    var folder = URL(filePath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder.appending(path: "Service/man/playhead.1")
  }
}
