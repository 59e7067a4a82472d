extension Patch {
  /// One patch with the effect of this one and then another.
  package func followed(by next: Patch) -> Patch {
    var changes: [Cell.ID: CellChange] = [:]
    // What came and went in between: nothing can be said to be copied from it.
    var passing: Set<Cell.ID> = []
    for change in cells { changes[change.id] = change }
    for change in next.cells {
      let before = changes[change.id].map(\.before) ?? change.before
      if before == change.after {
        changes[change.id] = nil
        if before == nil { passing.insert(change.id) }
      } else {
        let source = changes[change.id]?.source ?? change.source
        changes[change.id] = CellChange(before: before, after: change.after, source: source)
      }
    }
    for (id, change) in changes {
      guard let source = change.source, passing.contains(source) else { continue }
      changes[id] = CellChange(before: change.before, after: change.after)
    }
    return Patch(
      cells: changes.values.sorted { $0.id < $1.id },
      rows: RowChange.net(rows + next.rows), fields: fields(followedBy: next.fields),
      sections: sections(followedBy: next.sections))
  }

  private func fields(followedBy next: [FieldChange]) -> [FieldChange] {
    var changes = fields
    for change in next {
      guard let index = changes.firstIndex(where: { $0.isOfSameField(as: change) }) else {
        changes.append(change)
        continue
      }
      let from = changes.remove(at: index).from
      if from != change.to { changes.append(FieldChange(from: from, to: change.to)) }
    }
    return changes
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

extension Patch.FieldChange {
  fileprivate func isOfSameField(as other: Patch.FieldChange) -> Bool {
    to.current(in: Song()) == other.to.current(in: Song())
  }
}

extension Patch.RowChange {
  /// The changes with each field of a row once, from what it was to what it has become.
  static func net(_ changes: [Patch.RowChange]) -> [Patch.RowChange] {
    struct Key: Hashable {
      let row: Row.ID
      let field: RowField
    }
    if changes.isEmpty { return [] }
    let blank = Row(id: Row.ID(0), name: "")
    var origins: [Key: RowField] = [:]
    var last: [Key: Int] = [:]
    for case (let index, .set(let id, let from, _)) in changes.enumerated() {
      let key = Key(row: id, field: from.current(in: blank))
      origins[key] = origins[key] ?? from
      last[key] = index
    }
    return changes.enumerated().compactMap { index, change in
      guard case .set(let id, let from, let to) = change else { return change }
      let key = Key(row: id, field: from.current(in: blank))
      guard last[key] == index, let origin = origins[key], origin != to else { return nil }
      return .set(id, from: origin, to: to)
    }
  }
}
