import ControlProtocol
import Timeline

extension Batch {
  mutating func quantize(_ arguments: Arguments) throws(RequestError) {
    let options = options(arguments)
    let grid = arguments.snap("step") ?? options.snap
    guard grid != .off else {
      let problem = arguments.has("step") ? "step is off" : "step is missing, and snap is off"
      throw RequestError(
        .notAllowed, "\(problem): must be a note value such as 1/16, bar, or steps per beat",
        field: "step")
    }
    let swing = arguments.number("swing").map { Int64(($0 * 1_000).rounded()) }
    let groove = Groove(
      grid, swing: swing ?? Groove.straight, strength: Int64(arguments.integer("strength") ?? 100))
    let cells = try cells(arguments)
    let ends = arguments.flag("ends") ?? false
    try refusing { draft throws(EditError) in
      try draft.quantize(cells, to: groove, ends: ends, options.overlap)
    }
  }

  mutating func transpose(_ arguments: Arguments) throws(RequestError) {
    let interval = try Batch.interval(arguments)
    let cells = try cells(arguments)
    let overlap = options(arguments).overlap
    try refusing { draft throws(EditError) in
      try draft.transpose(cells, by: interval, overlap)
    }
  }

  private static func interval(_ arguments: Arguments) throws(RequestError) -> Interval {
    guard let degrees = arguments.integer("degrees") else {
      return .semitones(arguments.integer("semitones") ?? 0)
    }
    guard let scale = arguments.choice("scale", as: Scale.self) else {
      let names = Scale.allCases.map(\.rawValue).joined(separator: ", ")
      throw RequestError(.missing, "degrees needs a scale: one of \(names)", field: "scale")
    }
    guard let tonic = arguments.text("key").flatMap(Tonic.semitones(named:)) else {
      throw RequestError(
        .missing, "degrees needs a key: one of \(Tonic.names.joined(separator: ", "))",
        field: "key")
    }
    return .degrees(degrees, Key(tonic: tonic, scale))
  }

  mutating func humanize(_ arguments: Arguments) throws(RequestError) {
    let looseness = Looseness(
      time: Int64(((arguments.number("time") ?? 0) * 1_000_000).rounded()),
      velocity: arguments.integer("velocity") ?? 0, seed: UInt64(arguments.integer("seed") ?? 0))
    let cells = try cells(arguments)
    let overlap = options(arguments).overlap
    try refusing { draft throws(EditError) in try draft.humanize(cells, looseness, overlap) }
  }

  /// Adds the cells of a Euclidean pattern, repeated as a drawn one is.
  mutating func addEuclid(_ arguments: Arguments) throws(RequestError) -> [Cell.ID] {
    guard let hits = arguments.integer("hits"), let steps = arguments.integer("steps") else {
      preconditionFailure("hits and steps are required")
    }
    guard hits <= steps else {
      throw RequestError(
        .outOfRange, "hits is \(hits): must be at most steps, which is \(steps)", field: "hits")
    }
    let row = try row(arguments)
    guard let pitches = arguments.pitches("notes") ?? row.note.map({ [$0] }) else {
      throw RequestError(
        .missing, "notes is missing: row \(row.name) has no note of its own, so say which",
        field: "notes")
    }
    let euclid = Euclid(hits: hits, steps: steps, rotation: arguments.integer("rotation") ?? 0)
    return try add(Pattern(euclid.onsets, pitches: pitches), to: row, arguments)
  }
}
