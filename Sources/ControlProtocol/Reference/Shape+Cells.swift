extension Shape {
  private static let place: [Field] = [
    Field("row", .integer, "the row's id"), Field("position", .beats), Field("duration", .beats),
  ]

  private static let was = Shape("place", "Where a cell lay before.", place)

  /// What a cell plays, and when.
  private static let content: [Field] = [
    Field("chord", .text, if: "it plays one"),
    Field("notes", .list(.integer), "the pitches that it strikes, of a chord too", if: "of notes"),
    Field("velocity", .integer, if: "of notes"),
    Field("release", .integer, if: "of notes, unless it is 64"),
    Field("clip", .shape(clip), if: "it holds one"),
    Field("loop", .beats, "how much of the clip repeats", if: "it does"),
    Field("control", .text, "what it moves", if: "it moves something"),
    Field("value", .integer, "what that has from the start on", if: "it moves something"),
    Field("to", .integer, "the value that a ramp reaches", if: "of a ramp"),
    Field("over", .beats, "how long the ramp takes", if: "of a ramp, unless as the cell"),
    Field("program", .integer, "1 to 128", if: "it chooses a sound"),
    Field("bank", .text, "msb:lsb", if: "it chooses a sound in a bank"),
    Field("sysex", .text, "bytes in hex", if: "it sends a message"),
    Field("meta", .text, "as `cells.add` takes it", if: "it keeps what only MIDI files hold"),
    Field("offset", .beats, "how far inside clip or ramp it begins", if: "unless 0"),
    Field("chance", .integer, "percent", if: "unless 100"),
    Field("every", .text, "such as 2:4", if: "it does not play in each pass"),
    Field("label", .text, if: "it has one"),
  ]

  private static let data = Field(
    "data", .json, "the client's own", if: "it has some; in lists, with `data=on`")

  private static let id = Field("cell", .integer, "its id")

  static let cell = Shape(
    "cell", "A cell, in lists and where it is new.",
    [id] + place + content + [
      data,
      Field("source", .integer, "the cell that its content comes from", if: "split or copied"),
    ])

  static let cellChange = Shape(
    "cell change", "Where a cell is now and was before, and what else is new about it.",
    [id] + place + (content + [data]).map { $0.orNull(if: "when it is new; null: no more") }
      + [Field("was", .shape(was))])

  private static let clip = Shape(
    "clip", "A phrase inside a cell.",
    [
      Field("notes", .list(.shape(clipNote)), if: "it has some"),
      Field("values", .list(.shape(clipValue)), if: "it has some"),
    ])

  private static let clipNote = Shape(
    "clip note", "",
    [
      Field("offset", .beats, "from where the clip begins"), Field("duration", .beats),
      Field("pitch", .integer), Field("velocity", .integer),
      Field("release", .integer, if: "unless it is 64"),
    ])

  private static let clipValue = Shape(
    "clip value", "",
    [Field("offset", .beats), Field("control", .text), Field("value", .integer)])

  static let step = Shape(
    "step", "A step that was undone, or done again.",
    [
      Field("step", .text, "the method that made it"), Field("name", .text, "for people"),
      Field(
        "author", .either(.text, .integer), "what the client calls itself, else its number",
        if: "it is known"),
    ])
}
