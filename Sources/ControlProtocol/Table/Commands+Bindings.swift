import Timeline

extension Command {
  private static let line = Parameter(
    "line", .text(bytes: Limits.boundLine), required: true, .plain,
    about: "what it does, as it would be typed; $value in it stands for what came in")
  private static let edge = Parameter(
    "edge", .choice(["press", "both"]),
    about: "when it is pressed, or also when released, else press")

  static let bindings: [Command] = [
    Command(
      "bindings.set", verbs: ["bind"],
      [
        Parameter("trigger", .trigger, required: true, .plain, about: "what comes in"),
        line, Parameter("channel", .integer(1...16), about: "only on this, else on any"), edge,
      ],
      help:
        "Do a line whenever something comes in at the port in: a key or pedal pressed, or, where "
        + "the line says $value, each change.",
      example: "bind cc:64 \"go next when=bar\"", like: [.bindings]),
    Command(
      "bindings.learn", verbs: ["learn"],
      [
        Parameter(
          "line", .text(bytes: Limits.boundLine), .plain, about: "as for bind, else learn nothing"),
        edge,
      ],
      help: "Bind a line to whatever comes in next at the port in, on its channel.",
      example: "learn \"go Chorus when=bar\"", like: [.bindings]),
    Command(
      "bindings.remove", verbs: ["unbind"],
      [
        Parameter("trigger", .trigger, .plain, about: "else everything"),
        Parameter("channel", .integer(1...16), about: "bound on this, else on all and any"),
      ],
      help: "Let what comes in do nothing any more.", example: "unbind cc:64", like: [.bindings]),
    Command(
      "bindings.list", verbs: ["bindings"], help: "List what comes in and does something.",
      example: "bindings", like: [.bindings]),
  ]
}
