import ControlProtocol
import Timeline

extension SongDocument {
  static func maps(_ members: Members) throws(RequestError) -> [SongField] {
    guard let value = members["maps"] else { return [] }
    let maps = try at("maps") { () throws(RequestError) in
      let maps = try value.membersOfPart()
      if let odd = maps.list.first(where: { !["tempo", "meter"].contains($0.key) }) {
        throw RequestError(.badField, "there is no \"\(odd.key.prefix(60))\", only tempo and meter")
      }
      return maps
    }
    let tempo = try changes("tempo", maps, TempoCurve.change)
    let meters = try changes("meter", maps) { value throws(RequestError) -> (Ticks, Meter) in
      let arguments = try value.arguments(of: Command.meterPart)
      guard let meter = arguments.meter("meter") else { preconditionFailure("it is required") }
      return (arguments.ticks("position") ?? .zero, meter)
    }
    return [.tempo(TempoMap(changes: tempo)), .meters(MeterMap(changes: meters))]
  }

  /// Changes at ascending positions, the first at 0.
  private static func changes<Change>(
    _ key: String, _ maps: Members, _ read: (Value) throws(RequestError) -> (Ticks, Change)
  ) throws(RequestError) -> [(Ticks, Change)] {
    var changes: [(Ticks, Change)] = []
    try maps.each(key, atMost: Limits.mapEvents, in: "maps.") { value throws(RequestError) in
      let change = try read(value)
      guard changes.last.map({ $0.0 < change.0 }) ?? (change.0 == .zero) else {
        throw RequestError(
          .outOfRange, "position is \(change.0.beats): must be 0 first, and then ascend")
      }
      changes.append(change)
    }
    return changes
  }
}

extension TempoCurve {
  /// A change of tempo with its position.
  fileprivate static func change(_ value: Value) throws(RequestError) -> (Ticks, TempoCurve) {
    let members = try value.membersOfPart()
    let own = try Value.object(members.without(["to"])).arguments(of: Command.tempoPart)
    guard let position = own.ticks("position") else {
      throw RequestError(.missing, "position is missing")
    }
    let start = try Tempo(own)
    let (to, length) = (members["to"], own.ticks("over"))
    guard (to != nil) == (length != nil) else {
      throw RequestError(.missing, "a ramp needs both to and over")
    }
    guard let to, let length else { return (position, TempoCurve(start)) }
    let end = try at("to") { () throws(RequestError) in
      let end = try to.arguments(of: Command.tempoPart)
      if let field = ["position", "over"].first(where: end.has) {
        throw RequestError(.notAllowed, "\(field) is the ramp's own")
      }
      return try Tempo(end)
    }
    return (position, TempoCurve(from: start, to: end, over: length))
  }
}

extension Tempo {
  /// Exactly by its picoseconds, if it has them, which bpm may not contradict.
  fileprivate init(_ arguments: Arguments) throws(RequestError) {
    let bpm = arguments.number("bpm")
    guard let picoseconds = arguments.id("picoseconds") else {
      guard let tempo = bpm.flatMap({ Tempo(beatsPerMinute: $0) }) else {
        preconditionFailure("one of both is needed")
      }
      self = tempo
      return
    }
    self.init(picosecondsPerBeat: picoseconds)
    guard let bpm, bpm != beatsPerMinute else { return }
    throw RequestError(
      .badField, "bpm is \(bpm), but of picoseconds it is \(beatsPerMinute): leave one of them out")
  }
}
