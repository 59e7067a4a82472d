import Timeline

/// The parts of a song's document: their members are read as the parameters of commands are.
extension Command {
  private static let beats = 0.0...Double(Limits.beats)
  private static let id = 1...(Int.max - 1)

  /// The settings that are no objects of their own.
  package static let songPart = part(
    "a song",
    [
      Parameter("title", .text(bytes: Limits.name), clearable: true),
      Parameter("data", .json, clearable: true),
      Parameter("seed", .integer(Int.min...Int.max)),
      Parameter("chase", .flag),
      Parameter("resolution", .integer(1...32_767), clearable: true),
      Parameter("snap", .snap),
      Parameter("scale", .number(Limits.tempoScale)),
    ])

  package static let rangePart = part(
    "a range",
    [
      Parameter("start", .number(beats)), Parameter("end", .number(beats)),
      Parameter("on", .flag),
      Parameter("auto", .choice(PlayRange.Auto.allCases.map(\.rawValue))),
      Parameter("tails", .choice(PlayRange.Tails.allCases.map(\.rawValue))),
    ])

  package static let metronomePart = part("a metronome", clicks)

  package static let swingPart = part(
    "a swing",
    [
      Parameter("amount", .number(Swing.percent)),
      Parameter("step", .choice(Swing.Step.allCases.map(\.rawValue))),
    ])

  /// A change of tempo, or without position what a ramp leads to.
  package static let tempoPart = part(
    "a tempo",
    [
      Parameter("position", .number(beats)), Parameter("bpm", .number(Limits.tempo)),
      Parameter("picoseconds", .integer(60_000_000_000...60_000_000_000_000)),
      Parameter("over", .number(beats)),
    ], needed: ["bpm", "picoseconds"])

  package static let meterPart = part(
    "a meter",
    [
      Parameter("position", .number(beats), required: true),
      Parameter("meter", .meter, required: true),
    ])

  package static let sectionPart = part(
    "a section",
    [
      Parameter("name", .sectionName, required: true), Parameter("from", .number(beats)),
      Parameter("to", .number(beats)), Parameter("position", .number(beats)),
    ], exclusive: [["position", "from"], ["position", "to"]])

  package static let scenePart = part(
    "a scene", [Parameter("name", .name(.scene), required: true)])

  package static let rowPart = part(
    "a row",
    [Parameter("row", .integer(id), required: true), Parameter("name", .rowName, required: true)]
      + rowFields)

  package static let cellPart = part(
    "a cell",
    [
      Parameter("cell", .integer(id), required: true),
      Parameter("row", .integer(id), required: true),
      Parameter("position", .number(beats), required: true),
      Parameter("duration", .number(beats), required: true),
      Parameter("chord", .chord), Parameter("notes", .pitches),
    ] + content + otherContent, exclusive: [contentChoice.filter { $0 != "chord" }])

  package static let nextPart = part(
    "next", [Parameter("row", .integer(id)), Parameter("cell", .integer(id))])

  private static func part(
    _ name: String, _ parameters: [Parameter], exclusive: [[String]] = [], needed: [String] = []
  ) -> Command {
    Command(name, parameters, exclusive: exclusive, needed: needed, help: "", example: "")
  }
}
