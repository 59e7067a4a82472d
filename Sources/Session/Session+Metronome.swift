import ControlProtocol
import Timeline

extension Session {
  /// Switches the metronome, or says where and how it clicks and how many bars it counts in.
  func setMetronome(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let arguments = request.arguments
    var metronome = song.metronome
    if let toggle = arguments.toggle("on") { metronome.isOn = toggle.applied(to: metronome.isOn) }
    metronome.port = arguments.text("port") ?? metronome.port
    metronome.channel =
      arguments.integer("channel").flatMap { Channel(exactly: $0) } ?? metronome.channel
    metronome.accent = arguments.pitch("accent") ?? metronome.accent
    metronome.beat = arguments.pitch("beat") ?? metronome.beat
    metronome.barVelocity = arguments.velocity("barVelocity") ?? metronome.barVelocity
    metronome.groupVelocity = arguments.velocity("groupVelocity") ?? metronome.groupVelocity
    metronome.beatVelocity = arguments.velocity("beatVelocity") ?? metronome.beatVelocity
    metronome.countIn = arguments.integer("countIn") ?? metronome.countIn
    var outcome = try set(.metronome(metronome), cause: "metronome", client)
    var reply = Members()
    reply.append("metronome", Value(metronome))
    reply.append("revision", Value(revision))
    reply.append("commit", ifPresent: outcome.reply["commit"])
    outcome.reply = .object(reply)
    return outcome
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
