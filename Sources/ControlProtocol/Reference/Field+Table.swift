/// What replies of the table's commands have in common, or is theirs alone.
extension Field {
  /// What an edit made, in its own reply.
  static let made = Field("cells", .list(.integer), "the ids of what it made, at most 1,000")
  static let armed = Field("armed", .either(.shape(.armedRow), .null), "null: none is")
  static let changed = Field(
    "revision", .integer, "the song's, after it", if: "it changed the song")
  static let port = Field("port", .text)
  static let connections = Field("connections", .list(.shape(.connection)), "all there are")
  static let setList = Field("songs", .list(.shape(.listedSong)))
  static let taps = Field("taps", .integer, "how many in this series")
}

extension Shape {
  static let command = Shape(
    "command", "",
    [Field("method", .text), Field("verbs", .list(.text), "short names"), Field("help", .text)])

  static let cursor = Shape(
    "cursor", "The last cell of a page.",
    [Field("position", .beats), Field("row", .integer), Field("cell", .integer)])

  static let pastStep = Shape(
    "past step", "", [Field("done", .boolean, "false: it was undone")], like: [step])

  static let version = Shape(
    "version", "", [Field("name", .text), Field("time", .integer, "Unix seconds")])

  static let listedSong = Shape(
    "listed song", "",
    [
      Field("number", .integer, "from 1"), Field("name", .text), Field("path", .text),
      Field("state", .text, "`open`, `ready` or `missing`", if: "one of these"),
    ])

  static let tappedTempo = Shape(
    "tapped tempo", "From the third tap on.", [.taps, Field("bpm", .number, "that they make")],
    like: [editResult])

  /// The step of `song.revert` and `song.import`.
  static let replacement = Shape(
    "replacement", "A whole song has come in the place of another, as one step.",
    [.revision, Field("counts", .shape(counts)), .commit, .unsaved])

  static let replacedStep = Shape(
    "replaced step", "A step that was a replacement is taken back, or again.",
    like: [step, replacement])

  private static let place = [
    Field("number", .integer, "of the song in the set list, from 1"),
    Field("skipped", .list(.text), "why others were passed over, for people", if: "some were"),
  ]

  static let comingSong = Shape("song of the set list", "It is open.", place, like: [summary])
  static let sameSong = Shape(
    "same song", "It was open: it is at its start.", place, like: [transport])
  static let awaitedSong = Shape("awaited song", "It comes later.", place, like: [waiting])
}
