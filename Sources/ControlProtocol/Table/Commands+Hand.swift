import Timeline

extension Command {
  private static let row = Parameter(
    "row", .row, .plainIfFree, about: "whose port and channel it takes")
  private static let port = Parameter("port", .outputPort, about: "a port instead of a row")
  private static let channel = Parameter(
    "channel", .integer(1...16), about: "on that port, else 1")
  private static let place = [["row", "port"], ["row", "channel"]]
  private static let duration = Parameter(
    "duration", short: "for", .length(signed: false),
    about: "how long it sounds, at the tempo here, else half a second")
  private static let milliseconds = Parameter(
    "ms", .number(Limits.heldTime), about: "how many milliseconds it sounds")

  /// What is played now, beside the song.
  static let hand: [Command] = [
    Command(
      "midi.note", verbs: ["note"],
      [
        row,
        Parameter("notes", .pitches, required: true, .plain, about: "which keys"),
        Parameter("velocity", short: "vel", .integer(1...127), .plain, about: "else 100"),
        duration, milliseconds, port, channel,
      ],
      exclusive: place + [["duration", "ms"]], needed: ["row", "port"],
      help: "Strike notes now, through a row, muted or not, or a port; they end by themselves.",
      example: "note bass F#2 110 for=1/4", reply: [.commit]),
    Command(
      "midi.audition", verbs: ["audition"],
      [Parameter("where", short: "in", .cells, required: true, .plain, about: "which cells")],
      help: "Strike the notes of cells now, all at once, each as long as its cell.",
      example: "audition chords@5:1", reply: [.commit]),
    Command(
      "midi.send", verbs: ["send"],
      [
        row,
        Parameter("control", .control, .plain, about: "what is moved"),
        Parameter(
          "value", .integer(-8_192...8_191), .plain,
          about: "where to: 0 to 127, of bend -8192 to 8191"),
        Parameter("program", .program), Parameter("bank", .bank, about: "of the program"),
        Parameter("sysex", .sysex), port, channel,
      ],
      exclusive: place + [
        ["control", "program", "sysex"], ["value", "program"], ["value", "sysex"],
        ["bank", "control"], ["bank", "sysex"],
      ], needed: ["control", "program", "sysex"],
      help: "Send a controller, bend, pressure, program or system exclusive message now.",
      example: "send bass cutoff 90", reply: [.commit]),
  ]
}
