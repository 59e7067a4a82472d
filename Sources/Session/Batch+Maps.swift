import ControlProtocol
import Timeline

/// Changes of tempo and meter. They are not drawn to the grid.
extension Batch {
  mutating func setTempo(_ arguments: Arguments) throws(RequestError) {
    guard let wish = arguments.tempo("bpm") else { preconditionFailure("bpm is required") }
    let map = draft.song.tempo
    let place = try position("position", arguments)
    guard let length = arguments.length("over") else {
      // A change lifts a ramp as a whole.
      let position = place ?? map.event(at: playhead).position
      let now = map.curve(at: position)
      let curve = TempoCurve(
        from: try wish.tempo(from: now.start), to: try wish.tempo(from: now.end), over: now.length)
      return try set(map.setting(curve, at: position))
    }
    let start = place ?? playhead
    let end = start + resolution.length(length, at: start)
    guard end <= .maximum else {
      throw RequestError(
        .outOfRange, "the ramp would end at \(end.beats): must be at most \(Limits.beats) beats",
        field: "over")
    }
    let now = map.tempo(at: start)
    let ramp = TempoCurve(from: now, to: try wish.tempo(from: now), over: end - start)
    try set(map.setting(ramp, at: start, until: end))
  }

  mutating func removeTempo(_ arguments: Arguments) throws(RequestError) {
    try set(try removing("tempo", from: draft.song.tempo, arguments))
  }

  mutating func setMeter(_ arguments: Arguments) throws(RequestError) {
    guard let meter = arguments.meter("meter") else { preconditionFailure("meter is required") }
    let map = draft.song.meters
    let place = try position("position", arguments) ?? map.event(at: playhead).position
    try refusing { draft throws(EditError) in try draft.set(map.setting(meter, at: place)) }
  }

  mutating func removeMeter(_ arguments: Arguments) throws(RequestError) {
    let map = try removing("meter", from: draft.song.meters, arguments)
    try refusing { draft throws(EditError) in try draft.set(map) }
  }

  private mutating func set(_ map: TempoMap) throws(RequestError) {
    try refusing { draft throws(EditError) in try draft.set(map) }
    try checkLoop(of: draft.song)
  }

  /// A map without the change at a position, or those up to another; refused if there is none.
  private func removing<Value>(
    _ name: String, from map: ChangeMap<Value>, _ arguments: Arguments
  ) throws(RequestError) -> ChangeMap<Value> {
    let from = try position("position", arguments) ?? .zero
    let to = try position("to", arguments) ?? from + Ticks(count: 1)
    guard from < to else {
      throw RequestError(
        .outOfRange, "to is \(to.beats): must be after position, which is \(from.beats)",
        field: "to")
    }
    let left = map.removing(from: from, to: to)
    guard left == map else { return left }
    let place = arguments.position("position")?.text ?? ""
    throw RequestError(
      .notFound,
      "position is \(place): no change of \(name) is there to be taken away; the first stays",
      field: "position")
  }

  private func position(
    _ field: String, _ arguments: Arguments
  ) throws(RequestError) -> Ticks? {
    try arguments.position(field).map { expression throws(RequestError) in
      try resolution.position(expression, field: field)
    }
  }
}

extension TempoExpression {
  /// The tempo that is meant, where another one is.
  fileprivate func tempo(from now: Tempo) throws(RequestError) -> Tempo {
    let bpm =
      switch self {
      case .beatsPerMinute(let bpm): bpm
      case .change(let change): now.beatsPerMinute + change
      }
    guard let tempo = Tempo(beatsPerMinute: bpm) else {
      throw RequestError(
        .outOfRange,
        "bpm would be \(bpm): must be from \(Int(Limits.tempo.lowerBound)) to "
          + "\(Int(Limits.tempo.upperBound))", field: "bpm")
    }
    return tempo
  }
}
