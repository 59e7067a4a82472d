import ControlProtocol
import Timeline

extension RequestError {
  /// What a client is told of a refused edit, with the field to blame of what it asked for, and
  /// whoever has changed what it needs.
  init(
    _ error: EditError, of request: Arguments = Arguments(), by authors: [History.Author] = []
  ) {
    switch error {
    case .noSuchCell(let id):
      self.init(.notFound, "cell \(id.number) does not exist", field: "where")
    case .noSuchRow(let id):
      self.init(.notFound, "row \(id.number) does not exist", field: "row")
    case .nameTaken(let name):
      self.init(
        .notAllowed, "name is \"\(name)\": another row has it, and names are unique", field: "name")
    case .noSuchSection(let name):
      self.init(
        .notFound, "name is \"\(name)\": no section or marker has that name", field: "name")
    case .sectionNameTaken(let name):
      self.init(
        .notAllowed,
        "name is \"\(name)\": another section or marker has it, and names are unique",
        field: "name")
    case .pushedBeyondTheEnd(let position):
      self.init(
        .outOfRange,
        "what follows would reach \(position.beats): must be at most \(Limits.beats) beats",
        field: "duration")
    case .beyondTheEnd(let position):
      self.init(
        .outOfRange,
        "a cell would end at \(position.beats): must be at most \(Limits.beats) beats",
        field: request.first(of: ["by", "steps", "times", "scale", "position", "duration"]))
    case .beforeTheStart(let position):
      self.init(
        .outOfRange, "a copy would begin at \(position.beats): must be at 0 beats or later",
        field: "by")
    case .cannotJoin(let first, let second, let obstacle):
      self.init(
        .notAllowed,
        "cells \(first.number) and \(second.number) cannot be joined: \(obstacle.text)",
        field: "where")
    case .outsideTheRows(let index):
      self.init(.outOfRange, "there is no place \(index) among the rows", field: "row")
    case .outsideTheKeys(let cell, let key, let interval):
      let field = if case .semitones = interval { "semitones" } else { "degrees" }
      self.init(
        .outOfRange, "\(field) would make cell \(cell.number) play \(key): must be from 0 to 127",
        [cell], field: field)
    case .tooMany(let limit, let count):
      let field = request.first(of: RequestError.multipliers)
      var details = Members()
      details.append("limit", .string(limit))
      details.append("most", Value(count))
      self.init(
        .limit, "\(field ?? "this") would pass the limit \(limit): must be at most \(count)",
        field: field, details: details)
    case .exhausted: self = .exhausted
    case .stepsWithoutSnap:
      self.init(
        .notAllowed, "steps needs a grid, and snap is off: give snap, or by", field: "steps")
    case .cannotHold(let cell, let obstacle):
      self.init(
        obstacle.kind, "cell \(cell.number) \(obstacle.text)", [cell],
        field: obstacle.field(of: request))
    case .overlap(let cells):
      self.init(
        .overlap, "the edit would overlap \(RequestError.list(cells))", cells, field: "overlap")
    case .changedSince, .sectionsChangedSince, .rowsChangedSince, .settingsChangedSince:
      self.init(changedSince: error, by: authors)
    case .nothingToUndo: self.init(.notAllowed, "there is nothing to undo")
    case .nothingToRedo: self.init(.notAllowed, "there is nothing to redo")
    }
  }

  /// Fields that make many of few, those before that can be blamed for most.
  private static let multipliers = [
    "times", "fill", "every", "steps", "notes", "chord", "progression", "pattern", "hits", "where",
    "name", "row", "rows", "position", "bpm", "meter",
  ]

  /// What a client is told of a step that cannot be taken.
  private init(changedSince error: EditError, by authors: [History.Author]) {
    var cells: [Cell.ID] = []
    let what: String
    switch error {
    case .changedSince(let changed):
      cells = changed
      what = RequestError.list(cells)
    case .rowsChangedSince(let rows):
      what = "row \(rows.prefix(8).map { "\($0.number)" }.joined(separator: ", "))"
    case .sectionsChangedSince(let names), .settingsChangedSince(let names):
      what = names.prefix(8).joined(separator: ", ")
    default: preconditionFailure("\(error) is of no step")
    }
    let names = authors.map(\.text).joined(separator: ", ")
    self.init(
      .conflict,
      "\(what) changed since that step\(names.isEmpty ? "" : ", by \(names)"): nothing was done; "
        + "force=on does it all the same", cells, field: "force")
    if cells.isEmpty { details = Members() }
    if !authors.isEmpty { details.append("by", .array(authors.compactMap(\.value))) }
  }

  private init(_ kind: Kind, _ message: String, _ cells: [Cell.ID], field: String? = nil) {
    var details = Members()
    details.append("cells", .array(cells.prefix(1_000).map { Value($0) }))
    self.init(kind, message, field: field, details: details)
  }

  private static func list(_ cells: [Cell.ID]) -> String {
    let shown = cells.prefix(8).map { "\($0.number)" }.joined(separator: ", ")
    return "cell \(shown)\(cells.count > 8 ? " and \(cells.count - 8) more" : "")"
  }
}

extension History.Author {
  fileprivate var text: String { name ?? client.map { "client \($0)" } ?? "somebody" }
}

extension JoinObstacle {
  fileprivate var text: String {
    switch self {
    case .differentRows: "must be in one row"
    case .differentContent: "must have the same pitches, or other content"
    case .discontinuous: "the second must go on inside where the first has come to"
    case .between(let cell): "cell \(cell.number) lies between them"
    }
  }
}

extension Arguments {
  /// The first of these fields that a request gives.
  fileprivate func first(of fields: [String]) -> String? {
    fields.first(where: has)
  }
}

extension ContentObstacle {
  fileprivate var kind: RequestError.Kind {
    switch self {
    case .unusable: .outOfRange
    case .noLoop, .noOffset: .notAllowed
    }
  }

  fileprivate func field(of request: Arguments) -> String {
    switch self {
    case .unusable: request.first(of: ["loop", "scale"]) ?? "where"
    case .noLoop: "loop"
    case .noOffset: "offset"
    }
  }

  /// To follow the cell.
  fileprivate var text: String {
    switch self {
    case .unusable(let problem): "would hold no clip, which must be \(problem.allowed)"
    case .noLoop: "is no clip: only a clip can loop"
    case .noOffset: "is neither a clip nor a ramp: only these begin at an offset"
    }
  }
}
