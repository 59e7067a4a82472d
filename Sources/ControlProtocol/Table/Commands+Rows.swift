import Timeline

extension Command {
  /// The settings of a row besides its name.
  private static let rowFields: [Parameter] = [
    Parameter("port", .text(bytes: Limits.name)),
    Parameter("channel", .integer(1...16)),
    Parameter("program", .program, clearable: true),
    Parameter("bank", .bank, clearable: true),
    Parameter("voices", .choice(Row.Voices.allCases.map(\.rawValue))),
    Parameter("note", .pitch, clearable: true),
    Parameter("tags", .tags),
    Parameter("mute", .toggle),
    Parameter("solo", .toggle),
    Parameter("transpose", .integer(-127...127)),
    Parameter("level", .integer(0...200)),
    Parameter("colour", .text(bytes: 64), clearable: true),
    Parameter("data", .json, clearable: true),
  ]

  static let rows: [Command] = [
    Command(
      "rows.add", verbs: ["row"],
      [Parameter("name", .rowName, required: true, .plain)] + rowFields
        + [Parameter("index", .integer(0...Limits.rows))],
      isEdit: true, help: "Add a row for an instrument.",
      example: "row bass port=bass channel=3 program=\"Electric Bass (finger)\""),
    Command(
      "rows.remove", [Parameter("rows", .rows, required: true, .plain)], isEdit: true,
      help: "Remove rows with all their cells.", example: "rows.remove tag:scratch"),
    Command(
      "rows.set",
      [Parameter("rows", .rows, required: true, .plain), Parameter("name", .rowName)] + rowFields,
      needed: ["name"] + rowFields.map(\.name), isEdit: true,
      help: "Change settings of rows.", example: "rows.set bass mute=toggle level=80"),
    Command("rows.list", help: "List the rows with their settings.", example: "rows.list"),
  ]
}
