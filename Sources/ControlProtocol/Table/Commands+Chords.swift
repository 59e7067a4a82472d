import Timeline

extension Command {
  /// How a chord is laid out.
  private static let layout: [Parameter] = [
    Parameter(
      "octave", .integer(Voicing.octaves.lowerBound...Voicing.octaves.upperBound)),
    Parameter("voicing", .choice(Voicing.Spread.allCases.map(\.rawValue))),
    Parameter("inversion", .integer(0...Limits.pitches)),
  ]

  /// A chord as the content of a cell.
  static let chord: [Parameter] = [Parameter("chord", .chord)] + layout

  static let chords: [Command] = [
    Command(
      "cells.chords", verbs: ["chords"],
      [
        Parameter("row", .row, required: true, .plain),
        Parameter("progression", .progression, required: true, .plain),
        Parameter("position", short: "at", .position),
        Parameter("step", .length(signed: false)),
        Parameter("times", .integer(1...Limits.repetitions)),
        Parameter("velocity", short: "vel", .integer(1...127)),
        Parameter("lead", .flag),
      ] + layout,
      isEdit: true,
      help: "Add a progression, a bar for each chord or between bar lines, each led from the last.",
      example: "chords keys \"Dm7 G7 | Cmaj7 _ | Am7 . D7\" at=5:1 octave=3")
  ]
}
