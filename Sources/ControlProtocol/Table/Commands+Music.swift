import Timeline

extension Command {
  static let music: [Command] = [
    Command(
      "cells.quantize", verbs: ["quantize"],
      cellsRequired + [
        Parameter("step", .snap, .plain, about: "the grid, else the song's own"),
        Parameter("strength", .integer(0...100), about: "how far towards it, in percent, else 100"),
        Parameter(
          "swing", .number(50...75),
          about: "where every second line lies between its neighbours, in percent, else 50"),
        Parameter("ends", .flag, about: "the ends as well, else off"),
      ],
      isEdit: true,
      help: "Draw cells to the grid, by a strength and with a swing, both in percent.",
      example: "quantize bass@5:1..9:1 1/16 strength=80 swing=58"),
    Command(
      "cells.transpose", verbs: ["transpose"],
      cellsRequired + [
        Parameter("semitones", .integer(-127...127), .plain, about: "how far up; down with -"),
        Parameter("degrees", .integer(-127...127), about: "how far up the scale"),
        Parameter("scale", .choice(Scale.allCases.map(\.rawValue)), about: "the scale"),
        Parameter("key", .choice(Tonic.names), about: "where it begins"),
      ],
      exclusive: [["semitones", "degrees"], ["semitones", "scale"], ["semitones", "key"]],
      needed: ["semitones", "degrees"], isEdit: true,
      help: "Play cells higher or lower, by semitones or by degrees of a scale in a key.",
      example: "transpose bass@5:1..9:1 degrees=2 scale=dorian key=D"),
    Command(
      "cells.humanize", verbs: ["humanize"],
      cellsRequired + [
        Parameter("time", .number(0...1000), about: "at most so many milliseconds early or late"),
        Parameter(
          "velocity", short: "vel", .integer(0...126), about: "at most so much harder or softer"),
        Parameter("seed", .integer(0...Int.max), about: "another number strays otherwise, else 0"),
      ],
      needed: ["time", "velocity"], isEdit: true,
      help: "Let cells stray by so many milliseconds and so much velocity, alike for like seeds.",
      example: "humanize hat@5:1..9:1 time=8 vel=12 seed=3"),
    Command(
      "cells.euclid", verbs: ["euclid"],
      [
        Parameter("row", .row, required: true, .plain, about: "where they belong"),
        Parameter("hits", .integer(0...Limits.euclid), required: true, .plain, about: "how many"),
        Parameter(
          "steps", .integer(1...Limits.euclid), required: true, .plain, about: "among so many"),
        Parameter(
          "rotation", .integer(-Limits.euclid...Limits.euclid),
          about: "how many steps later, else 0"),
        Parameter("notes", .pitches, about: "what they play"),
        Parameter("position", short: "at", .position, about: "where it begins, else 1:1"),
        Parameter("step", .length(signed: false), about: "how long a step is, else 1/16"),
        Parameter("times", .integer(1...Limits.repetitions), about: "how often, else once"),
        Parameter(
          "gate", .integer(1...400), about: "how much of its step a hit lasts, in percent, else 100"
        ),
        Parameter("fill", .length(signed: false), about: "how long it goes on, over and over"),
        Parameter(
          "velocity", short: "vel", .integer(1...127), about: "how hard they are struck, else 90"),
      ],
      exclusive: [["times", "fill"]], isEdit: true,
      help: "Add hits spread evenly over steps, all of them so many steps later by rotation.",
      example: "euclid clave 5 8 rotation=2 at=5:1 fill=4bars", reply: [.made]),
  ]
}
