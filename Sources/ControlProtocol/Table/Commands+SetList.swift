import Timeline

extension Command {
  /// The songs of a night, in order: a setting of the daemon.
  static let setList: [Command] = [
    Command(
      "setlist.go", verbs: ["setlist"],
      [
        Parameter(
          "song", .text(bytes: Limits.name), .plain,
          about: "next, previous, its number or name; without one the list is shown"),
        when,
      ],
      help: "Go to a song of the set list and play it from the start of its range.",
      example: "setlist next when=bar", reply: [.setList],
      or: [.comingSong, .sameSong, .awaitedSong, .job]),
    Command(
      "setlist.set", [Parameter("paths", .paths, required: true, .rest, clearable: true)],
      help: "Make a set list of songs, scripts and MIDI files, in this order.",
      example: "setlist.set friday encore", reply: [.setList], or: [.job]),
    Command(
      "setlist.add",
      [
        Parameter("path", .path, required: true, .plain),
        Parameter(
          "number", .integer(1...Limits.setList), .plain, about: "its place, else the last"),
      ],
      help: "Add a song to the set list.", example: "setlist.add encore 1", reply: [.setList],
      or: [.job]),
    Command(
      "setlist.remove",
      [
        Parameter(
          "song", .text(bytes: Limits.name), required: true, .plain, about: "its number or name")
      ],
      help: "Take a song out of the set list; its file stays.", example: "setlist.remove 2",
      reply: [.setList], or: [.job]),
    Command(
      "setlist.list",
      help:
        "List the songs of the set list, which is played, which is ready, and which are missing.",
      example: "setlist.list", reply: [.setList], or: [.job]),
  ]
}
