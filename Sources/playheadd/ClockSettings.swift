import ControlProtocol
import LinuxSystem
import Timeline
import Transport

/// Which output ports send MIDI clock, kept for the next start.
///
/// As connections do, this belongs to the devices in the room, not to the song.
final class ClockSettings {
  private(set) var ports: [ClockPort] = []

  private let path: String
  private let log: Log

  /// With the settings of the last run, which stand as commands in a file.
  init(path: String, log: Log) {
    self.path = path
    self.log = log
    read()
  }

  /// Does what `clock.set` asks; what it does not say stays as it was.
  func change(_ arguments: Arguments) throws(RequestError) {
    let former = ports
    apply(arguments)
    guard ports.count <= Limits.clockPorts else {
      ports = former
      throw RequestError(
        .limit, "\(Limits.clockPorts) ports send clock already: switch one off first",
        field: "port")
    }
    write()
  }

  /// What replies show.
  var value: Value {
    .array(
      ports.map { port in
        [
          "port": .string(port.name), "on": .string(port.isFree ? "always" : "on"),
          "delay": Value(port.milliseconds),
        ]
      })
  }

  private func apply(_ arguments: Arguments) {
    let name = arguments.text("port") ?? ""
    let index = ports.firstIndex { $0.name == name }
    let former = index.map { ports.remove(at: $0) }
    let mode = arguments.text("on") ?? (former?.isFree == true ? "always" : "on")
    guard mode != "off" else { return }
    let delay = arguments.number("delay").map { Int64(($0 * 1e6).rounded()) }
    ports.insert(
      ClockPort(name: name, delay: delay ?? former?.delay ?? 0, isFree: mode == "always"),
      at: index ?? ports.count)
  }

  private func read() {
    guard let bytes = try? Files.read(path, limit: 1 << 20),
      let text = String(validating: bytes, as: UTF8.self)
    else { return }
    for line in text.split(separator: "\n") {
      let request = try? Request(words: String(line)) { _ in .null }
      guard let request, request.method == "clock.set" else {
        log.warning("\(path) holds a line that sets no clock: \(line)")
        continue
      }
      apply(request.arguments)
    }
  }

  private func write() {
    let lines = ports.map { port in
      Words.join([
        [
          Word(value: "clock"), Word(value: port.name), Word(value: port.isFree ? "always" : "on"),
          Word(name: "delay", value: "\(port.milliseconds)"),
        ]
      ])
    }
    do throws(FileError) {
      try Files.write(lines.map { $0 + "\n" }.joined().utf8, to: path, mode: 0o600)
    } catch {
      log.error("the clock settings are not kept: \(error)")
    }
  }
}

extension ClockPort {
  fileprivate var milliseconds: Double { Double(delay) / 1e6 }
}
