import ControlProtocol
import Timeline

extension Batch {
  mutating func addCell(_ arguments: Arguments) throws(RequestError) -> Cell.ID {
    let row = try row(arguments)
    guard let place = arguments.position("position"), let wish = arguments.length("duration")
    else { preconditionFailure("position and duration are required") }
    let position = try resolution.position(place, field: "position")
    let chord = try chord(arguments, after: { pitches(in: row.id, before: position) })
    let notes = chord?.pitches ?? arguments.pitches("notes")
    let duration = resolution.length(wish, at: position)
    var cell = NewCell(
      position: position, duration: duration, content: .label, chord: chord?.symbol,
      odds: Odds(chance: arguments.integer("chance") ?? 100, turn: arguments.turn("every")),
      label: arguments.text("label"), data: arguments.text("data"))
    if let content = try content(arguments, at: position, lasting: duration) {
      cell.content = content
    } else if notes != nil || row.note != nil || !arguments.has("label") {
      guard let pitches = notes ?? row.note.map({ [$0] }) else {
        throw RequestError(
          .missing, "notes is missing: row \(row.name) has no note of its own, so say which",
          field: "notes")
      }
      try checkCount(of: pitches)
      cell.content = .notes(
        pitches, Batch.velocity(arguments) ?? .standard,
        offVelocity: UInt8(arguments.integer("release") ?? 64))
    }
    let options = options(arguments)
    let (id, adjustment) = try refusing { draft throws(EditError) in
      try draft.add(cell, to: row.id, options)
    }
    note(adjustment)
    return id
  }

  mutating func move(_ arguments: Arguments) throws(RequestError) {
    let cells = try cells(arguments)
    let shift = try self.shift(arguments, of: cells, absolute: "position")
    let rows = try rowShift(arguments)
    let options = options(arguments)
    note(
      try refusing { draft throws(EditError) in
        try draft.move(cells, shift, rows: rows, options)
      })
  }

  mutating func resize(_ arguments: Arguments) throws(RequestError) {
    let cells = try cells(arguments)
    if let factor = arguments.number("scale") {
      let overlap = options(arguments).overlap
      return try refusing { draft throws(EditError) in
        try draft.stretch(cells, by: factor, overlap)
      }
    }
    guard let shift = try self.shift(arguments, of: cells, absolute: "duration") else { return }
    let edge: Edge = arguments.choice("edge") ?? .right
    let options = options(arguments)
    note(
      try refusing { draft throws(EditError) in
        try draft.resize(cells, shift, edge: edge, options)
      })
  }

  mutating func setCells(_ arguments: Arguments) throws(RequestError) {
    var fields: [CellField] = []
    if let pitches = arguments.pitches("notes") {
      try checkCount(of: pitches)
      fields.append(.pitches(pitches))
    }
    if let chord = try chord(arguments) {
      fields.append(.pitches(chord.pitches, of: chord.symbol))
    }
    let cells = try cells(arguments)
    fields += try contentFields(arguments, at: earliest(of: cells))
    if let velocity = Batch.velocity(arguments) { fields.append(.velocity(velocity)) }
    if let release = arguments.integer("release") { fields.append(.offVelocity(UInt8(release))) }
    if arguments.has("chance") { fields.append(.chance(arguments.integer("chance") ?? 100)) }
    if arguments.has("every") { fields.append(.turn(arguments.turn("every"))) }
    if arguments.has("label") { fields.append(.label(arguments.text("label"))) }
    if arguments.has("data") { fields.append(.data(arguments.text("data"))) }
    let options = options(arguments)
    try refusing { draft throws(EditError) in try draft.set(fields, of: cells, options) }
  }

  /// Which rows to go to; nil when the request says nothing about rows.
  func rowShift(_ arguments: Arguments) throws(RequestError) -> RowShift? {
    if let count = arguments.integer("byRows") { return .by(count) }
    return arguments.has("row") ? .to(try row(arguments).id) : nil
  }

  /// How far to go, by what the request says; nil when it says nothing about time.
  func shift(
    _ arguments: Arguments, of cells: [Cell.ID], absolute: String
  ) throws(RequestError) -> Shift? {
    if let steps = arguments.integer("steps") { return .steps(Int64(steps)) }
    if let length = arguments.length("by") { return .by(self.length(length, of: cells)) }
    if absolute == "position", let position = arguments.position("position") {
      return .to(try resolution.position(position, field: "position"))
    }
    if absolute == "duration", let length = arguments.length("duration") {
      return .to(self.length(length, of: cells))
    }
    return nil
  }

  /// Where the first of these cells begins; 0 if there is none.
  private func earliest(of cells: [Cell.ID]) -> Ticks {
    cells.compactMap { draft.song.cell($0)?.cell.position }.min() ?? .zero
  }

  /// A length from where the earliest of the cells begins, which only bars ask for.
  private func length(_ length: LengthExpression, of cells: [Cell.ID]) -> Ticks {
    if case .ticks(let ticks) = length { return ticks }
    return resolution.length(length, at: earliest(of: cells))
  }

  static func velocity(_ arguments: Arguments) -> Velocity? {
    arguments.integer("velocity").flatMap { Velocity(exactly: $0) }
  }

  func checkCount(of pitches: [Pitch]) throws(RequestError) {
    guard pitches.count <= Limits.pitches else {
      throw refusal(.tooMany("pitches", limit: Limits.pitches))
    }
  }
}
