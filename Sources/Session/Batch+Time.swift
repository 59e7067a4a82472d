import ControlProtocol
import Timeline

extension Batch {
  mutating func insertTime(_ arguments: Arguments) throws(RequestError) {
    let position = try edge("position", arguments, else: nil)
    let length = try length(arguments, at: position)
    let rows = try rowsOrAll(arguments)
    try refusing { draft throws(EditError) in
      try draft.insertTime(length, at: position, rows: rows)
    }
    try checkLoop(of: draft.song)
  }

  mutating func removeTime(_ arguments: Arguments) throws(RequestError) {
    let position = try edge("position", arguments, else: nil)
    let length = try length(arguments, at: position)
    let rows = try rowsOrAll(arguments)
    try refusing { draft throws(EditError) in
      try draft.removeTime(length, at: position, rows: rows)
    }
    try checkLoop(of: draft.song)
  }

  /// As long as said, or as the section that the position names.
  private func length(
    _ arguments: Arguments, at position: Ticks
  ) throws(RequestError) -> Ticks {
    if let length = arguments.length("duration") {
      return resolution.length(length, at: position)
    }
    guard let section = resolution.section(arguments.position("position")) else {
      throw RequestError(
        .missing, "duration is missing: say how much, unless position names a section",
        field: "duration")
    }
    return section.end - section.start
  }

  private func rowsOrAll(_ arguments: Arguments) throws(RequestError) -> [Row.ID]? {
    guard let expression = arguments.rows("rows"), expression != .all else { return nil }
    return try resolution.rows(expression, field: "rows").map(\.id)
  }
}
