import ControlProtocol
import Timeline

extension Session {
  /// Switches the metronome, or says where and how it clicks and how many bars it counts in.
  func setMetronome(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let arguments = request.arguments
    var metronome = song.metronome
    metronome.set(arguments)
    var outcome = try set(.metronome(metronome), cause: "metronome", client)
    var reply = Members()
    reply.append("metronome", Value(metronome))
    reply.append("revision", Value(revision))
    reply.append("commit", ifPresent: outcome.reply["commit"])
    outcome.reply = .object(reply)
    return outcome
  }
}

extension Metronome {
  /// Takes on what the arguments say.
  mutating func set(_ arguments: Arguments) {
    if let toggle = arguments.toggle("on") { isOn = toggle.applied(to: isOn) }
    port = arguments.text("port") ?? port
    channel =
      arguments.integer("channel").flatMap { Channel(exactly: $0) } ?? channel
    accent = arguments.pitch("accent") ?? accent
    beat = arguments.pitch("beat") ?? beat
    barVelocity = arguments.velocity("barVelocity") ?? barVelocity
    groupVelocity = arguments.velocity("groupVelocity") ?? groupVelocity
    beatVelocity = arguments.velocity("beatVelocity") ?? beatVelocity
    countIn = arguments.integer("countIn") ?? countIn
  }
}

extension Arguments {
  fileprivate func velocity(_ name: String) -> Velocity? {
    integer(name).flatMap { Velocity(exactly: $0) }
  }
}

extension Value {
  init(_ metronome: Metronome) {
    self = [
      "on": .bool(metronome.isOn), "port": .string(metronome.port),
      "channel": Value(metronome.channel.number), "accent": Value(metronome.accent.number),
      "beat": Value(metronome.beat.number), "barVelocity": Value(metronome.barVelocity.number),
      "groupVelocity": Value(metronome.groupVelocity.number),
      "beatVelocity": Value(metronome.beatVelocity.number), "countIn": Value(metronome.countIn),
    ]
  }
}
