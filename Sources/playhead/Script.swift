import ControlProtocol
import Glibc
import LinuxSystem

/// Runs the lines of standard input, one after the other, and stops at the first that is refused.
struct Script: ~Copyable {
  private var desk: Desk

  init(desk: consuming Desk) {
    self.desk = desk
  }

  mutating func run() throws(Failure) {
    var lines = LineReader(FileDescriptor(owning: STDIN_FILENO))
    var number = 0
    while let bytes = try Script.next(&lines) {
      number += 1
      // Bytes that are no text go out as they are: the daemon says what is wrong with them.
      guard let line = String(validating: bytes, as: UTF8.self) else {
        try desk.perform(bytes, method: "", number: number)
        continue
      }
      guard let method = Script.method(of: line) else { continue }
      try desk.perform(
        Commands.resolvingPaths(in: line).utf8, method: method, number: number)
    }
  }

  private static func next(_ lines: inout LineReader) throws(Failure) -> [UInt8]? {
    do throws(SystemError) { return try lines.next() } catch {
      throw Failure(message: "the script ends: \(error)", code: 66)
    }
  }

  /// The method whose result a line brings; nil for one that asks nothing.
  private static func method(of line: String) -> String? {
    guard !line.hasPrefix("{") else { return "" }
    // A line that cannot be split is sent all the same: the daemon says what is wrong with it.
    guard let commands = try? Words.split(line) else { return "" }
    guard let verb = commands.first?.first?.value else { return nil }
    return commands.count > 1 ? "edit" : (try? Command.verb(verb))?.method ?? verb
  }
}
