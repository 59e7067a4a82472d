package import ControlProtocol
package import Transport

extension Session {
  /// Lets the clock of another sequencer lead, or nobody.
  ///
  /// Returns the commit point when rolling.
  package func follow(_ loss: Leader.Loss?) -> HostTime? { transport.follow(loss) }

  /// Takes in what another sequencer says, and when it did; returns what to tell.
  package func hear(_ message: SyncMessage, at time: HostTime) -> [Event] {
    events(of: transport.hear(message, at: time))
  }

  /// Does what a message of machine control tells; returns what to tell of that.
  package func obey(_ message: MachineControl) -> [Event] {
    message.commands.flatMap { command -> [Event] in
      switch command {
      case .play where transport.state == .stopped:
        return moved("play", commit: transport.resumeInStep()).events
      case .stop where transport.state != .stopped:
        return moved("stop", commit: transport.stop()).events
      case .locate(let nanoseconds):
        let place = transport.place(after: nanoseconds)
        return moved("seek", commit: transport.seek(to: place)).events
      case .play, .stop: return []
      }
    }
  }

  /// Where the tempo comes from, and how well it does.
  package var syncState: Value {
    guard let leader = transport.leader else { return ["source": "internal"] }
    let isLost = leader.follower.isLost(at: transport.now)
    var members = Members()
    members.append("source", "clock")
    members.append("lost", .string(leader.loss.rawValue))
    members.append("locked", .bool(!isLost && leader.follower.isSteady))
    members.append(leader.follower.tempo)
    members.append("losses", Value(leader.losses))
    return .object(members)
  }

  /// Refuses a request that a leader's clock makes void; other requests, and edits of the song's
  /// own tempo at a place, are as good as ever.
  package func checkLed(_ request: Request) throws(RequestError) {
    guard transport.leader != nil else { return }
    let isVoid =
      ["tempo.tap", "tempo.scale", "transport.nudge"].contains(request.method)
      || (request.method == "tempo.set" && !request.arguments.has("position"))
    guard isVoid else { return }
    throw RequestError(
      .notAllowed, "the tempo is that of the clock that comes in, until `follow off`")
  }
}
