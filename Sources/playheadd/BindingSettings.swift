import ControlProtocol
import LinuxSystem
import Session
import Timeline
import Transport

/// What is done when something comes in at the port `in`, kept for the next start.
///
/// As connections do, this belongs to the devices in the room, not to the song.
final class BindingSettings {
  private var bindings = Bindings()
  private let file: CommandFile

  /// With the settings of the last run, which stand as commands in a file.
  init(path: String, on disk: SettingsDisk, log: Log) {
    file = CommandFile(path: path, on: disk, log: log)
    read()
  }

  /// Takes what stands in the file in the place of what there is.
  func read() {
    bindings = Bindings()
    for request in file.read(["bindings.set"]) {
      do throws(RequestError) { try bindings.set(try Binding(request.arguments)) } catch {
        file.complain(error.message)
      }
    }
  }

  /// Does what `bindings.set`, `.remove` and `.learn` ask.
  func change(_ request: Request) throws(RequestError) {
    let arguments = request.arguments
    switch request.method {
    case "bindings.set": try bindings.set(try Binding(arguments))
    case "bindings.remove":
      try bindings.remove(arguments.trigger("trigger"), arguments.channel)
    default:
      try bindings.learn(
        arguments.text("line"), isForBoth: arguments.isForBoth)
    }
    write()
  }

  /// Whether a line is bound to such a message.
  func concern(_ message: MIDIMessage) -> Bool { bindings.concern(message) }

  /// What is to be done since a message came in.
  func hear(_ message: MIDIMessage) -> [Bindings.Call] { bindings.hear(message) }

  /// Binds the line that was to be learned to a message; nil when none was.
  func takeLesson(_ message: MIDIMessage) throws(RequestError) -> Binding? {
    guard let binding = try bindings.takeLesson(message) else { return nil }
    write()
    return binding
  }

  /// What replies show.
  var members: Members { bindings.members }

  private func write() {
    file.write(bindings.list.map { [Word(value: "bind")] + $0.words })
  }
}

extension Binding {
  fileprivate init(_ arguments: Arguments) throws(RequestError) {
    guard let trigger = arguments.trigger("trigger"), let line = arguments.text("line") else {
      preconditionFailure("trigger and line are required")
    }
    try self.init(
      trigger, channel: arguments.channel, line: line, isForBoth: arguments.isForBoth)
  }
}

extension Arguments {
  fileprivate var channel: Channel? { integer("channel").flatMap(Channel.init(exactly:)) }

  fileprivate var isForBoth: Bool { text("edge") == "both" }
}
