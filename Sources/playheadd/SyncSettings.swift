import ControlProtocol
import LinuxSystem
import Timeline
import Transport

/// Whom the playhead follows and obeys, kept for the next start.
///
/// As connections do, this belongs to the devices in the room, not to the song.
final class SyncSettings {
  /// What becomes of the playhead when its leader's clock is lost; nil when nobody leads.
  var loss: Leader.Loss? { isLed ? lastLoss : nil }

  /// Whether messages of machine control are obeyed.
  private(set) var obeys = false
  /// The number of a machine whose messages are obeyed, besides those for all.
  private(set) var device = MachineControl.everyone

  private var isLed = false
  private var lastLoss = Leader.Loss.continue
  private let file: CommandFile

  /// With the settings of the last run, which stand as commands in a file.
  init(path: String, on disk: SettingsDisk, log: Log) {
    file = CommandFile(path: path, on: disk, log: log)
    read()
  }

  /// Takes what stands in the file in the place of what there is.
  func read() {
    (isLed, lastLoss) = (false, .continue)
    (obeys, device) = (false, MachineControl.everyone)
    for request in file.read(["transport.follow", "transport.machine"]) { apply(request) }
  }

  /// Does what a request asks; what it does not say stays as it was.
  func change(_ request: Request) {
    apply(request)
    file.write([
      [
        Word(value: "follow"), Word(value: isLed ? "clock" : "off"),
        Word(name: "lost", value: lastLoss.rawValue),
      ],
      [
        Word(value: "mmc"), Word(value: obeys ? "on" : "off"),
        Word(name: "device", value: "\(device)"),
      ],
    ])
  }

  /// Whether a message is for us.
  func concern(_ message: MachineControl) -> Bool {
    obeys && (message.device == MachineControl.everyone || message.device == device)
  }

  /// What replies show of machine control.
  var machine: Value { ["on": .bool(obeys), "device": Value(Int64(device))] }

  private func apply(_ request: Request) {
    let arguments = request.arguments
    if request.method == "transport.machine" {
      obeys = arguments.flag("on") ?? obeys
      device = arguments.integer("device").map { UInt8($0) } ?? device
      return
    }
    isLed = arguments.text("source").map { $0 == "clock" } ?? isLed
    lastLoss = arguments.text("lost").flatMap { Leader.Loss(rawValue: $0) } ?? lastLoss
  }
}
