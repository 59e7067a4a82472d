extension Shape {
  static let transport = Shape(
    "transport", "Where the playhead is, and how it goes on.",
    [
      Field("state", .text, "`stopped`, `waiting` for a clock, `counting in` or `rolling`"),
      Field("position", .beats), Field("bpm", .number, "before the scale"),
      Field("picoseconds", .integer, "per beat, exactly, before the scale"),
      Field("ramp", .shape(tempoChange), "the tempo's", if: "on a ramp"),
      Field("scale", .number, "the factor on the tempo; 1 where a clock leads"),
      Field("pass", .integer, "of the loop, from 0"), Field("range", .shape(range)),
      Field("section", .text, "the one that is the range", if: "one is"),
      Field("chase", .boolean),
      Field("armed", .shape(armedRow), if: "a row is"),
      Field("anchor", .shape(anchor), "to count from", if: "while it plays"),
      .commit,
    ])

  static let armedRow = Shape(
    "armed row", "Where what comes in is recorded.",
    [
      Field("row", .integer, "its id"), Field("name", .text),
      Field("mode", .text, "overdub or replace"),
      Field("quantize", .text, "the grid that notes are drawn to", if: "they are"),
      Field("strength", .integer, "how far towards it, in percent", if: "they are"),
      Field("latency", .milliseconds),
    ])

  private static let anchor = Shape(
    "anchor", "A position and when it sounds; on a loop it may lie ahead.",
    [Field("position", .beats), Field("time", .nanoseconds)])

  static let sync = Shape(
    "sync", "Where the tempo comes from.",
    [
      Field("source", .text, "`internal`, or `clock` for one that comes in"),
      Field("lost", .text, "what happens when none comes: continue or stop", if: "of a clock"),
      Field("locked", .boolean, "to a clock", if: "of a clock"),
      Field("bpm", .number, if: "of a clock"), Field("picoseconds", .integer, if: "of a clock"),
      Field("losses", .integer, "how often it was lost", if: "of a clock"),
    ])

  static let machine = Shape(
    "machine control", "",
    [Field("on", .boolean, "whether it is obeyed"), Field("device", .integer)])
}
