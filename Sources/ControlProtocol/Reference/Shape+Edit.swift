extension Shape {
  private static let whole = "the edit touches more than 1,000 cells, or some 400 kB of them"

  /// What an edit has done, for the one who asked and for all who listen.
  static let changes = Shape(
    "changes", "What is new about the song.",
    [
      .revision,
      Field("updates", .list(.shape(cellChange))), Field("removals", .list(.integer), "cell ids"),
      Field("insertions", .list(.shape(cell)), "with their data"),
      Field("partial", .boolean, "true: the three lists are empty, list the span", if: whole),
      Field("counts", .shape(cellCounts), if: whole),
      Field("touched", .shape(span), "where to look again", if: whole),
      Field("rows", .list(.shape(row)), "with the place of new and moved ones", if: "rows are new"),
      Field("sections", .list(.shape(section)), if: "sections or markers are new"),
      Field("maps", .shape(maps), "whole", if: "tempo or meter are new"),
      Field("range", .shape(range), if: "it is new"),
      Field("metronome", .shape(metronome), if: "it is new"),
      Field("swing", .shape(swing), if: "it is new"),
      Field("seed", .integer, "what chances are drawn from", if: "it is new"),
      Field("chase", .boolean, "whether a seek strikes notes that it leads into", if: "it is new"),
      Field("scenes", .list(.shape(scene)), "all", if: "one is new"),
      Field("scale", .number, "the factor on the tempo", if: "it is new"),
      Field("title", .text, if: "it is new"),
      Field("data", .either(.json, .null), "the song's", if: "it is new"),
      Field("snap", .text, "the grid of edits", if: "it is new"),
      .unsaved,
    ])

  /// What every edit replies, besides what is its own.
  static let editResult = Shape(
    "edit result", "What an edit came to; no change at all leaves the revision as it was.",
    [
      .commit,
      Field("asked", .beats, "how far it was to go", if: "snap or a limit made another of it"),
      Field("stored", .beats, "how far it went", if: "with asked"),
      Field("clamped", .integer, "the cell that kept all from going on", if: "one did"),
      Field("byRows", .shape(rowAdjustment), if: "the first or last row kept one from going on"),
      Field("adjusted", .list(.shape(adjustment)), "of each operation", if: "a batch was adjusted"),
    ], like: [changes])

  private static let adjustment = Shape(
    "adjustment", "What snap and limits made of an operation.",
    [
      Field("op", .integer, "its number, from 1"),
      Field("asked", .beats, if: "in time"), Field("stored", .beats, if: "in time"),
      Field("clamped", .integer, "the cell that kept all from going on", if: "one did"),
      Field("byRows", .shape(rowAdjustment), if: "in rows"),
    ])

  private static let rowAdjustment = Shape(
    "row adjustment", "",
    [
      Field("asked", .integer, "how many rows down"), Field("stored", .integer),
      Field("cell", .integer, "which kept all from going on"),
      Field("row", .integer, "where it is"),
    ])

  private static let cellCounts = Shape(
    "cell counts", "",
    [Field("updates", .integer), Field("removals", .integer), Field("insertions", .integer)])

  private static let span = Shape(
    "span", "Where cells are or were that an edit touched.",
    [Field("rows", .list(.integer)), Field("from", .beats), Field("to", .beats)])
}
