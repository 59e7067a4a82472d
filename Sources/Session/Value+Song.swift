import ControlProtocol
import Timeline

extension Value {
  /// A row with its settings; what is not set is left out, and its place unless that is new.
  init(_ row: Row, cells: Int?, index: Int? = nil, isMoved: Bool = false) {
    var members = Members()
    members.append("row", Value(row.id))
    members.append("name", .string(row.name))
    members.append("index", ifPresent: index.map { Value($0) })
    if isMoved { members.append("moved", true) }
    members.append("port", .string(row.port))
    members.append("channel", Value(row.channel.number))
    members.append("program", ifPresent: row.program.map { Value(Int($0) + 1) })
    members.append("bank", ifPresent: row.bank.map { .string($0.text) })
    members.append("voices", .string(row.voices.rawValue))
    members.append("note", ifPresent: row.note.map { Value($0.number) })
    members.append("tags", .array(row.tags.map { .string($0) }))
    members.append("mute", .bool(row.mute))
    members.append("solo", .bool(row.solo))
    members.append("transpose", Value(row.transpose))
    members.append("level", Value(row.level))
    members.append("delay", Value(Double(row.delay) / 1e6))
    members.append("swing", ifPresent: row.swing.map { Value(Double($0) / 1e3) })
    members.append("colour", ifPresent: row.colour.map { .string($0) })
    members.append("data", ifPresent: row.data.map { Value(json: $0) })
    members.append("cells", ifPresent: cells.map { Value($0) })
    self = .object(members)
  }

  init(_ range: PlayRange) {
    self = [
      "start": Value(range.start), "end": Value(range.end), "on": .bool(range.loops),
      "auto": .string(range.auto.rawValue), "tails": .string(range.tails.rawValue),
    ]
  }

  init(_ swing: Swing) {
    self = ["amount": Value(Double(swing.amount) / 1e3), "step": .string(swing.step.rawValue)]
  }

  static func scenes(_ scenes: [Scene]) -> Value {
    .array(scenes.map { Value($0) })
  }

  init(_ scene: Scene) {
    self = [
      "name": .string(scene.name), "rows": .array(scene.rows.map { Value($0) }),
      "muted": .array(scene.muted.sorted().map { Value($0) }),
      "soloed": .array(scene.soloed.sorted().map { Value($0) }),
    ]
  }

  /// The tempo and meter maps.
  static func maps(of song: Song) -> Value {
    let tempo = song.tempo.events.map { Value($0) }
    let meter = song.meters.events.map { Value($0) }
    return ["tempo": .array(tempo), "meter": .array(meter)]
  }

  /// A meter from a position on.
  init(_ event: MeterMap.Event) {
    self = ["position": Value(event.position), "meter": .string(event.meter.text)]
  }

  /// A tempo from a position on; a ramp has the tempo that it leads to and how long it takes.
  init(_ event: TempoMap.Event) {
    var members = Members()
    members.append("position", Value(event.position))
    members.append(event.curve.start)
    if event.curve.length > .zero {
      var end = Members()
      end.append(event.curve.end)
      members.append("to", .object(end))
      members.append("over", Value(event.curve.length))
    }
    self = .object(members)
  }

  /// All rows, in order.
  static func rows(of song: Song) -> Value {
    .array(song.rowList.map { Value($0, cells: song.cellCount(in: $0.id)) })
  }
}

extension Members {
  /// A tempo as people write it, and exactly.
  mutating func append(_ tempo: Tempo) {
    append("bpm", Value(tempo.beatsPerMinute))
    append("picoseconds", Value(tempo.picosecondsPerBeat))
  }
}
