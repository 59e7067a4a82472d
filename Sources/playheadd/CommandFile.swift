import ControlProtocol
import LinuxSystem

/// A file of the state folder that keeps settings as the commands that make them.
struct CommandFile {
  private let path: String
  private let disk: SettingsDisk
  private let log: Log

  init(path: String, on disk: SettingsDisk, log: Log) {
    self.path = path
    self.disk = disk
    self.log = log
  }

  /// The commands of these methods that were kept; what is none is said in the log and left out.
  func read(_ methods: [String]) -> [Request] {
    guard let bytes = try? Files.read(path, limit: 1 << 20),
      let text = String(validating: bytes, as: UTF8.self)
    else { return [] }
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let request = try? Request(words: String(line))
      if let request, methods.contains(request.method) { return request }
      log.warning("\(path) holds a line that does not belong there: \(line)")
      return nil
    }
  }

  /// Says in the log what is wrong with what it holds.
  func complain(_ text: String) { log.warning("\(path): \(text)") }

  /// Keeps these commands and no others.
  func write(_ commands: [[Word]]) {
    disk.write(commands.map { Words.join([$0]) + "\n" }.joined(), to: path)
  }
}
