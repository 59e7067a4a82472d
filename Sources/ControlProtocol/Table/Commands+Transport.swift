import Timeline

extension Command {
  private static let tails = Parameter(
    "tails", .choice(PlayRange.Tails.allCases.map(\.rawValue)),
    about: "notes at the wrap end, or ring on")
  private static let steps = Parameter(
    "steps", .integer(-1_000_000...1_000_000), about: "how many steps of the grid")

  private static let countIn = Parameter(
    "countIn", .integer(Limits.countIn), about: "bars of clicks before it, else the metronome's")

  static let transport: [Command] = [
    Command(
      "transport.play", verbs: ["play"],
      [Parameter("from", .position, .plain, about: "where; else where it is"), countIn],
      help: "Play, from a position if one is given, after a count-in if bars of it are.",
      example: "play 5:1 countIn=1", like: [.transport]),
    Command(
      "transport.stop", verbs: ["stop"], [when],
      help: "Stop; when stopped already, go to the start of the range.", example: "stop",
      like: [.transport]),
    Command(
      "transport.continue", verbs: ["continue"], help: "Go on from where the playhead is.",
      example: "continue", like: [.transport]),
    Command(
      "transport.seek", verbs: ["seek"],
      [
        Parameter("position", short: "at", .position, .plain),
        Parameter("by", .length(signed: true), about: "how far"), steps,
        Parameter("snap", .snap, about: "the grid"), when,
      ],
      exclusive: [["position", "by", "steps"]], needed: ["position", "by", "steps"],
      help: "Put the playhead somewhere else.", example: "seek 5:1", like: [.transport]),
    Command(
      "transport.go", verbs: ["go"],
      [
        Parameter(
          "section", .name(.section), required: true, .plain,
          about: "its name, or next, previous or again"),
        when,
        Parameter(
          "times", .integer(BoundaryExpression.counts), about: "how often, before what follows"),
        Parameter("then", .name(.section), about: "what follows, as section"),
        Parameter(
          "same", .flag, about: "as far into it as the playhead is into this one, else off"),
      ],
      help: "Go to a section and stay in it: it becomes the loop.",
      example: "go Chorus when=bar times=2 then=Verse", reply: [.changed, .unsaved],
      like: [.transport]),
    Command(
      "transport.chase", verbs: ["chase"], [Parameter("on", .toggle, required: true, .plain)],
      help: "Strike the notes that a play or a seek leads into, or leave them out.",
      example: "chase on", reply: [.changed, .unsaved], like: [.transport]),
    Command(
      "transport.loop", verbs: ["loop"],
      [
        Parameter("on", .choice(["on", "off", "toggle", "half", "double"]), .plainIfItFits),
        Parameter("start", .position, .plain, about: "where it begins"),
        Parameter("end", .position, .plain, about: "where it ends"), tails, when,
      ],
      needed: ["on", "start", "end", "tails"],
      help: "Loop a range, or switch looping, or halve or double the loop.",
      example: "loop 5:1 9:1", reply: [.changed, .unsaved], like: [.transport]),
    Command(
      "transport.next", [Parameter("to", .boundary, required: true, .plain)],
      help: "Say when the next beat, bar, wrap of the loop, end of the section, or a position, is "
        + "reached.",
      example: "transport.next bar",
      reply: [Field("position", .beats), Field("time", .nanoseconds)]),
    Command(
      "range.set",
      [
        Parameter("start", .position, .plain, about: "where it begins"),
        Parameter("end", .position, .plain, about: "where it ends"),
        Parameter("by", .length(signed: true), about: "how far"), steps,
        Parameter("snap", .snap, about: "the grid"),
        Parameter(
          "auto", .choice(PlayRange.Auto.allCases.map(\.rawValue)),
          about: "how the end follows the last cell: to its end, or its bar"), tails, when,
      ],
      exclusive: [["end", "by", "steps"]],
      needed: ["start", "end", "by", "steps", "auto", "tails"],
      help: "Set the range that plays, or move its end.", example: "range.set end=9:1",
      reply: [.changed, .unsaved], like: [.transport]),
  ]

  static let pending: [Command] = [
    Command(
      "pending.list", verbs: ["pending"], help: "List what waits for its moment.",
      example: "pending", reply: [Field("pending", .list(.shape(.waiting)))]),
    Command(
      "pending.cancel", verbs: ["cancel"],
      [Parameter("pending", .integer(1...Int.max), .plain, about: "its number, else all")],
      help: "Take back something that waits for its moment, or all of it.", example: "cancel 3",
      reply: [Field("cancelled", .list(.integer), "their numbers")]),
  ]

  private static let from = Parameter("position", short: "at", .position, required: true, .plain)
  private static let to = Parameter("to", .position, .plain, about: "all before here as well")

  static let time: [Command] = [
    Command(
      "tempo.set", verbs: ["tempo"],
      [
        Parameter("bpm", .tempo, required: true, .plain),
        Parameter(
          "position", short: "at", .position, about: "where; else the tempo here changes"),
        Parameter("over", .length(signed: false), about: "glide there over this length"),
      ],
      isEdit: true,
      help: "Set the tempo here or from a position on, at once or gliding there over a length.",
      example: "tempo 140 at=5:1 over=4bars"),
    Command(
      "tempo.remove", [from, to], isEdit: true,
      help: "Take a change of tempo away, or all up to a position: what was before goes on.",
      example: "tempo.remove 5:1"),
    Command(
      "tempo.scale", verbs: ["scale"],
      [
        Parameter(
          "scale", .number(Limits.tempoScale), required: true, .plain, about: "the factor"),
        when,
      ],
      help: "Play everything faster or slower by a factor.", example: "scale 0.5",
      reply: [.changed, .unsaved], like: [.transport]),
    Command(
      "meter.set", verbs: ["meter"],
      [
        Parameter("meter", .meter, required: true, .plain),
        Parameter(
          "position", short: "at", .position, about: "where; else the meter here changes"),
      ],
      isEdit: true, help: "Set the time signature here or from a position on.",
      example: "meter 7/8(2+2+3) at=9:1"),
    Command(
      "meter.remove", [from, to], isEdit: true,
      help: "Take a change of meter away, or all up to a position: what was before goes on.",
      example: "meter.remove 9:1"),
    Command(
      "maps.list", verbs: ["maps"], help: "List the changes of tempo and meter.",
      example: "maps", like: [.maps]),
    Command(
      "swing.set", verbs: ["swing"],
      [
        Parameter(
          "amount", .number(Swing.percent), .plain,
          about: "where in a pair of steps the second sounds, in percent; 50 is straight"),
        Parameter(
          "step", .choice(Swing.Step.allCases.map(\.rawValue)), .plain,
          about: "what is paired, else as it was, or 1/8"),
      ],
      needed: ["amount", "step"], isEdit: true,
      help: "Play off-beats late, in all rows without a swing of their own; cells stay.",
      example: "swing 57 1/16"),
    Command(
      "snap.set", verbs: ["snap"], [Parameter("snap", .snap, required: true, .plain)], isEdit: true,
      help: "Set the grid that the song's edits snap to.", example: "snap 1/16"),
  ]

  private static let taking: [Parameter] = [
    Parameter("force", .flag, about: "also what has changed since"),
    Parameter("base", .integer(0...Int.max), about: "only if the song is at this revision"),
    Parameter("dryRun", .flag, about: "say what it would do, and do nothing"), when,
  ]

  static let history: [Command] = [
    Command(
      "history.undo", verbs: ["undo"], taking,
      help: "Take the newest step back, whoever made it; with force also what has changed since.",
      example: "undo", like: [.step, .editResult], or: [.replacedStep]),
    Command(
      "history.redo", verbs: ["redo"], taking, help: "Do again what was undone.",
      example: "redo", like: [.step, .editResult], or: [.replacedStep]),
    Command(
      "history.list", verbs: ["history"],
      help: "List the steps that can be undone or redone, and who made them.", example: "history",
      reply: [
        .revision, Field("limit", .integer, "steps kept"),
        Field("bytes", .integer, "of memory that they take"), Field("bytesLimit", .integer),
        Field("steps", .list(.shape(.pastStep)), "the oldest first"),
      ]),
    Command(
      "history.set",
      [
        Parameter(
          "limit", .integer(0...Limits.historyMaximum), required: true, .plain, about: "how many")
      ],
      help: "Set how many steps are kept; 0 keeps none.", example: "history.set 500",
      reply: [Field("limit", .integer), Field("steps", .integer, "how many there are"), .unsaved]),
  ]
}
