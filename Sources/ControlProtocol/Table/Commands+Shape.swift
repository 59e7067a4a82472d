import Timeline

extension Command {
  /// Edits that make several of one, or one of several.
  static let shape: [Command] = [
    Command(
      "cells.split", verbs: ["split"],
      cellsRequired + [
        Parameter("position", short: "at", .position, .plain, about: "where"),
        Parameter("every", .snap, about: "at each line of this grid"),
      ],
      exclusive: [["position", "every"]], needed: ["position", "every"], isEdit: true,
      help: "Cut cells in two at a position, or in pieces at every line of a grid.",
      example: "split chords@5:1 every=1/8t", reply: [.made]),
    Command(
      "cells.join", verbs: ["join"], cellsRequired, isEdit: true,
      help: "Make one cell of neighbours in a row that have the same pitches.",
      example: "join bass@5:1..7:1", reply: [.made]),
    Command(
      "cells.duplicate", verbs: ["copy"],
      cellsRequired + [
        Parameter("position", short: "at", .position, .plain, about: "where the first copy begins"),
        Parameter("by", .length(signed: true), about: "how far each copy lies from the one before"),
        Parameter(
          "steps", .integer(-1_000_000...1_000_000), about: "the same in steps of the grid"),
        Parameter(
          "byRows", .integer(-Limits.rows...Limits.rows), about: "how many rows down; up with -"),
        Parameter("row", .row, about: "where the earliest goes"),
        Parameter("times", .integer(1...Limits.repetitions), about: "how many copies, else one"),
      ],
      exclusive: [["position", "by", "steps"], ["byRows", "row"]], isEdit: true,
      help: "Copy cells to a place or by a length; without either, right behind themselves.",
      example: "copy bass@5:1..9:1 13:1 times=2", reply: [.made]),
    Command(
      "rows.move",
      [
        Parameter("rows", .rows, required: true, .plain),
        Parameter(
          "index", .integer(0...Limits.rows), required: true, .plain,
          about: "the place of the first of them"),
      ],
      isEdit: true, help: "Put rows at another place among the rows, counted from 0.",
      example: "rows.move kick,snare 0"),
    Command(
      "rows.duplicate",
      [
        Parameter("row", .row, required: true, .plain),
        Parameter("name", .rowName, required: true, .plain),
        Parameter("index", .integer(0...Limits.rows), about: "its place, else below the other"),
      ],
      isEdit: true, help: "Add a row with the settings and cells of another.",
      example: "rows.duplicate bass sub", reply: [Field("row", .integer, "the id of the new one")]),
  ]
}
