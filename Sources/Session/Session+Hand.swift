import ControlProtocol
import Timeline
import Transport

/// What is played by hand, beside the song.
extension Session {
  private static let standardLength: Int64 = 500_000_000

  func strikeByHand(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let arguments = request.arguments
    let velocity = arguments.integer("velocity").flatMap(Velocity.init(exactly:)) ?? .standard
    var length = arguments.milliseconds("ms") ?? Session.standardLength
    if let duration = arguments.length("duration") {
      length = try heldTime(resolution.length(duration, at: transport.position))
    }
    let destination = try destination(of: arguments)
    var notes: [HandNote] = []
    for pitch in arguments.pitches("notes") ?? [] {
      notes.append(try note(pitch, velocity, destination, length))
    }
    return try strike(notes)
  }

  func audition(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    guard let cells = request.arguments.cells("where") else {
      preconditionFailure("where is required")
    }
    var notes: [HandNote] = []
    let ids = try resolution.cells(cells, field: "where", atMost: Limits.cellsAtOnce)
    for id in ids.sorted() {
      guard let placed = song.cell(id), let row = song.row(placed.row) else {
        throw RequestError(
          .notFound, "where is \(id.number): no cell has that id", field: "where")
      }
      let cell = placed.cell
      let length = min(nanoseconds(cell.duration), Session.longestNote)
      for pitch in placed.pitches {
        notes.append(try note(pitch, cell.velocity, .row(row), max(1, length)))
      }
    }
    guard !notes.isEmpty else {
      throw RequestError(.notAllowed, "no note is there to be struck", field: "where")
    }
    return try strike(notes)
  }

  func setByHand(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let arguments = request.arguments
    let (port, channel) = try destination(of: arguments).address
    let change = try change(arguments)
    let commit = transport.set(HandSetting(port: port, channel: channel, change: change))
    return sent(commit)
  }

  private func change(_ arguments: Arguments) throws(RequestError) -> HandSetting.Change {
    if let program = arguments.program("program") {
      return .program(program, arguments.bank("bank"))
    }
    if let message = arguments.sysex("sysex") { return .sysex(message) }
    guard let target = arguments.control("control") else {
      preconditionFailure("one of three is needed")
    }
    guard let value = arguments.integer("value") else {
      throw RequestError(
        .missing, "value is missing: where to \(target.text) is moved", field: "value")
    }
    guard target.range.contains(value) else {
      throw RequestError(
        .outOfRange,
        "value is \(value): \(target.text) takes \(target.range.lowerBound) to "
          + "\(target.range.upperBound)", field: "value")
    }
    return .control(target, value)
  }

  private func strike(_ notes: [HandNote]) throws(RequestError) -> Outcome {
    // A key is struck once, and held for as long as the longest note of it.
    var byKey: [HandNote.Key: HandNote] = [:]
    for note in notes {
      if let other = byKey[note.key], other.length >= note.length { continue }
      byKey[note.key] = note
    }
    let distinct = notes.compactMap { byKey.removeValue(forKey: $0.key) }
    guard transport.heldCount + distinct.count <= Limits.heldKeys else {
      throw RequestError(
        .limit, "\(transport.heldCount) keys are held: at most \(Limits.heldKeys) at a time")
    }
    return sent(transport.strike(distinct))
  }

  private func sent(_ commit: HostTime?) -> Outcome {
    var members = Members()
    members.append("commit", ifPresent: commit.map { Value($0.nanoseconds) })
    return Outcome(reply: .object(members))
  }

  private func note(
    _ pitch: Pitch, _ velocity: Velocity, _ destination: Destination, _ length: Int64
  ) throws(RequestError) -> HandNote {
    switch destination {
    case .port(let port, let channel):
      return HandNote(
        port: port, channel: channel, pitch: pitch, velocity: velocity, length: length)
    case .row(let row):
      guard let note = HandNote(pitch, velocity, through: row, length: length) else {
        throw RequestError(
          .outOfRange, "row \(row.name) transposes \(pitch.text) beyond all keys", field: "notes")
      }
      return note
    }
  }

  // Where it goes, and for how long.

  private enum Destination {
    case row(Row)
    case port(String, Channel)

    var address: (String, Channel) {
      switch self {
      case .row(let row): (row.port, row.channel)
      case .port(let port, let channel): (port, channel)
      }
    }
  }

  private func destination(of arguments: Arguments) throws(RequestError) -> Destination {
    if let row = arguments.row("row") { return .row(try resolution.row(row, field: "row")) }
    guard let port = arguments.text("port") else {
      throw RequestError(
        .missing, "row is missing: name a row, or a port with port=", field: "row")
    }
    let channel = arguments.integer("channel").flatMap(Channel.init(exactly:))
    return .port(port, channel ?? Channel(1))
  }

  private static var longestNote: Int64 { Int64(Limits.heldTime.upperBound * 1e6) }

  private func heldTime(_ length: Ticks) throws(RequestError) -> Int64 {
    let nanoseconds = nanoseconds(length)
    guard nanoseconds <= Session.longestNote else {
      throw RequestError(
        .outOfRange,
        "duration is too long: at this tempo it must be at most "
          + "\(Session.longestNote / 1_000_000_000) seconds", field: "duration")
    }
    return max(1, nanoseconds)
  }

  /// How long a length is at the tempo under the playhead.
  private func nanoseconds(_ length: Ticks) -> Int64 {
    let picoseconds = transport.tempo(at: transport.position).picosecondsPerBeat
    let scale = transport.leader == nil ? song.tempoScale : 1_000_000
    let beat = Double(picoseconds) / 1e3 * 1e6 / Double(scale)
    return Int64(clamping: Int128(Double(length.count) / Double(Ticks.perBeat) * beat))
  }
}
