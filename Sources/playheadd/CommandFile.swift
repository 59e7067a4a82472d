import ControlProtocol
import LinuxSystem

/// A file of the state folder that keeps settings as the commands that make them.
struct CommandFile {
  private let path: String
  private let log: Log

  init(path: String, log: Log) {
    self.path = path
    self.log = log
  }

  /// The commands of these methods that were kept; what is none is said in the log and left out.
  func read(_ methods: [String]) -> [Request] {
    guard let bytes = try? Files.read(path, limit: 1 << 20),
      let text = String(validating: bytes, as: UTF8.self)
    else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let request = try? Request(words: String(line)) { _ in .null }
      if let request, methods.contains(request.method) { return request }
      log.warning("\(path) holds a line that does not belong there: \(line)")
      return nil
    }
  }

  /// Keeps these commands and no others.
  func write(_ commands: [[Word]]) {
    let lines = commands.map { Words.join([$0]) + "\n" }
    do throws(FileError) {
      try Files.write(lines.joined().utf8, to: path, mode: 0o600)
    } catch {
      log.error("\(path) is not kept: \(error)")
    }
  }
}
