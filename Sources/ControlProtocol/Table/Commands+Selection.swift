extension Command {
  static let selection: [Command] = [
    Command(
      "selection.set", verbs: ["select"],
      [
        Parameter("where", short: "in", .cells, required: true, .plain, clearable: true),
        Parameter("cells", .cellIDs, for: "where"),
      ],
      help: "Select cells for all clients; selection then names them.",
      example: "select bass@5:1..9:1", like: [.selection]),
    Command(
      "selection.get", help: "Show the cells that are selected.", example: "selection.get",
      like: [.selection]),
  ]
}
