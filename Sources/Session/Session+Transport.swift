package import ControlProtocol
package import Timeline
package import Transport

extension Session {
  /// The transport as replies and events show it.
  package func transportState(cause: String? = nil, commit: HostTime? = nil) -> Value {
    let standing = transport.standing
    let position = standing.position
    let event = song.tempo.event(at: position)
    let isLed = transport.leader != nil
    var members = Members(reservingCapacity: 12)
    members.append("cause", ifPresent: cause.map { .string($0) })
    members.append("state", .string(standing.state.text))
    members.append("position", Value(position))
    members.append(transport.tempo(at: position))
    if !isLed, position < event.rampEnd { members.append("ramp", Value(event)) }
    members.append("scale", Value(isLed ? 1 : Double(song.tempoScale) / 1e6))
    members.append("pass", Value(standing.passes))
    members.append("range", Value(song.range))
    members.append(
      "section",
      ifPresent: song.section(from: song.range.start, to: song.range.end).map { .string($0.name) })
    members.append("chase", .bool(song.chases))
    members.append("armed", ifPresent: armed)
    if let (tick, time) = standing.anchor {
      members.append("anchor", ["position": Value(tick), "time": Value(time.nanoseconds)])
    }
    members.append("commit", ifPresent: commit.map { Value($0.nanoseconds) })
    return .object(members)
  }

  /// What ends on a device all that a port has begun there.
  package func lastWords(of port: String) -> [MIDIMessage] { transport.lastWords(of: port) }

  /// The offs of what has begun on a port since a moment.
  package func offs(of port: String, since start: HostTime) -> [MIDIMessage] {
    transport.offs(of: port, since: start)
  }

  /// Ends whatever may sound on channels of a port after a daemon that was killed.
  package func release(_ channels: [Channel], of port: String) {
    transport.release(channels, of: port)
  }

  /// A port has lost its device.
  package func deviceLeft(_ port: String) { transport.deviceLeft(port) }

  /// A device has come to a port, perhaps back.
  package func deviceCame(_ port: String) { transport.deviceCame(port) }

  /// Whether a suspend of the machine stops the playhead, or it goes on from where it was.
  package var stopsOnResume: Bool {
    get { transport.stopsOnResume }
    set { transport.stopsOnResume = newValue }
  }

  /// Sends MIDI clock on these ports, and on no others.
  ///
  /// Returns the commit point when rolling.
  package func sendClock(to ports: [ClockPort]) -> HostTime? { transport.sendClock(to: ports) }

  /// Plays what sounds on these ports so many nanoseconds later, or earlier when negative.
  ///
  /// Returns the commit point when rolling.
  package func delay(ports: [String: Int64]) -> HostTime? { transport.delay(ports: ports) }

  /// Goes on at the same place on an output that holds nothing yet.
  package func playOn() { transport.useFreshOutput() }

  /// Stops, and says when the last note will have left.
  package func halt() -> HostTime {
    if transport.isPlaying { _ = transport.stop() } else { transport.releaseHeld() }
    return transport.settled
  }

  func play(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let from = try request.arguments.position("from").map { expression throws(RequestError) in
      try resolution.position(expression, field: "from")
    }
    let bars = request.arguments.integer("countIn") ?? song.metronome.countIn
    let start = transport.playInStep(from: from, countIn: bars)
    return moved("play", commit: start)
  }

  func stop(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    moved("stop", commit: transport.stop())
  }

  func resume(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    moved("continue", commit: transport.resumeInStep())
  }

  func seek(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let arguments = request.arguments
    let snap = arguments.snap("snap") ?? .off
    let here = transport.position
    var target = here
    if let position = arguments.position("position") {
      target = try resolution.position(position, field: "position")
    } else if let length = arguments.length("by") {
      target = here + resolution.length(length, at: here)
    } else if let steps = arguments.integer("steps") {
      let grid = arguments.snap("snap") ?? song.snap
      guard let step = grid.step(at: here, in: song.meters) else {
        throw RequestError(EditError.stepsWithoutSnap)
      }
      target = here + step.length(of: Int64(steps))
    }
    target = min(max(snap.nearest(to: max(target, .zero), in: song.meters), .zero), .maximum)
    return moved("seek", commit: transport.seek(to: target))
  }

  func panic(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    transport.panic()
    return Outcome(reply: [:])
  }

  /// Says when a boundary ahead is reached.
  func next(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    guard let boundary = request.arguments.boundary("to") else {
      preconditionFailure("to is required")
    }
    guard transport.isPlaying else {
      throw RequestError(.notAllowed, "the transport is stopped: nothing is ahead", field: "to")
    }
    guard let place = try place(of: boundary, field: "to") else {
      throw RequestError(.outOfRange, "to is not ahead of the playhead", field: "to")
    }
    return Outcome(
      reply: ["position": Value(place.tick), "time": Value(place.time.nanoseconds)])
  }

  func moved(_ cause: String, commit: HostTime?) -> Outcome {
    Outcome(
      reply: transportState(commit: commit),
      events: [Event(.transport, transportState(cause: cause, commit: commit))])
  }
}

extension Transport.State {
  fileprivate var text: String {
    switch self {
    case .stopped: "stopped"
    case .waiting: "waiting"
    case .countingIn: "counting in"
    case .rolling: "rolling"
    }
  }
}
