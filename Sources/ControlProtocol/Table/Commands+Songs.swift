import Timeline

extension Command {
  private static let pathRequired = Parameter("path", .path, required: true, .plain)
  private static let force = Parameter("force", .flag, about: "over what is there")

  static let songs: [Command] = [
    Command(
      "song.new", [when], help: "Begin an empty song.", example: "song.new", like: [.summary],
      or: [.job]),
    Command(
      "song.load", verbs: ["load"],
      [
        pathRequired,
        Parameter(
          "working", .choice(["resume", "discard"]), about: "what was edited since the last save"),
        when,
      ],
      help: "Open a song, a script or a MIDI file, and play it from the start of its range.",
      example: "load friday", like: [.summary], or: [.replacement, .job]),
    Command(
      "song.save", verbs: ["save"],
      [Parameter("name", .text(bytes: Limits.name), .plain, about: "of the version"), force],
      help: "Write the song's file and mark a version.", example: "save \"after soundcheck\"",
      reply: [Field("path", .text), .revision], or: [.job]),
    Command(
      "song.saveAs", [pathRequired, force], help: "Write the song under another path.",
      example: "song.saveAs friday-late", reply: [Field("path", .text), .revision], or: [.job]),
    Command(
      "song.versions", verbs: ["versions"], help: "List the versions.", example: "versions",
      reply: [Field("versions", .list(.shape(.version)))]),
    Command(
      "song.revert", verbs: ["revert"],
      [
        Parameter(
          "name", .text(bytes: Limits.name), .plain, about: "of a version, else the last save"),
        when,
      ],
      help: "Go back to the last save or a version, as one step.",
      example: "revert \"after soundcheck\"",
      like: [.replacement], or: [.job]),
    Command(
      "song.import",
      [
        pathRequired,
        Parameter(
          "into", .choice(["new", "append"]),
          about: "in the place of the song, or beside its rows, else new"),
        Parameter("strict", .flag, about: "refused if anything is wrong with it, else mended"),
        Parameter(
          "drums", .choice(["rows", "together"]),
          about: "a row for each drum of channel 10, or one for all, else rows"),
        Parameter(
          "cells", .choice(["notes", "bars"]),
          about: "a cell for each note, or clips of a bar, else notes"),
        Parameter(
          "sequence", .integer(1...65_535),
          about: "which of the songs in a file of format 2, else 1"),
      ],
      help: "Read a MIDI file, or a song as JSON.", example: "song.import take.mid into=append",
      reply: [.unsaved],
      like: [.summary], or: [.job]),
    Command(
      "song.export",
      [
        pathRequired,
        Parameter("format", .integer(0...1), about: "0: all in one track; else 1"),
        Parameter(
          "resolution", .integer(1...32_767),
          about: "ticks in a beat, else the song's, or 960"),
        Parameter("running", .flag, about: "shorter, with running status, else off"),
        Parameter("rows", .rows, about: "of these rows, else all"),
        Parameter("from", .position, about: "what begins from here on, else all"),
        Parameter("to", .position, about: "and before here, else the end"),
      ],
      help:
        "Write a MIDI file of every cell, without odds, swing and delays; to .json the whole song.",
      example: "song.export take.mid",
      reply: [
        Field("path", .text),
        Field("losses", .tally, "what a MIDI file has no place for", if: "of a MIDI file"),
        Field("seconds", .number, "how long it lasts", if: "of a MIDI file"),
      ],
      or: [.job]),
    Command(
      "song.set", verbs: ["title"],
      [
        Parameter("title", .text(bytes: Limits.name), .plain, clearable: true),
        Parameter("data", .json, clearable: true),
        Parameter("seed", .integer(Int.min...Int.max), about: "what chances are drawn from"),
        Parameter(
          "resolution", .integer(1...32_767), clearable: true,
          about: "ticks in a beat of the MIDI files that are written, else 960"),
      ],
      needed: ["title", "data", "seed", "resolution"], isEdit: true,
      help:
        "Give the song a title, data of your own, a seed for chances or a resolution for files.",
      example: "title \"Friday night\""),
    Command(
      "song.outline",
      help: "Show revision, rows, tempo and meter, range, transport and counts, without cells.",
      example: "song.outline", like: [.outline]),
  ]

  static let ports: [Command] = [
    Command(
      "ports.connect", verbs: ["connect"],
      [
        Parameter("port", .name(.port), required: true, .plain),
        Parameter("to", .name(.device), required: true, .plain),
      ],
      help:
        "Connect an output port, or the input port in, to a device, now and whenever it appears.",
      example: "connect bass Minitaur",
      reply: [.port, Field("connected", .boolean, "whether a device is there"), .connections]),
    Command(
      "ports.disconnect", verbs: ["disconnect"],
      [
        Parameter("port", .name(.port), required: true, .plain),
        Parameter("to", .name(.device), .plain),
      ],
      help: "Undo a connection, or all of a port; or allow again what is forbidden as this.",
      example: "disconnect bass", reply: [.port, .connections]),
    Command(
      "ports.forbid", verbs: ["forbid"],
      [
        Parameter("port", .name(.port), required: true, .plain),
        Parameter("to", .name(.device), required: true, .plain),
      ],
      help: "Keep a port apart from every device that fits, whoever connects them.",
      example: "forbid bass \"Midi Through\"", reply: [.port, .connections]),
    Command(
      "ports.list", verbs: ["ports"],
      help: "List ports, devices and connections, which ports send MIDI clock, and who leads.",
      example: "ports", like: [.ports]),
    Command(
      "transport.follow", verbs: ["follow"],
      [
        Parameter(
          "source", .choice(["clock", "off"]), .plain,
          about: "the MIDI clock that comes in, or nobody, else as it was"),
        Parameter(
          "lost", .choice(["continue", "stop"]),
          about: "what it does when no clock comes any more, else as it was, or continue"),
      ],
      needed: ["source", "lost"],
      help:
        "Follow the MIDI clock, starts, stops and places that come in at the port in, or nobody.",
      example: "follow clock lost=stop", reply: [Field("sync", .shape(.sync)), .commit]),
    Command(
      "transport.machine", verbs: ["mmc"],
      [
        Parameter("on", .flag, .plain, about: "whether it obeys, else as it was"),
        Parameter(
          "device", .integer(0...127),
          about: "its number, besides 127 for all, else as it was, or 127"),
      ],
      needed: ["on", "device"],
      help: "Play, stop and locate as MIDI Machine Control says that comes in at the port in.",
      example: "mmc on device=5", reply: [Field("mmc", .shape(.machine))]),
    Command(
      "ports.set",
      [
        Parameter("port", .outputPort, required: true, .plain),
        Parameter(
          "delay", .number(Limits.delay), required: true,
          about: "by how many ms it is late, or early if negative; rows and clock add theirs"),
      ],
      help: "Play what goes to an output port later or earlier, its clock too, from now on.",
      example: "ports.set drums delay=-7",
      reply: [Field("delays", .list(.shape(.delay))), .commit]),
    Command(
      "clock.set", verbs: ["clock"],
      [
        Parameter("port", .outputPort, required: true, .plain),
        Parameter(
          "on", .choice(["on", "off", "always"]), .plain,
          about: "while it plays, or never, or also while stopped, else as it was, or on"),
        Parameter(
          "delay", .number(Limits.clockDelay),
          about: "by how many ms more than its port it is late, else as it was, or 0"),
      ],
      help: "Keep what is connected to an output port in step by MIDI clock, now and from now on.",
      example: "clock drums always delay=-3",
      reply: [Field("clocks", .list(.shape(.clock))), .commit]),
  ]
}
