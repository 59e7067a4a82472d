import Timeline

extension Command {
  /// The two ways to name cells.
  private static func cellParameters(required: Bool) -> [Parameter] {
    [
      Parameter("where", short: "in", .cells, required: required, .plain),
      Parameter("cells", .cellIDs, for: "where", about: "the same, by ids alone"),
    ]
  }

  static let cellsRequired = cellParameters(required: true)

  /// What a cell holds besides its pitches.
  static let content: [Parameter] = [
    Parameter("velocity", short: "vel", .integer(1...127), about: "how hard it is struck"),
    Parameter("release", .integer(0...127), about: "how hard it is let go"),
    Parameter(
      "chance", .integer(Odds.chances), clearable: true,
      about: "how likely it plays in a pass, in percent, else 100"),
    Parameter(
      "every", .turn, clearable: true, about: "in which pass of how many it plays, else in all"),
    Parameter("label", .text(bytes: Limits.name), clearable: true, about: "a word of your own"),
    Parameter("data", .json, clearable: true, about: "anything of your own"),
  ]

  static let cells: [Command] = [
    Command(
      "cells.add", verbs: ["add"],
      [
        Parameter("row", .row, required: true, .plain, about: "where it belongs"),
        Parameter(
          "position", short: "at", .position, required: true, .plain, about: "where it begins"),
        Parameter(
          "duration", short: "for", .length(signed: false), required: true, .plain,
          about: "how long it is"),
        Parameter("notes", .pitches, .plain, about: "what it plays"),
      ] + chord + [Parameter("lead", .flag, about: "its chord near the one before, else off")]
        + content + otherContent,
      exclusive: [contentChoice], isEdit: true,
      help: "Add a cell; without notes or other content it plays the row's own note.",
      example: "add bass 5:1 1/8 F#2 vel=100",
      reply: [Field("cell", .integer, "the id of the new one")]),
    Command(
      "cells.move", verbs: ["move"],
      cellsRequired + [
        Parameter("by", .length(signed: true), about: "how far"),
        Parameter(
          "steps", .integer(-1_000_000...1_000_000), about: "how many steps of the grid"),
        Parameter(
          "byRows", .integer(-Limits.rows...Limits.rows), about: "how many rows down; up with -"),
        Parameter("position", short: "at", .position, about: "where the earliest shall begin"),
        Parameter("row", .row, about: "where the earliest shall be"),
      ],
      exclusive: [["by", "steps", "position"], ["byRows", "row"]],
      needed: ["by", "steps", "position", "byRows", "row"], isEdit: true,
      help: "Move cells in time or to other rows.", example: "move bass@5:1..9:1 by=1/16"),
    Command(
      "cells.resize", verbs: ["resize"],
      cellsRequired + [
        Parameter("by", .length(signed: true), about: "how much longer"),
        Parameter(
          "steps", .integer(-1_000_000...1_000_000), about: "how many steps longer"),
        Parameter(
          "duration", short: "for", .length(signed: false), about: "how long each shall be"),
        Parameter("scale", .number(Limits.stretch), about: "the factor"),
        Parameter("edge", .choice(["right", "left"]), about: "which end moves, else right"),
      ],
      exclusive: [["by", "steps", "duration", "scale"], ["edge", "scale"]],
      needed: ["by", "steps", "duration", "scale"], isEdit: true,
      help: "Make cells longer or shorter, or stretch a group of them by a factor.",
      example: "resize 41 for=1/4"),
    Command(
      "cells.set", verbs: ["set"],
      cellsRequired + [Parameter("notes", .pitches, about: "what they play")] + chord + content
        + otherContent,
      exclusive: [contentChoice],
      needed: ["notes", "chord"] + (otherContent + content).map(\.name), isEdit: true,
      help: "Change what cells play.", example: "set bass@7:1 notes=F2 vel=90"),
    Command(
      "cells.remove", verbs: ["cut"], cellsRequired, isEdit: true,
      help: "Remove cells.", example: "cut hat@8:1..9:1"),
    Command(
      "cells.pattern", verbs: ["pattern"],
      [
        Parameter("row", .row, required: true, .plain, about: "where it belongs"),
        Parameter("pattern", .pattern, required: true, .plain),
        Parameter("position", short: "at", .position, about: "where it begins, else 1:1"),
        Parameter("step", .length(signed: false), about: "how long a step is, else 1/16"),
        Parameter("times", .integer(1...Limits.repetitions), about: "how often, else once"),
        Parameter(
          "gate", .integer(1...400),
          about: "how much of its steps a hit lasts, in percent, else 100"),
        Parameter("fill", .length(signed: false), about: "how long it goes on, over and over"),
        Parameter("velocity", short: "vel", .integer(1...127), about: "of a plain hit, else 90"),
      ],
      exclusive: [["times", "fill"]], isEdit: true,
      help: "Add the cells of a drawn pattern.",
      example: "pattern kick \"x... x... X..x x...\" at=5:1 times=4", reply: [.made]),
    Command(
      "cells.list", verbs: ["ls", "cells"],
      cellParameters(required: false) + [
        Parameter("limit", .integer(1...1000), about: "how many, else 1000"),
        Parameter("after", .cursor, about: "where the page before ended"),
        Parameter("data", .flag, about: "their data too"),
      ],
      help: "List cells, a page at a time.", example: "ls bass@5:1..7:1",
      reply: [
        .revision, Field("cells", .list(.shape(.cell)), "by position, row and id"),
        Field("next", .shape(.cursor), "for `after`", if: "more follow"),
      ]),
  ]

  /// Several edits as one.
  package static let edit = Command(
    "edit", [Parameter("ops", .operations, required: true)] + editParameters,
    help: "Do several edits as one; in words, write them with ; between.",
    example: "cut bass@5:1..9:1; add bass 5:1 4bars F#2", like: [.editResult])
}
