import ControlProtocol
import LinuxSystem
import Timeline
import Transport

/// Which output ports send MIDI clock, kept for the next start.
///
/// As connections do, this belongs to the devices in the room, not to the song.
final class ClockSettings {
  private(set) var ports: [ClockPort] = []

  private let file: CommandFile

  /// With the settings of the last run, which stand as commands in a file.
  init(path: String, on disk: SettingsDisk, log: Log) {
    file = CommandFile(path: path, on: disk, log: log)
    read()
  }

  /// Takes what stands in the file in the place of what there is.
  func read() {
    ports = []
    for request in file.read(["clock.set"]) { apply(request.arguments) }
    ports = Array(ports.prefix(Limits.clockPorts))
  }

  /// The ports whose clock comes with what else they play, so many nanoseconds later each.
  func ports(later delays: [String: Int64]) -> [ClockPort] {
    ports.map { port in
      ClockPort(
        name: port.name, delay: port.delay + (delays[port.name] ?? 0), isFree: port.isFree)
    }
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
    file.write(
      ports.map { port in
        [
          Word(value: "clock"), Word(value: port.name),
          Word(value: port.isFree ? "always" : "on"),
          Word(name: "delay", value: "\(port.milliseconds)"),
        ]
      })
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
    let delay = arguments.milliseconds("delay")
    ports.insert(
      ClockPort(name: name, delay: delay ?? former?.delay ?? 0, isFree: mode == "always"),
      at: index ?? ports.count)
  }
}

extension ClockPort {
  fileprivate var milliseconds: Double { Double(delay) / 1e6 }
}
