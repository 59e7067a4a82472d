import ControlProtocol
import LinuxSystem
import Timeline
import Transport

/// Whom the playhead follows, kept for the next start.
///
/// As connections do, this belongs to the devices in the room, not to the song.
final class SyncSettings {
  /// What becomes of the playhead when its leader's clock is lost; nil when nobody leads.
  var loss: Leader.Loss? { isLed ? lastLoss : nil }

  private var isLed = false
  private var lastLoss = Leader.Loss.continue
  private let file: CommandFile

  /// With the settings of the last run, which stand as commands in a file.
  init(path: String, log: Log) {
    file = CommandFile(path: path, log: log)
    for request in file.read(["transport.follow"]) { apply(request.arguments) }
  }

  /// Does what a request asks; what it does not say stays as it was.
  func change(_ arguments: Arguments) {
    apply(arguments)
    file.write([
      [
        Word(value: "follow"), Word(value: isLed ? "clock" : "off"),
        Word(name: "lost", value: lastLoss.rawValue),
      ]
    ])
  }

  private func apply(_ arguments: Arguments) {
    isLed = arguments.text("source").map { $0 == "clock" } ?? isLed
    lastLoss = arguments.text("lost").flatMap { Leader.Loss(rawValue: $0) } ?? lastLoss
  }
}
