import ControlProtocol
import Timeline

extension Batch {
  /// Cuts cells; the pieces that are new.
  mutating func split(_ arguments: Arguments) throws(RequestError) -> [Cell.ID] {
    let cells = try cells(arguments)
    let point: SplitPoint
    if let position = arguments.position("position") {
      point = .at(try resolution.position(position, field: "position"))
    } else if let grid = arguments.snap("every"), grid != .off {
      point = .every(grid)
    } else {
      throw RequestError(
        .outOfRange, "every is off: must be bar, a note value such as 1/16, or steps per beat",
        field: "every")
    }
    let options = options(arguments)
    let (pieces, adjustment) = try refusing { draft throws(EditError) in
      try draft.split(cells, point, options)
    }
    note(adjustment)
    return pieces
  }

  /// Joins cells; those that are left.
  mutating func join(_ arguments: Arguments) throws(RequestError) -> [Cell.ID] {
    let cells = try cells(arguments)
    return try refusing { draft throws(EditError) in try draft.join(cells) }
  }

  /// Copies cells; the copies.
  mutating func duplicate(_ arguments: Arguments) throws(RequestError) -> [Cell.ID] {
    let cells = try cells(arguments)
    let shift = try self.shift(arguments, of: cells, absolute: "position")
    let rows = try rowShift(arguments)
    let span = try span(arguments)
    let times = arguments.integer("times") ?? 1
    let options = options(arguments)
    let (copies, adjustment) = try refusing { draft throws(EditError) in
      try draft.duplicate(cells, shift, rows: rows, times: times, span: span, options)
    }
    note(adjustment)
    return copies
  }

  mutating func moveRows(_ arguments: Arguments) throws(RequestError) {
    guard let expression = arguments.rows("rows"), let index = arguments.integer("index") else {
      preconditionFailure("rows and index are required")
    }
    let rows = try resolution.rows(expression, field: "rows").map(\.id)
    try checkPlace(index, among: draft.song.order.count - rows.count)
    try refusing { draft throws(EditError) in try draft.moveRows(rows, to: index) }
  }

  mutating func duplicateRow(
    _ arguments: Arguments
  ) throws(RequestError) -> (row: Row.ID, cells: [Cell.ID]) {
    let row = try row(arguments)
    guard let name = arguments.text("name") else { preconditionFailure("name is required") }
    let index = arguments.integer("index")
    try checkPlace(index, among: draft.song.order.count)
    return try refusing { draft throws(EditError) in
      try draft.duplicateRow(row.id, named: name, at: index)
    }
  }

  /// The region that a request names, for its rests to be copied too.
  private func span(
    _ arguments: Arguments
  ) throws(RequestError) -> (start: Ticks, end: Ticks?)? {
    guard case .rows(_, .range(let from, let to)?)? = arguments.cells("where") else { return nil }
    let (start, end) = try resolution.bounds(.range(from: from, to: to), field: "where")
    guard start < end else { return nil }
    return (start, to == nil ? nil : end)
  }
}
