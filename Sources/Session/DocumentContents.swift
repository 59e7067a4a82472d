import ControlProtocol
import Timeline

/// The rows and cells of a document.
struct DocumentContents {
  private(set) var rows: [(row: Row, cells: [PlacedCell])] = []
  private var places: [Row.ID: Int] = [:]

  /// `settings` is a song with the document's meters, which lengths in bars depend on.
  init(
    _ members: Members, settings song: Song, _ progress: (Double) -> Void
  ) throws(RequestError) {
    try readRows(members)
    let batch = Batch(song: song, playhead: .zero, selection: [], allowance: .max)
    var ids: Set<Cell.ID> = []
    let count = members["cells"]?.array?.count ?? 0
    ids.reserveCapacity(count)
    try members.each("cells", atMost: Limits.cells) { value throws(RequestError) in
      let placed = try batch.cell(try value.arguments(of: Command.cellPart))
      guard let place = places[placed.row] else {
        throw RequestError(.notFound, "row is \(placed.row.number): no row has that id")
      }
      guard ids.insert(placed.cell.id).inserted else {
        throw .twice("cell", "\(placed.cell.id.number)")
      }
      rows[place].cells.append(placed)
      if ids.count.isMultiple(of: 4_096) { progress(Double(ids.count) / Double(count)) }
    }
  }

  private mutating func readRows(_ members: Members) throws(RequestError) {
    var names: Set<String> = []
    try members.each("rows", atMost: Limits.rows) { value throws(RequestError) in
      let arguments = try value.arguments(of: Command.rowPart)
      guard let id = arguments.id("row"), let name = arguments.text("name") else {
        preconditionFailure("both are required")
      }
      var row = Row(id: Row.ID(id), name: name)
      for field in try Batch.fields(arguments, of: row) { field.apply(to: &row) }
      guard places.updateValue(rows.count, forKey: row.id) == nil else {
        throw .twice("row", "\(id)")
      }
      guard names.insert(name).inserted else { throw .twice("name", name) }
      rows.append((row, []))
    }
  }
}

extension Batch {
  /// The cell that a document tells.
  fileprivate func cell(_ arguments: Arguments) throws(RequestError) -> PlacedCell {
    guard let id = arguments.id("cell"), let row = arguments.id("row"),
      let position = arguments.ticks("position"), let duration = arguments.ticks("duration")
    else { preconditionFailure("all four are required") }
    guard duration > .zero else {
      throw RequestError(.outOfRange, "duration is \(duration.beats): must be longer than 0")
    }
    guard duration <= .maximum - position else {
      throw RequestError(
        .outOfRange,
        "it would end at \((position + duration).beats): must be at most \(Limits.beats) beats")
    }
    var cell = NewCell(
      position: position, duration: duration, content: .label, chord: arguments.chord("chord"),
      odds: Odds(chance: arguments.integer("chance") ?? 100, turn: arguments.turn("every")),
      label: arguments.text("label"), data: arguments.text("data"))
    if let content = try content(arguments, at: position, lasting: duration) {
      cell.content = content
    } else if let pitches = arguments.pitches("notes") {
      try checkCount(of: pitches)
      cell.content = .notes(
        pitches, Batch.velocity(arguments) ?? .standard,
        offVelocity: UInt8(arguments.integer("release") ?? 64))
    }
    if !arguments.has("notes"),
      let field = ["chord", "velocity", "release"].first(where: arguments.has)
    {
      throw RequestError(.notAllowed, "\(field) belongs to notes: give them too")
    }
    return cell.placed(in: Row.ID(row), id: Cell.ID(id))
  }
}
