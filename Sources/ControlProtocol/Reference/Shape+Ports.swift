extension Shape {
  static let connection = Shape(
    "connection", "A rule that connects a port, and what it has found.",
    [
      Field("port", .text), Field("to", .text, "as it was asked"), Field("connected", .boolean),
      Field("address", .text, "client:port", if: "connected"),
      Field("trouble", .text, "why not, for people", if: "it was refused"),
      Field("forbidden", .boolean, "true: it keeps them apart", if: "of forbid"),
    ])

  private static let device = Shape(
    "device", "",
    [
      Field("address", .text, "client:port"), Field("client", .text, "its name"),
      Field("port", .text, "its name"),
    ])

  static let clock = Shape(
    "clock", "A port that sends MIDI clock.",
    [Field("port", .text), Field("on", .text, "on or always"), Field("delay", .milliseconds)])

  static let delay = Shape(
    "delay", "A port that plays later, or earlier.",
    [Field("port", .text), Field("delay", .milliseconds)])

  private static let binding = Shape(
    "binding", "What comes in and does a line.",
    [
      Field("trigger", .text), Field("channel", .integer, if: "not on any"),
      Field("line", .text), Field("edge", .text, "press or both"),
    ])

  static let bindings = Shape(
    "bindings", "",
    [
      Field("bindings", .list(.shape(binding))),
      Field("learning", .text, "the line that is bound next", if: "one is"),
    ])

  /// Everything about ports.
  static let ports = Shape(
    "ports", "Ports, devices, connections and what belongs to them.",
    [
      Field("ports", .list(.text), "which are open"),
      Field("connections", .list(.shape(connection))),
      Field("devices", .list(.shape(device)), "that can be played"),
      Field("sources", .list(.shape(device)), "that can be heard"),
      Field("clocks", .list(.shape(clock))), Field("sync", .shape(sync)),
      Field("mmc", .shape(machine)), Field("delays", .list(.shape(delay))),
      Field("output", .text, "alsa, monitor or none"),
      Field("trouble", .text, "why nothing can be heard, for people", if: "nothing can"),
    ], like: [bindings])
}
