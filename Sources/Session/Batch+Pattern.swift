import ControlProtocol
import Timeline

extension Batch {
  /// Adds the cells of a pattern, repeated `times` or to the length of `fill`.
  mutating func addPattern(_ arguments: Arguments) throws(RequestError) -> [Cell.ID] {
    guard let pattern = arguments.pattern("pattern") else {
      preconditionFailure("pattern is required")
    }
    return try add(pattern, to: try row(arguments), arguments)
  }

  /// Adds the cells of a pattern, laid out as the arguments say.
  mutating func add(
    _ pattern: Pattern, to row: Row, _ arguments: Arguments
  ) throws(RequestError) -> [Cell.ID] {
    let start = try start(arguments)
    let fill = arguments.length("fill").map { resolution.length($0, at: start) }
    let drawing = Drawing(
      start: start, step: try step(arguments), gate: Int64(arguments.integer("gate") ?? 100),
      velocity: Batch.velocity(arguments), fill: fill)
    let steps = try steps(of: pattern, drawing, arguments)
    // It takes time to draw them, not only to put them into the song.
    try refusing { draft throws(EditError) in try draft.checkAllowance(for: steps) }
    let hits = try drawing.hits(of: pattern, steps: steps, note: row.note, on: row.name)
    for hit in hits { try checkCount(of: hit.pitches) }
    let cells = Drawing.cells(of: hits, voices: row.voices)
    if let end = cells.map({ $0.position + $0.duration }).max(), end > .maximum {
      throw beyondTheEnd("a cell would end at \(end.beats)", pattern, drawing, arguments)
    }
    let overlap: OverlapPolicy = arguments.choice("overlap") ?? .overwrite
    return try refusing { draft throws(EditError) in try draft.add(cells, to: row.id, overlap) }
  }

  /// Where the request wants its first cell, on the grid; 0 unless it says.
  mutating func start(_ arguments: Arguments) throws(RequestError) -> Ticks {
    try edge("position", arguments, else: .zero)
  }

  private func step(_ arguments: Arguments) throws(RequestError) -> Ticks {
    guard let length = arguments.length("step") else { return Ticks(1, over: 4) }
    return resolution.length(length, at: .zero)
  }

  private func steps(
    of pattern: Pattern, _ drawing: Drawing, _ arguments: Arguments
  ) throws(RequestError) -> Int {
    var steps = pattern.steps
    if let times = arguments.integer("times") { steps *= times }
    if let fill = drawing.fill {
      steps = Int((fill.count + drawing.step.count - 1) / drawing.step.count)
    }
    guard steps <= Limits.cellsPerEdit else {
      throw refusal(.tooMany("cellsPerEdit", limit: Limits.cellsPerEdit))
    }
    // Within the song no product of steps and lengths can overflow.
    let end = Int128(drawing.start.count) + Int128(drawing.step.count) * Int128(steps)
    guard end <= Int128(Ticks.maximum.count) else {
      throw beyondTheEnd(
        "\(steps) steps of \(drawing.step.beats) beats from \(drawing.start.beats) are too many",
        pattern, drawing, arguments)
    }
    return steps
  }

  /// Blames where a pattern begins if once is too much there, else what makes it so long.
  private func beyondTheEnd(
    _ what: String, _ pattern: Pattern, _ drawing: Drawing, _ arguments: Arguments
  ) -> RequestError {
    let percent = Int128(max(drawing.gate, 100))
    let once = Int128(drawing.step.count) * Int128(pattern.steps) * percent / 100
    let room = Int128(Ticks.maximum.count)
    let isTooLate = once <= room && Int128(drawing.start.count) + once > room
    let field =
      isTooLate
      ? "position" : ["times", "fill", "steps"].first(where: arguments.has) ?? "pattern"
    return RequestError(
      .outOfRange, "\(field): \(what): the end must be at most \(Limits.beats) beats",
      field: field)
  }
}

/// A pattern laid out in time.
private struct Drawing {
  struct Hit {
    let position: Ticks
    let duration: Ticks
    let pitches: [Pitch]
    let chord: ChordSymbol?
    let velocity: Velocity
  }

  let start: Ticks
  let step: Ticks
  /// How much of its steps a note sounds, in percent.
  let gate: Int64
  let velocity: Velocity?
  /// The length that is filled, beyond which nothing sounds; nil for what the steps come to.
  let fill: Ticks?

  /// The hits of the first so many steps, the pattern over and over.
  func hits(
    of pattern: Pattern, steps: Int, note: Pitch?, on row: String
  ) throws(RequestError) -> [Hit] {
    var hits: [Hit] = []
    for first in stride(from: 0, to: steps, by: pattern.steps) {
      for hit in pattern.hits where first + hit.start < steps {
        guard let pitches = hit.pitches ?? note.map({ [$0] }) else {
          throw RequestError(
            .missing, "pattern strikes x: row \(row) has no note of its own, so write pitches",
            field: "pattern")
        }
        let offset = step * Int64(first + hit.start)
        let length = Ticks(count: (step * Int64(hit.length) * gate).count / 100)
        let room = fill.map { $0 - offset } ?? length
        hits.append(
          Hit(
            position: start + offset, duration: max(min(length, room), Ticks(count: 1)),
            pitches: pitches, chord: hit.chord,
            velocity: hit.stress.velocity(hit: velocity ?? Pattern.velocity)))
      }
    }
    return hits
  }

  /// Cells for the hits: a note that would reach into the next one of its voice ends there.
  static func cells(of hits: [Hit], voices: Row.Voices) -> [NewCell] {
    var next: [Pitch: Ticks] = [:]
    var any: Ticks?
    var cells: [NewCell] = []
    for hit in hits.reversed() {
      let ends = voices == .mono ? [any] : hit.pitches.map { next[$0] }
      let end = ends.compactMap(\.self).reduce(hit.position + hit.duration, min)
      cells.append(
        NewCell(
          position: hit.position, duration: end - hit.position,
          content: .notes(hit.pitches, hit.velocity, offVelocity: 64), chord: hit.chord))
      any = hit.position
      for pitch in hit.pitches { next[pitch] = hit.position }
    }
    return cells.reversed()
  }
}
