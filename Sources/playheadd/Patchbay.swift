import ALSASequencer
import ControlProtocol
import LinuxSystem
import Timeline
import Transport

/// Which of our ports belongs to which device, and which must not: rules by name, kept for the
/// next start.
///
/// A rule for an absent device waits; a device that returns is connected again. What a rule
/// forbids is taken apart again, whoever connected it.
final class Patchbay {
  struct Connection: Equatable {
    let port: String
    let rule: ConnectionRule
    /// The device that the rule has found; nil while it waits.
    var device: Device?
    /// The device that somebody else has disconnected: left alone until it returns.
    var cut: Device?
    /// Why the device that is there could not be connected.
    var refusal: SequencerError?

    func isSameRule(as other: Connection) -> Bool { port == other.port && rule == other.rule }
  }

  /// A port and devices that it must not be connected with.
  struct Ban: Hashable {
    let port: String
    let rule: ConnectionRule
  }

  private(set) var connections: [Connection] = []
  private(set) var bans: [Ban] = []
  /// Called when a port has just been connected with a device.
  var connected: (_ port: String) -> Void = { _ in }
  /// Called when a port has just lost its device.
  var lost: (_ port: String) -> Void = { _ in }
  /// What ends on a device all that a port has begun there, or since a moment.
  var lastWords: (_ port: String, _ start: HostTime?) -> [MIDIMessage] = { _, _ in [] }

  private let file: CommandFile
  private let log: Log
  private(set) var sequencer: SequencerClient?
  /// The bans that have been said to have taken something apart.
  private var told: Set<Ban> = []

  /// With the rules of the last run.
  init(path: String, on disk: SettingsDisk, log: Log) {
    self.log = log
    file = CommandFile(path: path, on: disk, log: log)
    read()
  }

  /// Takes the rules that stand in the file in the place of those there are.
  func read() {
    var (wanted, banned): ([Connection], [Ban]) = ([], [])
    for request in file.read(["ports.connect", "ports.forbid"]) {
      let port = request.arguments.text("port") ?? ""
      guard let rule = ConnectionRule(request.arguments.text("to") ?? "") else { continue }
      if request.method == "ports.connect" {
        wanted.append(Connection(port: port, rule: rule))
      } else {
        banned.append(Ban(port: port, rule: rule))
      }
    }
    forget { former in !wanted.contains { former.isSameRule(as: $0) } }
    for connection in wanted where !connections.contains(where: connection.isSameRule) {
      connections.append(connection)
    }
    bans = banned
    refresh()
  }

  /// Makes the connections on a sequencer, and again when devices come and go.
  func use(_ sequencer: SequencerClient) {
    self.sequencer = sequencer
    connections = connections.map { Connection(port: $0.port, rule: $0.rule) }
    refresh()
  }

  /// Adds a rule; true when its device is there and connected.
  func connect(_ port: String, with text: String) throws(RequestError) -> Bool {
    let rule = try rule(text)
    let devices = sequencer?.devices(for: port) ?? []
    switch rule.match(devices) {
    case .ambiguous(let fits):
      let list = fits.map { "\($0)" }.joined(separator: ", ")
      throw RequestError(
        .badText, "to is \"\(text)\", which fits \(list): say which", field: "to")
    case .found(let device):
      if let ban = ban(of: port, device, among: devices), ban.rule != rule {
        throw RequestError(
          .notAllowed,
          "to is \"\(text)\": \(device) is forbidden for port \(port) as \(ban.rule.text), "
            + "until it is disconnected as that", field: "to")
      }
    case .absent: break
    }
    bans.removeAll { $0 == Ban(port: port, rule: rule) }
    if let index = connections.firstIndex(where: { $0.port == port && $0.rule == rule }) {
      connections[index].cut = nil
    } else {
      connections.append(Connection(port: port, rule: rule))
    }
    write()
    refresh()
    return connections.contains { $0.port == port && $0.rule == rule && $0.device != nil }
  }

  /// Forbids a port the devices that fit, now and whenever they are connected.
  func forbid(_ port: String, _ text: String) throws(RequestError) {
    let ban = Ban(port: port, rule: try rule(text))
    forget { $0.port == port && $0.rule == ban.rule }
    if !bans.contains(ban) { bans.append(ban) }
    write()
    refresh()
  }

  /// Removes the rules of a port, or the one that says `text` or has found such a device.
  ///
  /// What is forbidden stays so, unless `text` is what says it.
  func disconnect(_ port: String, from text: String?) throws(RequestError) {
    let rule = text.flatMap { ConnectionRule($0) }
    let count = connections.count + bans.count
    forget { connection in
      guard connection.port == port else { return false }
      guard let text, let rule else { return true }
      if connection.rule.text == text { return true }
      guard let device = connection.device else { return false }
      return rule.match([device]) == .found(device)
    }
    bans.removeAll { $0.port == port && $0.rule.text == text }
    guard connections.count + bans.count < count else {
      throw RequestError(
        .notFound, "port \(port) has no connection\(text.map { " to \($0)" } ?? "")",
        field: text == nil ? "port" : "to")
    }
    write()
  }

  /// Compares the rules with the devices that are there now.
  func refresh() {
    guard let sequencer else { return }
    for port in Set(bans.map(\.port)).sorted() { takeApart(port, sequencer) }
    var devices: [Bool: [Device]] = [:]
    var ports: Set<String> = []
    for index in connections.indices {
      let port = connections[index].port
      let isInput = port == PortName.input
      let there = devices[isInput] ?? sequencer.devices(for: port)
      devices[isInput] = there
      if refresh(index, there, sequencer) { ports.insert(port) }
    }
    // What a port is told now, all its devices must hear.
    for port in ports.sorted() { connected(port) }
  }

  /// Compares a rule with the devices for its port, and with what the kernel has connected; true
  /// when it has found one that it had not.
  private func refresh(
    _ index: Int, _ devices: [Device], _ sequencer: SequencerClient
  ) -> Bool {
    let connection = connections[index]
    let port = connection.port
    let match = connection.rule.match(devices)
    if let former = connection.device, match != .found(former) {
      connections[index].device = nil
      lost(port)
    }
    guard case .found(let device) = match else {
      connections[index].cut = nil
      connections[index].refusal = nil
      return false
    }
    let isMade =
      isOpen(port, sequencer)
      && attempt { sequencer throws(SequencerError) in
        try sequencer.connections(of: port).contains(device.address)
      } ?? false
    if connection.device == device {
      guard !isMade else { return false }
      connections[index].device = nil
      connections[index].cut = device
      lost(port)
      return false
    }
    guard isMade || connection.cut != device, ban(of: port, device, among: devices) == nil,
      isMade || make(index, device, sequencer)
    else { return false }
    connections[index].refusal = nil
    connections[index].device = device
    connections[index].cut = nil
    return true
  }

  /// Connects what a rule has found; says once why that is refused.
  private func make(_ index: Int, _ device: Device, _ sequencer: SequencerClient) -> Bool {
    let port = connections[index].port
    do throws(SequencerError) {
      try sequencer.connect(port, with: device.address)
      return true
    } catch {
      if connections[index].refusal != error { log.warning("port \(port), \(device): \(error)") }
      connections[index].refusal = error
      return false
    }
  }

  private func isOpen(_ port: String, _ sequencer: SequencerClient) -> Bool {
    port == PortName.input || sequencer.outputPortNames.contains(port)
  }

  /// Undoes the connections of a port that are forbidden.
  private func takeApart(_ port: String, _ sequencer: SequencerClient) {
    guard isOpen(port, sequencer),
      let addresses = attempt({ sequencer throws(SequencerError) in
        try sequencer.connections(of: port)
      }), !addresses.isEmpty
    else { return }
    let devices = sequencer.devices(for: port)
    for device in devices where addresses.contains(device.address) {
      guard let ban = ban(of: port, device, among: devices) else { continue }
      part(port, from: device)
      for index in connections.indices
      where connections[index].port == port && connections[index].device == device {
        connections[index].device = nil
      }
      if told.insert(ban).inserted {
        log.notice("port \(port) was connected with \(device), which is forbidden: undone")
      }
    }
  }

  private func ban(of port: String, _ device: Device, among devices: [Device]) -> Ban? {
    bans.first { $0.port == port && $0.rule.fits(among: devices).contains(device) }
  }

  private func forget(_ isGone: (Connection) -> Bool) {
    for connection in connections where isGone(connection) {
      if let device = connection.device { part(connection.port, from: device) }
    }
    connections.removeAll(where: isGone)
  }

  /// Disconnects a port from a device, and leaves nothing there that sounds.
  private func part(_ port: String, from device: Device) {
    let start = HostTime(nanoseconds: MonotonicClock.now())
    // Before, since the kernel closes a real device with its last connection.
    send(lastWords(port, nil), from: port, to: device)
    attempt { sequencer throws(SequencerError) in
      try sequencer.disconnect(port, from: device.address)
    }
    send(lastWords(port, start), from: port, to: device)
  }

  private func send(_ messages: [MIDIMessage], from port: String, to device: Device) {
    attempt { sequencer throws(SequencerError) in
      try sequencer.send(messages, from: port, to: device.address)
    }
  }

  private func rule(_ text: String) throws(RequestError) -> ConnectionRule {
    guard let rule = ConnectionRule(text) else {
      throw RequestError(.badText, "to is empty: must be a device's name or 20:0", field: "to")
    }
    return rule
  }

  private func write() {
    file.write(
      connections.map { ["connect", $0.port, $0.rule.text].map { Word(value: $0) } }
        + bans.map { ["forbid", $0.port, $0.rule.text].map { Word(value: $0) } })
  }

  @discardableResult
  func attempt<Result>(
    _ body: (SequencerClient) throws(SequencerError) -> Result
  ) -> Result? {
    guard let sequencer else { return nil }
    do throws(SequencerError) { return try body(sequencer) } catch {
      log.warning("\(error)")
      return nil
    }
  }
}
