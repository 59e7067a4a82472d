import Timeline

extension Command {
  static let music: [Command] = [
    Command(
      "cells.quantize", verbs: ["quantize"],
      cellsRequired + [
        Parameter("step", .snap, .plain),
        Parameter("strength", .integer(0...100)),
        Parameter("swing", .number(50...75)),
        Parameter("ends", .flag),
      ],
      isEdit: true,
      help: "Draw cells to the grid, by a strength and with a swing, both in percent.",
      example: "quantize bass@5:1..9:1 1/16 strength=80 swing=58"),
    Command(
      "cells.transpose", verbs: ["transpose"],
      cellsRequired + [
        Parameter("semitones", .integer(-127...127), .plain),
        Parameter("degrees", .integer(-127...127)),
        Parameter("scale", .choice(Scale.allCases.map(\.rawValue))),
        Parameter("key", .choice(Tonic.names)),
      ],
      exclusive: [["semitones", "degrees"], ["semitones", "scale"], ["semitones", "key"]],
      needed: ["semitones", "degrees"], isEdit: true,
      help: "Play cells higher or lower, by semitones or by degrees of a scale in a key.",
      example: "transpose bass@5:1..9:1 degrees=2 scale=dorian key=D"),
    Command(
      "cells.humanize", verbs: ["humanize"],
      cellsRequired + [
        Parameter("time", .number(0...1000)),
        Parameter("velocity", short: "vel", .integer(0...126)),
        Parameter("seed", .integer(0...Int.max)),
      ],
      needed: ["time", "velocity"], isEdit: true,
      help: "Let cells stray by so many milliseconds and so much velocity, alike for like seeds.",
      example: "humanize hat@5:1..9:1 time=8 vel=12 seed=3"),
    Command(
      "cells.euclid", verbs: ["euclid"],
      [
        Parameter("row", .row, required: true, .plain),
        Parameter("hits", .integer(0...Limits.euclid), required: true, .plain),
        Parameter("steps", .integer(1...Limits.euclid), required: true, .plain),
        Parameter("rotation", .integer(-Limits.euclid...Limits.euclid)),
        Parameter("notes", .pitches),
        Parameter("position", short: "at", .position),
        Parameter("step", .length(signed: false)),
        Parameter("times", .integer(1...Limits.repetitions)),
        Parameter("gate", .integer(1...400)),
        Parameter("fill", .length(signed: false)),
        Parameter("velocity", short: "vel", .integer(1...127)),
      ],
      exclusive: [["times", "fill"]], isEdit: true,
      help: "Add hits spread evenly over steps, all of them so many steps later by rotation.",
      example: "euclid clave 5 8 rotation=2 at=5:1 fill=4bars"),
  ]
}
