import ControlProtocol
import Timeline

extension Batch {
  mutating func setSection(_ arguments: Arguments) throws(RequestError) {
    let name = sectionName(arguments)
    let before = draft.song.section(named: name)
    if before == nil || arguments.has("from") || arguments.has("to") {
      let start = try edge("from", arguments, else: before?.start)
      let end = try edge("to", arguments, else: before?.end)
      guard start < end else {
        throw RequestError(
          .outOfRange,
          "to is \(end.beats): must be after from, which is \(start.beats); both on the grid",
          field: "to")
      }
      try refusing { draft throws(EditError) in
        try draft.set(Section(name: name, start: start, end: end))
      }
    }
    if let newName = arguments.text("rename") {
      try refusing { draft throws(EditError) in
        try draft.renameSection(named: name, to: newName)
      }
    }
  }

  mutating func setMarker(_ arguments: Arguments) throws(RequestError) {
    let name = sectionName(arguments)
    let position = try edge("position", arguments, else: nil)
    try refusing { draft throws(EditError) in
      try draft.set(Section(name: name, at: position))
    }
  }

  mutating func removeSection(_ arguments: Arguments) throws(RequestError) {
    let name = sectionName(arguments)
    guard draft.song.section(named: name) != nil else {
      throw resolution.noSection(named: name, field: "name")
    }
    try refusing { draft throws(EditError) in try draft.removeSection(named: name) }
  }

  private func sectionName(_ arguments: Arguments) -> String {
    guard let name = arguments.text("name") else { preconditionFailure("name is required") }
    return name
  }

  /// A position on the grid, or where the edge is already.
  mutating func edge(
    _ field: String, _ arguments: Arguments, else before: Ticks?
  ) throws(RequestError) -> Ticks {
    guard let expression = arguments.position(field) else {
      guard let before else {
        throw RequestError(
          .missing, "\(field) is missing: a new section needs both from and to", field: field)
      }
      return before
    }
    let asked = try resolution.position(expression, field: field)
    let stored = min(options(arguments).snap.nearest(to: asked, in: draft.song.meters), .maximum)
    if stored != asked { note(Adjustment(asked: asked, stored: stored)) }
    return stored
  }
}
