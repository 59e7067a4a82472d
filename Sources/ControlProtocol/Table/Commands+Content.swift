import Timeline

extension Command {
  /// The values of all that can be moved.
  private static let controlValues = -8_192...8_191

  /// What a cell may hold instead of notes.
  static let otherContent: [Parameter] = [
    Parameter("clip", .clip, about: "a phrase inside instead of notes"),
    Parameter(
      "loop", .length(signed: false), clearable: true, about: "how much of the clip repeats"),
    Parameter("control", .control, about: "what it moves instead of playing"),
    Parameter("value", .integer(controlValues), about: "what that has from the start on"),
    Parameter("to", .integer(controlValues), about: "the value that a ramp reaches"),
    Parameter("over", .length(signed: false), about: "how long the ramp takes, if not the cell"),
    Parameter("program", .program, about: "the sound that it chooses"),
    Parameter("bank", .bank, about: "the bank of that sound"),
    Parameter("sysex", .sysex, about: "a system exclusive message that it sends"),
    Parameter("meta", .meta, about: "what only MIDI files hold, such as lyric:love"),
    Parameter("offset", .length(signed: true), about: "how far inside clip or ramp it begins"),
  ]

  /// The contents of which a cell has one.
  static let contentChoice = ["notes", "chord", "clip", "control", "program", "sysex", "meta"]
}
