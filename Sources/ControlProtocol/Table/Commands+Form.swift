import Timeline

extension Command {
  private static let name = Parameter("name", .sectionName, required: true, .plain)
  private static let place = Parameter("position", short: "at", .position, required: true, .plain)
  private static let rowsOrAll = Parameter(
    "rows", .rows, about: "these rows alone; else all, with tempo, meter and sections")

  /// The form of a song: its sections and markers, and time put in or taken out.
  static let form: [Command] = [
    Command(
      "sections.set", verbs: ["section"],
      [
        name, Parameter("from", .position, .plain, about: "where it begins"),
        Parameter("to", .position, .plain, about: "where the next thing begins"),
        Parameter("rename", .sectionName, about: "its new name"),
      ],
      needed: ["from", "to", "rename"], isEdit: true,
      help: "Name a stretch of the song, or change or rename one.",
      example: "section Chorus 9:1 17:1"),
    Command(
      "sections.mark", verbs: ["marker"], [name, place], isEdit: true,
      help: "Name a place in the song.", example: "marker Solo 21:1"),
    Command(
      "sections.remove", [name], isEdit: true,
      help: "Forget a section or marker; its cells stay.", example: "sections.remove Chorus"),
    Command(
      "sections.list", verbs: ["sections", "markers"], help: "List the sections and markers.",
      example: "sections", reply: [.revision, Field("sections", .list(.shape(.section)))]),
    Command(
      "time.insert", verbs: ["insert"],
      [
        place,
        Parameter(
          "duration", short: "for", .length(signed: false), required: true, .plain,
          about: "how much"),
        rowsOrAll,
      ],
      isEdit: true, help: "Open a gap: what follows moves later, in all rows or some.",
      example: "insert 5:1 4bars"),
    Command(
      "time.remove", verbs: ["excise"],
      [
        place,
        Parameter("duration", short: "for", .length(signed: false), .plain, about: "how much"),
        rowsOrAll,
      ],
      isEdit: true,
      help: "Take time, or a whole section, out: what follows moves up, in all rows or some.",
      example: "excise 9:1 2bars"),
  ]
}
