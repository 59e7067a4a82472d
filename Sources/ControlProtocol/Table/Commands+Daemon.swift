import Timeline

extension Command {
  static let daemon: [Command] = [
    Command(
      "hello",
      [
        Parameter(
          "name", .text(bytes: Limits.name), .plain,
          about: "what the steps you make are signed with")
      ],
      help: "Say who you are, and hear which program and protocol this is.",
      example: "hello Anna",
      reply: [
        Field("program", .text), Field("version", .text), Field("protocol", .text),
        Field("client", .integer, "your number"),
      ]),
    Command(
      "ping", help: "Answer, and do nothing.", example: "ping"),
    Command(
      "sync", help: "Answer when everything asked before has taken effect, the output included.",
      example: "sync", reply: [.revision]),
    Command(
      "status", help: "Show the transport, the output and the health of the daemon.",
      example: "status", like: [.status]),
    Command(
      "panic", help: "Silence every channel that was used.", example: "panic"),
    Command(
      "help", [Parameter("command", .text(bytes: 64), .plain, about: "one of them")],
      help: "Show the commands, or one of them.", example: "help move",
      reply: [
        Field("commands", .list(.shape(.command)), if: "without a command"),
        Field("manual", .text, "of the command", if: "with one"),
      ]),
    Command(
      "defaults",
      [
        Parameter("snap", .snap, about: "the grid"),
        Parameter("overlap", .choice(OverlapPolicy.allCases.map(\.rawValue))),
        Parameter("mode", .choice(EditOptions.Mode.allCases.map(\.rawValue))),
        Parameter("when", .boundary, about: "the moment that they wait for"),
      ],
      help: "Set what the edits of this connection mean when they do not say.",
      example: "defaults snap=off"),
  ]

  static let subscriptions: [Command] = [
    Command(
      "subscribe",
      [
        Parameter(
          "topics", .choices(Event.Topic.allCases.map(\.rawValue)), required: true, .plain)
      ],
      help:
        "Send events of these topics, from the snapshot in the reply on; of cells, when the "
        + "playhead enters and leaves one with a label.",
      example: "subscribe edit,transport", like: [.outline]),
    Command(
      "unsubscribe",
      [Parameter("topics", .choices(Event.Topic.allCases.map(\.rawValue)), .plain)],
      help: "Send no more events of these topics, or of any.", example: "unsubscribe midi"),
  ]
}
