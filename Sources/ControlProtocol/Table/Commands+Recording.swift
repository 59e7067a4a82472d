import Timeline

extension Command {
  /// What turns playing into cells.
  static let recording: [Command] = [
    Command(
      "rows.arm", verbs: ["arm"],
      [
        Parameter("row", .row, required: true, .plain, about: "where what is played belongs"),
        Parameter("quantize", .snap, about: "the grid that notes are drawn to, else off"),
        Parameter("strength", .integer(0...100), about: "how far towards it, in percent, else 100"),
        Parameter(
          "mode", .choice(["overdub", "replace"]),
          about: "into what is there, or instead of it where something is played, else overdub"),
        Parameter(
          "latency", .number(Limits.latency),
          about: "how many milliseconds late what is played comes in, else 0"),
      ],
      help: "Record what comes in at the port in while it plays: each pass becomes a step.",
      example: "arm keys quantize=1/16 strength=80", reply: [.armed]),
    Command(
      "rows.disarm", verbs: ["disarm"], help: "Record no more; what was played is kept.",
      example: "disarm", reply: [.armed]),
  ]
}
