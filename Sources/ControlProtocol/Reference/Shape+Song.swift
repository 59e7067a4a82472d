extension Shape {
  static let row = Shape(
    "row", "A row with its settings, or that it is gone.",
    [
      Field("row", .integer, "its id"),
      Field(
        "removed", .boolean, "true, and only its name is told besides", if: "of changes: it is gone"
      ),
      Field("name", .text),
      Field("index", .integer, "its place, from 0", if: "of changes: it is new or moved"),
      Field("moved", .boolean, "true", if: "of changes: it only moved"),
      Field("port", .text), Field("channel", .integer, "1 to 16"),
      Field("program", .integer, "1 to 128", if: "it has one"),
      Field("bank", .text, "msb:lsb", if: "it has one"), Field("voices", .text, "mono or poly"),
      Field("note", .integer, "of cells without notes", if: "it has one"),
      Field("tags", .list(.text)), Field("mute", .boolean), Field("solo", .boolean),
      Field("transpose", .integer, "semitones"), Field("level", .integer, "percent"),
      Field("delay", .milliseconds),
      Field("swing", .number, "percent", if: "it has its own"),
      Field("colour", .text, if: "it has one"),
      Field("data", .json, "the client's own", if: "it has some"),
      Field("cells", .integer, "how many", if: "not in a document"),
    ])

  static let section = Shape(
    "section", "A section or a marker, or that it is gone.",
    [
      Field("name", .text),
      Field("from", .beats, if: "of a section"), Field("to", .beats, if: "of a section"),
      Field("position", .beats, if: "of a marker"),
      Field("removed", .boolean, "true", if: "of changes: it is gone"),
    ])

  static let scene = Shape(
    "scene", "Who is heard.",
    [
      Field("name", .text), Field("rows", .list(.integer), "which it knows"),
      Field("muted", .list(.integer)), Field("soloed", .list(.integer)),
    ])

  private static let tempo: [Field] = [
    Field("bpm", .number, "beats per minute"),
    Field("picoseconds", .integer, "per beat, exactly"),
  ]

  static let tempoChange = Shape(
    "tempo change", "A tempo from a position on, or a ramp to another one.",
    [Field("position", .beats)] + tempo + [
      Field("to", .shape(Shape("tempo", "", tempo)), "where a ramp leads", if: "of a ramp"),
      Field("over", .beats, "how long the ramp takes", if: "of a ramp"),
    ])

  static let maps = Shape(
    "maps", "Tempo and meter over the song.",
    [
      Field("tempo", .list(.shape(tempoChange))), Field("meter", .list(.shape(meterChange))),
      Field("partial", .boolean, "true: both are left out", if: "of changes: over 1,000 in one"),
      Field("counts", .shape(mapCounts), if: "partial"),
    ])

  static let meterChange = Shape(
    "meter change", "", [Field("position", .beats), Field("meter", .text, "such as 7/8(2+2+3)")])

  private static let mapCounts = Shape(
    "map counts", "", [Field("tempo", .integer), Field("meter", .integer)])

  static let range = Shape(
    "range", "What is played, and whether it loops.",
    [
      Field("start", .beats), Field("end", .beats), Field("on", .boolean, "whether it loops"),
      Field("auto", .text, "how the end follows the last cell: off, cell or bar"),
      Field("tails", .text, "what notes do at the wrap: cut or ring"),
    ])

  static let metronome = Shape(
    "metronome", "",
    [
      Field("on", .boolean), Field("port", .text), Field("channel", .integer),
      Field("accent", .integer, "a pitch"), Field("beat", .integer, "a pitch"),
      Field("barVelocity", .integer), Field("groupVelocity", .integer),
      Field("beatVelocity", .integer), Field("countIn", .integer, "bars"),
    ])

  static let swing = Shape(
    "swing", "", [Field("amount", .number, "percent"), Field("step", .text, "what is paired")])

  static let counts = Shape(
    "counts", "How much there is of a song.",
    [
      Field("rows", .integer), Field("cells", .integer),
      Field("end", .beats, "where the last cell ends"),
      Field("undo", .integer, "steps"), Field("redo", .integer, "steps"),
    ])

  /// A song without its cells: what a view begins with.
  static let outline = Shape(
    "outline", "Everything about a song but its cells.",
    [
      .revision, Field("title", .text),
      Field("data", .either(.json, .null), "the client's own"),
      Field("rows", .list(.shape(row))), Field("sections", .list(.shape(section))),
      Field("maps", .shape(maps)), Field("snap", .text), Field("range", .shape(range)),
      Field("metronome", .shape(metronome)), Field("swing", .shape(swing)),
      Field("seed", .integer), Field("chase", .boolean),
      Field("resolution", .either(.integer, .null), "ticks per beat of the file it came from"),
      Field("transport", .shape(transport)),
      Field("counts", .shape(counts)),
    ])

  /// A song that has just come.
  static let summary = Shape(
    "summary", "A song that has just come.",
    [
      .revision, Field("title", .text), Field("rows", .integer, "how many"),
      Field("cells", .integer, "how many"), Field("end", .beats, "where the last cell ends"),
      Field("new", .boolean, "true", if: "there was no file: it is empty, and a save makes one"),
      Field("warnings", .list(.text), "of the file, at most 100", if: "from a MIDI file"),
      Field("findings", .tally, "what was settled about the music", if: "from a MIDI file"),
      Field("dropped", .tally, "what a song has no place for", if: "from a MIDI file"),
    ])
}
