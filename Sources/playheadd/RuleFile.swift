import ALSASequencer
import ControlProtocol
import LinuxSystem

/// Where the patchbay keeps its rules, as commands.
struct RuleFile {
  private let path: String
  private let log: Log

  init(path: String, log: Log) {
    self.path = path
    self.log = log
  }

  /// The rules that were kept; a line that is none is said in the log and left out.
  func read() -> (connections: [Patchbay.Connection], bans: [Patchbay.Ban]) {
    var connections: [Patchbay.Connection] = []
    var bans: [Patchbay.Ban] = []
    guard let bytes = try? Files.read(path, limit: 1 << 20),
      let text = String(validating: bytes, as: UTF8.self)
    else { return ([], []) }
    for line in text.split(separator: "\n") {
      let words = (try? Words.split(String(line)).first) ?? []
      let rule = words.count == 3 ? ConnectionRule(words[2].value) : nil
      switch (words.first?.value, rule) {
      case ("connect", let rule?):
        connections.append(Patchbay.Connection(port: words[1].value, rule: rule))
      case ("forbid", let rule?): bans.append(Patchbay.Ban(port: words[1].value, rule: rule))
      default: log.warning("\(path) holds a line that is no connection: \(line)")
      }
    }
    return (connections, bans)
  }

  func write(_ connections: [Patchbay.Connection], _ bans: [Patchbay.Ban]) {
    let lines =
      connections.map { line("connect", $0.port, $0.rule) }
      + bans.map { line("forbid", $0.port, $0.rule) }
    do throws(FileError) {
      try Files.write(lines.joined().utf8, to: path, mode: 0o600)
    } catch {
      log.error("the connections are not kept: \(error)")
    }
  }

  private func line(_ verb: String, _ port: String, _ rule: ConnectionRule) -> String {
    Words.join([[Word(value: verb), Word(value: port), Word(value: rule.text)]]) + "\n"
  }
}
