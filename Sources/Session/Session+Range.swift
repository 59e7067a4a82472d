import ControlProtocol
import Timeline
import Transport

extension Session {
  /// Loops a range, or switches looping, or halves or doubles the range from its start.
  func loop(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let arguments = request.arguments
    var range = song.range
    let length = range.end - range.start
    switch arguments.text("on") {
    case "on": range.loops = true
    case "off": range.loops = false
    case "toggle": range.loops.toggle()
    case "half": range.end = range.start + Ticks(count: length.count / 2)
    case "double": range.end = range.start + length * 2
    default: if arguments.has("start") || arguments.has("end") { range.loops = true }
    }
    try setBounds(of: &range, arguments)
    try checkEnd(of: range)
    if setsEnd(arguments) { range.auto = .off }
    range.tails = arguments.choice("tails") ?? range.tails
    return try set(.range(range), cause: "loop", client)
  }

  func setRange(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let arguments = request.arguments
    var range = song.range
    try setBounds(of: &range, arguments)
    let snap = arguments.snap("snap") ?? song.snap
    if let length = arguments.length("by") {
      let delta = resolution.length(length, at: range.end)
      let step = snap.step(at: range.end, in: song.meters)
      range.end += step.map { $0.length(of: $0.whole(in: delta)) } ?? delta
    }
    if let steps = arguments.integer("steps") {
      guard let step = snap.step(at: range.end, in: song.meters) else {
        throw RequestError(EditError.stepsWithoutSnap)
      }
      range.end += step.length(of: Int64(steps))
    }
    range.end = max(range.end, range.start)
    try checkEnd(of: range)
    if setsEnd(arguments) { range.auto = .off }
    range.auto = arguments.choice("auto") ?? range.auto
    range.tails = arguments.choice("tails") ?? range.tails
    range = range.extended(for: song.contentEnd, in: song.meters)
    return try set(.range(range), cause: "range", client)
  }

  func setTempoScale(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let scale = request.arguments.number("scale") ?? 1
    return try set(.tempoScale(Int64((scale * 1e6).rounded())), cause: "scale", client)
  }

  func setChase(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let chases = request.arguments.toggle("on")?.applied(to: song.chases) ?? song.chases
    return try set(.chase(chases), cause: "chase", client)
  }

  private func setBounds(
    of range: inout PlayRange, _ arguments: Arguments
  ) throws(RequestError) {
    if let start = arguments.position("start") {
      range.start = try resolution.position(start, field: "start")
      if !arguments.has("end"), let section = resolution.section(start) { range.end = section.end }
    }
    if let end = arguments.position("end") {
      range.end = try resolution.position(end, field: "end")
    }
    guard range.end > range.start || (range.end == range.start && !arguments.has("end")) else {
      throw RequestError(
        .outOfRange,
        "end is \(range.end.beats): must be after start, which is \(range.start.beats)",
        field: "end")
    }
  }

  /// Whether a request sets the range head by hand, be it to where it is already.
  private func setsEnd(_ arguments: Arguments) -> Bool {
    ["end", "by", "steps"].contains(where: arguments.has)
      || ["half", "double"].contains(arguments.text("on"))
      || resolution.section(arguments.position("start")) != nil
  }

  private func checkEnd(of range: PlayRange) throws(RequestError) {
    guard range.end <= Ticks.maximum else {
      throw RequestError(
        .outOfRange, "end would be \(range.end.beats): must be at most \(Limits.beats)",
        field: "end")
    }
  }

  /// Sets what is saved but no undo step.
  func set(
    _ field: SongField, cause: String, _ client: Int64
  ) throws(RequestError) -> Outcome {
    let from = field.current(in: song)
    guard from != field else { return Outcome(reply: transportState()) }
    try checkLoop(of: song.with(field))
    let patch = Patch(fields: [Patch.FieldChange(from: from, to: field)])
    let unplanned = field.isRange ? pending.plan(nil, client, .now, since: 0) : []
    var outcome = changed(
      by: patch, cause: cause, client, apply(patch, rangeByHand: field.isRange))
    outcome.events += unplanned
    return outcome
  }

  /// What came of a change to how the song is played, which is no undo step.
  func changed(
    by patch: Patch, cause: String, _ client: Int64, _ commit: HostTime?
  ) -> Outcome {
    let result = EditResult(patch: patch, song: song, revision: revision)
    guard case .object(var reply) = transportState(commit: commit) else {
      preconditionFailure("no object")
    }
    reply.append("revision", Value(revision))
    return Outcome(
      reply: .object(reply),
      record: record(.patch(patch), .none),
      events: [
        editEvent(result, cause: cause, client),
        Event(.transport, transportState(cause: cause, commit: commit)),
      ])
  }
}
