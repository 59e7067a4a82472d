/// The steps that can be taken back, and those that can be taken again.
package struct History: Sendable {
  /// What a step did to the song.
  package enum Change: Sendable {
    /// The undoable part of an edit.
    case patch(Patch)
    /// The whole song at once; both share their structure.
    case replacement(before: Song, after: Song)
  }

  /// What one undo takes back.
  package struct Step: Sendable {
    package let name: String
    /// The client that made it; nil for one of an earlier run.
    package let author: Int64?
    package let change: Change

    package init(name: String, author: Int64? = nil, change: Change) {
      self.name = name
      self.author = author
      self.change = change
    }
  }

  /// A slice, since forgetting the oldest of a full history must not move the others.
  package private(set) var steps: ArraySlice<Step> = []
  /// How many of the steps are in effect; the rest can be redone.
  package private(set) var position = 0
  /// How many steps are kept; 0 keeps none.
  package var limit: Int {
    didSet { trim() }
  }

  package init(limit: Int = Limits.history) {
    precondition(limit >= 0)
    self.limit = limit
  }

  /// From steps read from storage, of which the first `position` are in effect.
  package init(steps: [Step], position: Int, limit: Int) {
    precondition((0...steps.count).contains(position))
    self.steps = steps[...]
    self.position = position
    self.limit = limit
    trim()
  }

  package var canUndo: Bool { position > 0 }
  package var canRedo: Bool { position < steps.count }
  /// The step that undo takes back.
  package var newest: Step? { canUndo ? steps[steps.startIndex + position - 1] : nil }
  /// The step that redo takes again.
  package var next: Step? { canRedo ? steps[steps.startIndex + position] : nil }

  /// Records a step; what could be redone is gone.
  package mutating func append(_ step: Step) {
    steps.removeLast(steps.count - position)
    steps.append(step)
    position = steps.count
    trim()
  }

  /// Adds a patch to the newest step if that is the same author's; else records a step.
  ///
  /// Returns what that comes to, for storage to do the same.
  @discardableResult
  package mutating func join(_ step: Step) -> Record.HistoryChange {
    guard let newest, newest.author == step.author, !canRedo,
      case .patch(let before) = newest.change, case .patch(let patch) = step.change
    else {
      append(step)
      return .append(step)
    }
    let both = before.followed(by: patch)
    if both.isEmpty {
      steps.removeLast()
      position -= 1
      return .dropNewest
    }
    let joined = Step(name: newest.name, author: newest.author, change: .patch(both))
    steps[steps.startIndex + position - 1] = joined
    return .replaceNewest(joined)
  }

  /// Drops what could be redone.
  package mutating func dropRedo() {
    steps.removeLast(steps.count - position)
  }

  /// Counts the newest step as taken back; the song is the caller's to change.
  package mutating func stepBack() {
    precondition(canUndo)
    position -= 1
  }

  /// Counts the next step as taken again.
  package mutating func stepForward() {
    precondition(canRedo)
    position += 1
  }

  /// Forgets the oldest steps; and, when none of those is in effect, the last to be redone.
  private mutating func trim() {
    let excess = steps.count - limit
    guard excess > 0 else { return }
    let oldest = min(excess, position)
    // A slice of a slice: `removeFirst` would move all that stay.
    steps = steps.dropFirst(oldest).dropLast(excess - oldest)
    position -= oldest
  }
}

extension Patch {
  /// The cells that no longer have the value they need for this patch to apply to `song`.
  package func conflicts(with song: Song) -> [Cell.ID] {
    cells.filter { song.cell($0.id) != $0.before }.map(\.id)
  }

  /// Throws when this patch does not apply to `song`: because a cell has changed since, or because
  /// a row that it needs is gone, is not empty, or would have another's name.
  package func check(on song: Song) throws(EditError) {
    let changed = conflicts(with: song)
    guard changed.isEmpty else { throw .changedSince(changed) }
    let sections = sections.filter { song.section(named: $0.name) != $0.before }
    guard sections.isEmpty else { throw .sectionsChangedSince(sections.map(\.name)) }
    var after = song
    for case let cell? in cells.map(\.before) { after.remove(cell) }
    for change in rows { try Patch.tryOut(change, on: &after) }
    for case let cell? in cells.map(\.after) where after.row(cell.row) == nil {
      throw .noSuchRow(cell.row)
    }
    // Rows may exchange their names, so that only the outcome tells whether one is taken.
    for (id, name) in rows.compactMap(\.naming) {
      if let owner = song.row(named: name), owner.id != id, after.row(owner.id)?.name == name {
        throw .nameTaken(name)
      }
    }
  }

  private static func tryOut(_ change: RowChange, on song: inout Song) throws(EditError) {
    switch change {
    case .added: break
    case .removed(let row, _):
      guard song.row(row.id) != nil else { throw .noSuchRow(row.id) }
      var left: [Cell.ID] = []
      song.visit(row.id, startingFrom: .zero) {
        left.append($0.id)
        return true
      }
      guard left.isEmpty else { throw .changedSince(left.sorted()) }
    case .moved(let id, _, _), .set(let id, _, _):
      guard song.row(id) != nil else { throw .noSuchRow(id) }
    }
    song.apply(Patch(rows: [change]))
  }

  /// One patch with the effect of this one and then another.
  package func followed(by next: Patch) -> Patch {
    var changes: [Cell.ID: CellChange] = [:]
    for change in cells { changes[change.id] = change }
    for change in next.cells {
      let before = changes[change.id].map(\.before) ?? change.before
      if before == change.after {
        changes[change.id] = nil
      } else {
        let source = changes[change.id]?.source ?? change.source
        changes[change.id] = CellChange(before: before, after: change.after, source: source)
      }
    }
    return Patch(
      cells: changes.values.sorted { $0.id < $1.id }, rows: rows + next.rows,
      fields: fields + next.fields, sections: sections(followedBy: next.sections))
  }

  private func sections(followedBy next: [SectionChange]) -> [SectionChange] {
    var changes: [String: SectionChange] = [:]
    for change in sections { changes[change.name] = change }
    for change in next {
      let before = changes[change.name].map(\.before) ?? change.before
      changes[change.name] =
        before == change.after ? nil : SectionChange(before: before, after: change.after)
    }
    return changes.values.sorted { $0.name < $1.name }
  }
}
