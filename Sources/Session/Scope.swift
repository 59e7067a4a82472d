package import ControlProtocol
package import Timeline

/// Which rows an edit may look at or change.
package enum Scope: Equatable, Sendable {
  /// Only what no edit is decided by, such as the loop.
  case nothing
  case rows(Set<Row.ID>)
  case everything

  /// Whether it matters which of two edits comes first.
  package func meets(_ other: Scope) -> Bool {
    switch (self, other) {
    case (.nothing, _), (_, .nothing): false
    case (.everything, _), (_, .everything): true
    case (.rows(let mine), .rows(let others)): !mine.isDisjoint(with: others)
    }
  }

  fileprivate func joined(with other: Scope) -> Scope {
    switch (self, other) {
    case (.nothing, let scope), (let scope, .nothing): scope
    case (.rows(let mine), .rows(let others)): .rows(mine.union(others))
    case (.everything, _), (_, .everything): .everything
    }
  }
}

extension Session {
  /// What a request may change; nil when it changes nothing about the song.
  ///
  /// Takes no longer than a few cells do: of more than that it says `everything`.
  package func scope(of request: Request) -> Scope? {
    switch request.method {
    case "history.undo", "history.redo", "history.set": return .everything
    case "transport.loop", "transport.go", "range.set", "tempo.scale": return .nothing
    default:
      guard let wish = wish(of: request) else { return nil }
      return edit(wish, request.method, request.arguments, 0)
        .scope(on: basis, atMost: Limits.cellsAtOnce)
    }
  }
}

extension Edit {
  /// The rows that it may look at or change, or everything; `limit` is how many cells may be looked
  /// up to tell.
  package func scope(on basis: Basis, atMost limit: Int = .max) -> Scope {
    switch wish {
    case .operations(let operations):
      guard operations.count <= limit else { return .everything }
      let survey = Survey(
        resolution: Resolution(song: basis.song, playhead: playhead, selection: selection),
        limit: limit)
      return operations.reduce(.rows([])) { $0.joined(with: survey.scope(of: $1)) }
    case .undo: return basis.history.newest?.change.scope ?? .everything
    case .redo: return basis.history.next?.change.scope ?? .everything
    case .append: return .rows([])
    case .record(let take): return .rows([take.row])
    }
  }
}

extension History.Change {
  fileprivate var scope: Scope {
    guard case .patch(let patch) = self, patch.rows.isEmpty, patch.fields.isEmpty,
      patch.sections.isEmpty
    else { return .everything }
    var rows: Set<Row.ID> = []
    for change in patch.cells {
      if let before = change.before { rows.insert(before.row) }
      if let after = change.after { rows.insert(after.row) }
    }
    return .rows(rows)
  }
}

/// Tells from an operation's words which rows it is about.
private struct Survey {
  let resolution: Resolution
  let limit: Int

  func scope(of operation: Operation) -> Scope {
    let arguments = operation.arguments
    switch operation.method {
    case "rows.set" where !arguments.has("name") && !arguments.has("tags"),
      "time.insert" where arguments.has("rows"), "time.remove" where arguments.has("rows"):
      guard let rows = arguments.rows("rows") else { return .everything }
      return .rows(self.rows(rows))
    case let method where method.hasPrefix("cells."):
      guard let sources = arguments.cells("where").map(rows) ?? [] else { return .everything }
      return scope(from: sources, arguments)
    default: return .everything
    }
  }

  /// The rows that cells are in and come to.
  private func scope(from sources: Set<Row.ID>, _ arguments: Arguments) -> Scope {
    if let count = arguments.integer("byRows") {
      let order = resolution.song.order
      let places = order.indices.filter { sources.contains(order[$0]) }
      guard let first = places.first, let last = places.last else { return .rows(sources) }
      let low = max(0, first + min(count, 0))
      let high = min(order.count - 1, last + max(count, 0))
      return .rows(Set(order[low...high]))
    }
    guard let reference = arguments.row("row") else { return .rows(sources) }
    // A group goes on into the rows beside the target.
    guard sources.count <= 1 else { return .everything }
    return .rows(sources.union(rows(.list([reference]))))
  }

  /// The rows of selected cells; nil when too many would have to be looked up.
  private func rows(_ expression: WhereExpression) -> Set<Row.ID>? {
    switch expression {
    case .rows(let rows, _), .filtered(let rows, _, _): return self.rows(rows)
    case .selection:
      guard resolution.selection.count <= limit else { return nil }
      return Set(resolution.selection.compactMap { resolution.song.cell($0)?.row })
    case .cells(let references):
      guard references.count <= limit else { return nil }
      var rows: Set<Row.ID> = []
      for case .id(let id) in references {
        if let placed = resolution.song.cell(id) { rows.insert(placed.row) }
      }
      return rows
    }
  }

  /// Rows by name; what does not exist is nobody's, and the edit is refused for it.
  private func rows(_ expression: RowsExpression) -> Set<Row.ID> {
    Set(((try? resolution.rows(expression, field: "rows")) ?? []).map(\.id))
  }
}
