import ALSASequencer
import ControlProtocol
import LinuxSystem

/// Which output port plays to which device: rules by name, kept for the next start.
///
/// A rule for an absent device waits; a device that returns is connected again.
final class Patchbay {
  struct Connection: Equatable {
    let port: String
    let rule: ConnectionRule
    /// The device that the rule has found; nil while it waits.
    var destination: Destination?
  }

  private(set) var connections: [Connection] = []
  /// Called when a port has just been connected to a device.
  var connected: (_ port: String) -> Void = { _ in }

  /// Called when a port has just lost its device.
  var lost: (_ port: String) -> Void = { _ in }

  private let path: String
  private let log: Log
  private var sequencer: SequencerClient?

  /// With the rules of the last run, which stand as commands in a file.
  init(path: String, log: Log) {
    self.path = path
    self.log = log
    read()
  }

  /// Makes the connections on a sequencer, and again when devices come and go.
  func use(_ sequencer: SequencerClient) {
    self.sequencer = sequencer
    connections = connections.map { Connection(port: $0.port, rule: $0.rule) }
    refresh()
  }

  /// Adds a rule; true when its device is there and connected.
  func connect(_ port: String, to text: String) throws(RequestError) -> Bool {
    guard let rule = ConnectionRule(text) else {
      throw RequestError(.badText, "to is empty: must be a device's name or 20:0", field: "to")
    }
    if case .ambiguous(let fits)? = sequencer.map({ rule.match($0.destinations()) }) {
      let list = fits.map { "\($0)" }.joined(separator: ", ")
      throw RequestError(
        .badText, "to is \"\(text)\", which fits \(list): say which", field: "to")
    }
    if !connections.contains(where: { $0.port == port && $0.rule == rule }) {
      connections.append(Connection(port: port, rule: rule))
      write()
    }
    refresh()
    return connections.contains { $0.port == port && $0.rule == rule && $0.destination != nil }
  }

  /// Removes the rules of a port, or the one that says `text` or has found such a device.
  func disconnect(_ port: String, from text: String?) throws(RequestError) {
    let rule = text.flatMap { ConnectionRule($0) }
    let gone = connections.filter { connection in
      guard connection.port == port else { return false }
      guard let text, let rule else { return true }
      if connection.rule.text == text { return true }
      guard let destination = connection.destination else { return false }
      return rule.match([destination]) == .found(destination)
    }
    guard !gone.isEmpty else {
      throw RequestError(
        .notFound, "port \(port) has no connection\(text.map { " to \($0)" } ?? "")",
        field: text == nil ? "port" : "to")
    }
    for connection in gone {
      if let destination = connection.destination {
        attempt { sequencer throws(SequencerError) in
          try sequencer.disconnect(port, from: destination.address)
        }
      }
    }
    connections.removeAll(where: gone.contains)
    write()
  }

  /// Compares the rules with the devices that are there now.
  func refresh() {
    guard let destinations = sequencer?.destinations() else { return }
    for index in connections.indices {
      let connection = connections[index]
      let match = connection.rule.match(destinations)
      if let former = connection.destination, match != .found(former) {
        connections[index].destination = nil
        lost(connection.port)
      }
      guard case .found(let destination) = match, connection.destination != destination else {
        continue
      }
      let done: Void? = attempt { sequencer throws(SequencerError) in
        try sequencer.connect(connection.port, to: destination.address)
      }
      guard done != nil else { continue }
      connections[index].destination = destination
      connected(connection.port)
    }
  }

  /// Makes a port before anything is played there, so that it can be connected from outside.
  func openPort(_ name: String) {
    attempt { sequencer throws(SequencerError) in _ = try sequencer.outputPort(named: name) }
  }

  /// Whether a port is open that is none of those in use, has no rule and no connection.
  func hasUnused(besides used: Set<String>) -> Bool { !unused(besides: used).isEmpty }

  /// Closes the ports that are none of those in use, have no rule and no connection.
  func closePorts(besides used: Set<String>) {
    for port in unused(besides: used) {
      attempt { sequencer throws(SequencerError) in try sequencer.closePort(named: port) }
    }
  }

  private func unused(besides used: Set<String>) -> [String] {
    (sequencer?.outputPortNames ?? []).filter { port in
      port != SequencerClient.firstPort && !used.contains(port)
        && !connections.contains { $0.port == port }
        && attempt { sequencer throws(SequencerError) in
          try sequencer.connections(of: port).isEmpty
        } ?? false
    }
  }

  /// What `ports` shows.
  var value: Value {
    let names = sequencer?.outputPortNames ?? []
    let destinations = (sequencer?.destinations() ?? []).map { destination -> Value in
      [
        "address": .string(destination.address.description),
        "client": .string(destination.clientName),
        "port": .string(destination.portName),
      ]
    }
    return [
      "ports": .array(names.map { .string($0) }), "connections": connectionList,
      "devices": .array(destinations),
    ]
  }

  var connectionList: Value {
    .array(
      connections.map { connection in
        var members = Members()
        members.append("port", .string(connection.port))
        members.append("to", .string(connection.rule.text))
        members.append("connected", .bool(connection.destination != nil))
        members.append(
          "address", ifPresent: connection.destination.map { .string($0.address.description) })
        return .object(members)
      })
  }

  @discardableResult
  private func attempt<Result>(
    _ body: (SequencerClient) throws(SequencerError) -> Result
  ) -> Result? {
    guard let sequencer else { return nil }
    do throws(SequencerError) { return try body(sequencer) } catch {
      log.warning("\(error)")
      return nil
    }
  }

  private func read() {
    guard let bytes = try? Files.read(path, limit: 1 << 20),
      let text = String(validating: bytes, as: UTF8.self)
    else { return }
    for line in text.split(separator: "\n") {
      guard let words = try? Words.split(String(line)).first, words.count == 3,
        words[0].value == "connect", let rule = ConnectionRule(words[2].value)
      else {
        log.warning("\(path) holds a line that is no connection: \(line)")
        continue
      }
      connections.append(Connection(port: words[1].value, rule: rule))
    }
  }

  private func write() {
    let lines = connections.map { connection in
      Words.join([
        [
          Word(value: "connect"), Word(value: connection.port),
          Word(value: connection.rule.text),
        ]
      ])
    }
    do throws(FileError) {
      try Files.write(lines.map { $0 + "\n" }.joined().utf8, to: path, mode: 0o600)
    } catch {
      log.error("the connections are not kept: \(error)")
    }
  }
}
