import ALSASequencer
import ControlProtocol
import Timeline

extension Patchbay {
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
      port != PortName.output && !used.contains(port)
        && !connections.contains { $0.port == port }
        && attempt { sequencer throws(SequencerError) in
          try sequencer.connections(of: port).isEmpty
        } ?? false
    }
  }

  /// The output ports that are open, or have a rule.
  var knownPorts: Set<String> {
    Set(connections.map(\.port)).union(sequencer?.outputPortNames ?? []).union([PortName.output])
      .subtracting([PortName.input])
  }

  /// What `ports` shows.
  var value: Value {
    let input = PortName.input
    let names = sequencer.map { $0.outputPortNames + [input] } ?? []
    return [
      "ports": .array(names.map { .string($0) }), "connections": connectionList,
      "devices": devices(for: PortName.output), "sources": devices(for: input),
    ]
  }

  private func devices(for port: String) -> Value {
    .array(
      (sequencer?.devices(for: port) ?? []).map { device in
        [
          "address": .string(device.address.description),
          "client": .string(device.clientName), "port": .string(device.portName),
        ]
      })
  }

  /// The rules, and what each has found.
  var connectionList: Value {
    let made = connections.map { connection -> Value in
      var members = Members()
      members.append("port", .string(connection.port))
      members.append("to", .string(connection.rule.text))
      members.append("connected", .bool(connection.device != nil))
      members.append(
        "address", ifPresent: connection.device.map { .string($0.address.description) })
      members.append("trouble", ifPresent: connection.refusal.map { .string("\($0)") })
      return .object(members)
    }
    let forbidden = bans.map { ban -> Value in
      [
        "port": .string(ban.port), "to": .string(ban.rule.text), "connected": false,
        "forbidden": true,
      ]
    }
    return .array(made + forbidden)
  }
}
