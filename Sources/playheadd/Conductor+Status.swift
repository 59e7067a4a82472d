import ALSASequencer
import ControlProtocol
import ControlServer
import LinuxSystem
import Session
import Storage
import Timeline
import Transport

extension Conductor {
  /// Learns what a client calls itself, and says what it talks to and which number it has.
  func greet(_ client: ClientID, _ name: String?) -> Value {
    if let name { session.names[client.number] = name }
    return [
      "program": "playhead", "version": .string(Release.version),
      "protocol": .string(Release.protocolVersion), "client": Value(client.number),
    ]
  }

  func help(_ name: String?) throws(RequestError) -> Value {
    guard let name else {
      let commands = Command.all.map { command -> Value in
        [
          "method": .string(command.method),
          "verbs": .array(command.verbs.map { .string($0) }), "help": .string(command.help),
        ]
      }
      return ["commands": .array(commands)]
    }
    do throws(RequestError) {
      return ["manual": .string(try Command.verb(name).manual)]
    } catch {
      var error = error
      error.field = "command"
      throw error
    }
  }

  /// What goes on, in a few words, for who looks after services.
  var summary: String {
    let name = songs.target.map { SetList.name(of: $0) } ?? session.song.title
    let doing = session.isRolling ? "playing" : "ready"
    return name.isEmpty ? doing : "\(doing): \(name)"
  }

  var status: Value {
    let health = session.transport.health
    var members = Members()
    members.append("version", .string(Release.version))
    members.append("protocol", .string(Release.protocolVersion))
    members.append("uptime", Value((clock.now() - started) / 1_000_000_000))
    members.append("revision", Value(session.revision))
    members.append("title", .string(session.song.title))
    members.append("song", ifPresent: songs.target.map { .string($0) })
    members.append("unsaved", .bool(durability.trouble != nil))
    members.append("modified", .bool(isModified))
    members.append("transport", session.transportState())
    members.append("pending", session.pendingList)
    members.append("output", .string(outputs.name))
    members.append("trouble", ifPresent: outputs.trouble.map { .string("\($0)") })
    members.append("timer", ifPresent: timer)
    members.append("connections", settings.patchbay.connectionList)
    members.append("clocks", settings.clocks.value)
    members.append("sync", session.syncState)
    members.append("mmc", settings.sync.machine)
    members.append("delays", settings.delays.value)
    members.append("clients", Value(clientCount()))
    members.append("memory", ifPresent: Memory.resident.map { Value(Int64($0)) })
    members.append(
      "health",
      [
        "horizon": Value(Double(health.horizon) / 1e6),
        "worstLag": Value(Double(health.worstLag) / 1e6),
        "recentLag": Value(Double(health.recentLag) / 1e6), "stalls": Value(health.stalls),
        "suspends": Value(health.suspends), "missed": Value(health.missed),
        "lateCommits": Value(health.lateCommits),
        "longestTurn": Value(Double(Turns.longest) / 1e6),
        "refused": Value(outputs.sequencer?.refusedCount ?? 0),
        "overruns": Value(outputs.sequencer?.client.overruns ?? 0),
      ])
    members.append("cables", cables)
    return .object(members)
  }

  /// How much later, in milliseconds, what each port plays would leave if it were a MIDI cable.
  private var cables: Value {
    .array(
      session.transport.cables.map { cable in
        ["port": .string(cable.port), "worstLag": Value(Double(cable.worstLag) / 1e6)]
      })
  }

  /// Whether the song holds anything that its file does not.
  private var isModified: Bool {
    guard let original = songs.copy.original else { return !session.song.order.isEmpty }
    return original.revision != session.ownRevision
  }

  /// The timer that the kernel granted.
  private var timer: Value? {
    guard let sequencer = outputs.sequencer else { return nil }
    let granted = sequencer.granted
    var members = Members()
    members.append("hertz", Value(granted.hertz))
    members.append("window", Value(sequencer.calibrationWindow))
    members.append("warning", ifPresent: granted.warning.map { .string($0) })
    return .object(members)
  }
}
