import Timeline

extension Command {
  private static let rowsRequired = Parameter("rows", .rows, required: true, .plain)
  private static let on = Parameter("on", .toggle, .plainIfItFits, about: "else on")
  private static let name = Parameter("name", .name(.scene), required: true, .plain)

  /// Who is heard; saved, and no steps to undo.
  static let scenes: [Command] = [
    Command(
      "rows.mute", verbs: ["mute"], [rowsRequired, on], isEdit: true, isUndone: false,
      help: "Silence rows; undo passes that by.", example: "mute hat when=bar"),
    Command(
      "rows.unmute", verbs: ["unmute"], [Parameter("rows", .rows, .plain, about: "else all")],
      isEdit: true, isUndone: false, help: "Let muted rows be heard again.", example: "unmute hat"),
    Command(
      "rows.solo", verbs: ["solo"], [rowsRequired, on], isEdit: true, isUndone: false,
      help: "Let only these rows, and others with a solo, be heard; undo passes that by.",
      example: "solo bass"),
    Command(
      "rows.unsolo", verbs: ["unsolo"], [Parameter("rows", .rows, .plain, about: "else all")],
      isEdit: true, isUndone: false, help: "End solos: what was muted before is so again.",
      example: "unsolo"),
    Command(
      "scenes.save", [name], isEdit: true, isUndone: false,
      help: "Remember which rows are muted and soloed.",
      example: "scenes.save A"),
    Command(
      "scenes.recall", verbs: ["scene"], [name], isEdit: true, isUndone: false,
      help: "Mute and solo the rows as a scene has them.", example: "scene A when=bar"),
    Command(
      "scenes.remove", [name], isEdit: true, isUndone: false, help: "Forget a scene.",
      example: "scenes.remove A"),
    Command(
      "scenes.list", verbs: ["scenes"], help: "List the scenes.", example: "scenes",
      reply: [Field("scenes", .list(.shape(.scene)))]),
  ]
}
