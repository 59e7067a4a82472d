extension Shape {
  private static let mapsOfDocument = Shape(
    "whole maps", "Tempo and meter over the song, each by ascending positions from 0.",
    [Field("tempo", .list(.shape(tempoChange))), Field("meter", .list(.shape(meterChange)))])

  /// A song as a file of JSON.
  static let document = Shape(
    "document",
    """
    A whole song as JSON: what `song.export` writes to a file whose name ends in `.json`, a line \
    for each row and cell, and what `song.import`, `song.load` and `--song` read.
    Rows stand in their order and without the number of their cells, cells with their data and \
    without source; `cell` and `row` are ids, of which each occurs once.
    All but the first two members may be left out, and what stands so is as in a new song; of \
    `bpm` and `picoseconds` one is enough, and both must agree.
    A member that is not told here is refused, and so is another version.
    """,
    [
      Field("playhead", .text, "song: by this it is known"),
      Field("version", .integer, "1; grows when a reader of the one before may err"),
      Field("title", .text), Field("data", .either(.json, .null), "the client's own"),
      Field("seed", .integer, "what chances are drawn from"),
      Field("chase", .boolean, "whether a seek strikes notes that it leads into"),
      Field("resolution", .either(.integer, .null), "ticks per beat of the file it came from"),
      Field("snap", .text, "the grid of edits"),
      Field("scale", .number, "the factor on the tempo"),
      Field("range", .shape(range)), Field("metronome", .shape(metronome)),
      Field("swing", .shape(swing)), Field("maps", .shape(mapsOfDocument)),
      Field("sections", .list(.shape(section))), Field("scenes", .list(.shape(scene))),
      Field("rows", .list(.shape(row))), Field("cells", .list(.shape(cell))),
      Field(
        "next",
        .shape(
          Shape(
            "next ids", "The ids that the next new row and cell get, if no higher ones are there.",
            [Field("row", .integer), Field("cell", .integer)]))),
    ])
}
