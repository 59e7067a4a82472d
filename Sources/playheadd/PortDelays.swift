import ControlProtocol
import LinuxSystem
import Timeline

/// How late what goes to each output port sounds, kept for the next start.
///
/// As connections do, this belongs to the devices in the room, not to the song.
final class PortDelays {
  /// In nanoseconds, negative when early; only ports that have one.
  private(set) var byPort: [String: Int64] = [:]

  private let file: CommandFile

  /// With the settings of the last run, which stand as commands in a file.
  init(path: String, on disk: SettingsDisk, log: Log) {
    file = CommandFile(path: path, on: disk, log: log)
    read()
  }

  /// Takes what stands in the file in the place of what there is.
  func read() {
    byPort = [:]
    for request in file.read(["ports.set"]).prefix(Limits.delayedPorts) { apply(request.arguments) }
  }

  /// Does what `ports.set` asks.
  func change(_ arguments: Arguments) throws(RequestError) {
    let former = byPort
    apply(arguments)
    guard byPort.count <= Limits.delayedPorts else {
      byPort = former
      throw RequestError(
        .limit, "\(Limits.delayedPorts) ports have a delay already: set one to 0 first",
        field: "port")
    }
    file.write(
      sorted.map { port, delay in
        [
          Word(value: "ports.set"), Word(value: port),
          Word(name: "delay", value: "\(Double(delay) / 1e6)"),
        ]
      })
  }

  /// What replies show.
  var value: Value {
    .array(
      sorted.map { port, delay in
        ["port": .string(port), "delay": Value(Double(delay) / 1e6)]
      })
  }

  private var sorted: [(key: String, value: Int64)] { byPort.sorted { $0.key < $1.key } }

  private func apply(_ arguments: Arguments) {
    guard let port = arguments.text("port"), let delay = arguments.milliseconds("delay") else {
      return
    }
    byPort[port] = delay == 0 ? nil : delay
  }
}
