import Timeline

extension Command {
  /// How a chord is laid out.
  private static let layout: [Parameter] = [
    Parameter(
      "octave", .integer(Voicing.octaves.lowerBound...Voicing.octaves.upperBound),
      about: "where its root lies, else 4"),
    Parameter(
      "voicing", .choice(Voicing.Spread.allCases.map(\.rawValue)),
      about: "how its notes lie apart, else close"),
    Parameter(
      "inversion", .integer(0...Limits.pitches), about: "how many notes go up an octave, else 0"),
  ]

  /// A chord as the content of a cell.
  static let chord: [Parameter] = [Parameter("chord", .chord)] + layout

  static let chords: [Command] = [
    Command(
      "cells.chords", verbs: ["chords"],
      [
        Parameter("row", .row, required: true, .plain, about: "where they belong"),
        Parameter("progression", .progression, required: true, .plain),
        Parameter("position", short: "at", .position, about: "where they begin, else 1:1"),
        Parameter(
          "step", .length(signed: false),
          about: "how long each lasts, else a bar, or its share of one"),
        Parameter("times", .integer(1...Limits.repetitions), about: "how often, else once"),
        Parameter(
          "velocity", short: "vel", .integer(1...127), about: "how hard they are struck, else 100"),
        Parameter("lead", .flag, about: "each near the one before, else on"),
      ] + layout,
      isEdit: true,
      help: "Add a progression, a bar for each chord or between bar lines, each led from the last.",
      example: "chords keys \"Dm7 G7 | Cmaj7 _ | Am7 . D7\" at=5:1 octave=3", reply: [.made])
  ]
}
