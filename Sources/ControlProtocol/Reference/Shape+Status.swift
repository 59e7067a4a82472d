extension Shape {
  static let status = Shape(
    "status", "How the daemon is.",
    [
      Field("version", .text), Field("protocol", .text), Field("uptime", .integer, "seconds"),
      .revision, Field("title", .text), Field("song", .text, "its file", if: "it has one"),
      Field("unsaved", .boolean, "whether the disk refuses what is edited"),
      Field("modified", .boolean, "whether the file lacks something"),
      Field("transport", .shape(transport)), Field("pending", .list(.shape(waiting))),
      Field("output", .text, "alsa, monitor or none"),
      Field("trouble", .text, "why nothing can be heard, for people", if: "nothing can"),
      Field("timer", .shape(timer), if: "the output is alsa"),
      Field("connections", .list(.shape(connection))), Field("clocks", .list(.shape(clock))),
      Field("sync", .shape(sync)), Field("mmc", .shape(machine)),
      Field("delays", .list(.shape(delay))), Field("clients", .integer, "connected"),
      Field("memory", .integer, "bytes that it has there", if: "the kernel says"),
      Field("health", .shape(health)), Field("cables", .list(.shape(cable))),
    ])

  private static let timer = Shape(
    "timer", "The kernel's timer that sends what is due.",
    [
      Field("hertz", .integer), Field("window", .integer, "how sure its clock is, nanoseconds"),
      Field("warning", .text, "for people", if: "it is too coarse"),
    ])

  private static let health = Shape(
    "health", "How well playing goes, since the start unless said.",
    [
      Field("horizon", .milliseconds, "how far ahead it is decided"),
      Field("worstLag", .milliseconds, "by how much a turn came late"),
      Field("recentLag", .milliseconds, "the same of late"),
      Field("stalls", .integer, "times that nothing was decided in time"),
      Field("suspends", .integer, "of the machine"), Field("missed", .integer, "notes left out"),
      Field("lateCommits", .integer, "edits that came while their notes did"),
      Field("longestTurn", .milliseconds), Field("refused", .integer, "by the sequencer"),
      Field("overruns", .integer, "of what came in"),
    ])

  private static let cable = Shape(
    "cable", "What a port would do to a MIDI cable.",
    [Field("port", .text), Field("worstLag", .milliseconds, "of its bytes")])
}
