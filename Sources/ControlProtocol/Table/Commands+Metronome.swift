import Timeline

extension Command {
  private static let velocity = 1...127

  static let clicks: [Parameter] = [
    Parameter("on", .toggle, .plain, about: "whether it clicks while it plays"),
    Parameter("port", .outputPort, about: "the output that it clicks on, else click"),
    Parameter("channel", .integer(1...16), about: "the MIDI channel, else 10"),
    Parameter("accent", .pitch, about: "what begins bars and groups of beats, else 76"),
    Parameter("beat", .pitch, about: "what the other beats are, else 77"),
    Parameter("barVelocity", .integer(velocity), about: "how hard bars begin, else 120"),
    Parameter("groupVelocity", .integer(velocity), about: "how hard groups begin, else 100"),
    Parameter("beatVelocity", .integer(velocity), about: "how hard other beats are, else 80"),
    Parameter(
      "countIn", .integer(Limits.countIn), about: "bars that each play counts in, else 0"),
  ]

  /// What keeps a player in time.
  static let metronome: [Command] = [
    Command(
      "metronome.set", verbs: ["metronome"], clicks, needed: clicks.map(\.name),
      help: "Click the meter's beats while it plays, and count bars in before.",
      example: "metronome on port=click channel=10 accent=76 beat=77 countIn=1",
      reply: [Field("metronome", .shape(.metronome)), .revision, .commit, .unsaved]),
    Command(
      "tempo.tap", verbs: ["tap"],
      [
        Parameter(
          "time", .integer(0...Int.max),
          about: "when, in nanoseconds of the monotonic clock, else when it is read")
      ],
      help: "Tap quarter notes: from the third on, the tempo here is the median of the last.",
      example: "tap",
      reply: [.taps], or: [.tappedTempo]),
    Command(
      "transport.nudge", verbs: ["nudge"],
      [
        Parameter(
          "ms", .number(Limits.nudge), required: true, .plain,
          about: "by how many milliseconds all is earlier, - in front for later")
      ],
      help: "Push what plays forward or back a little, over ten times as long.",
      example: "nudge 5", like: [.transport]),
  ]
}
