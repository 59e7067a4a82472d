import Timeline

extension Command {
  /// The settings of a row besides its name.
  static let rowFields: [Parameter] = [
    Parameter("port", .outputPort, about: "the output that it plays on, else out"),
    Parameter("channel", .integer(1...16), about: "the MIDI channel, else 1"),
    Parameter("program", .program, clearable: true, about: "the sound, sent before it plays"),
    Parameter("bank", .bank, clearable: true, about: "the bank of the sound"),
    Parameter(
      "voices", .choice(Row.Voices.allCases.map(\.rawValue)),
      about: "mono, one cell at a time, or poly, one of each pitch, else mono"),
    Parameter(
      "note", .pitch, clearable: true, about: "what cells and patterns play that name none"),
    Parameter("tags", .tags, about: "words to name several rows by"),
    Parameter("mute", .toggle, about: "silent"),
    Parameter("solo", .toggle, about: "the others silent"),
    Parameter(
      "transpose", .integer(-127...127), about: "how many semitones higher it sounds, else 0"),
    Parameter("level", .integer(0...200), about: "how hard it is struck, in percent, else 100"),
    Parameter(
      "delay", .number(Limits.delay),
      about: "by how many ms it sounds later, or earlier if negative, else 0"),
    Parameter(
      "swing", .number(Swing.percent), clearable: true,
      about: "where in a pair of steps the second sounds, in percent, else as the song says"),
    Parameter("colour", .text(bytes: 64), clearable: true, about: "for views"),
    Parameter("data", .json, clearable: true, about: "anything of your own"),
  ]

  static let rows: [Command] = [
    Command(
      "rows.add", verbs: ["row"],
      [Parameter("name", .rowName, required: true, .plain)] + rowFields
        + [Parameter("index", .integer(0...Limits.rows), about: "its place, else at the end")],
      isEdit: true, help: "Add a row for an instrument.",
      example: "row bass port=bass channel=3 program=\"Electric Bass (finger)\"",
      reply: [Field("row", .integer, "the id of the new one")]),
    Command(
      "rows.remove", [Parameter("rows", .rows, required: true, .plain)], isEdit: true,
      help: "Remove rows with all their cells.", example: "rows.remove tag:scratch"),
    Command(
      "rows.set",
      [Parameter("rows", .rows, required: true, .plain), Parameter("name", .rowName)] + rowFields,
      needed: ["name"] + rowFields.map(\.name), isEdit: true,
      help: "Change settings of rows.", example: "rows.set bass mute=toggle level=80"),
    Command(
      "rows.list", verbs: ["rows"], help: "List the rows with their settings.", example: "rows",
      reply: [.revision, Field("rows", .list(.shape(.row)))]),
  ]
}
