package import Timeline

extension Decision {
  /// What the edit comes to after other revisions, if these change nothing that it was decided by.
  ///
  /// `scope` is what it concerns on the song that it was decided on. Then it is just what deciding
  /// it anew would give, but costs only what the other revisions do: O(their cells · log n). Nil
  /// where it has to be decided anew.
  package func following(_ records: [Record], concerning scope: Scope) -> Decision? {
    guard isChange, !givesIDs, case .rows(let rows) = scope, let last = records.last else {
      return nil
    }
    var decision = self
    for record in records {
      guard case .patch(let patch) = record.change, patch.leavesAlone(rows) else { return nil }
      if dependsOnHistory {
        guard case .none = record.history else { return nil }
      }
      decision.song.apply(patch)
    }
    decision.song = decision.song.counting(fromRow: last.nextRow, cell: last.nextCell)
    guard rangeBefore.extended(for: decision.song.contentEnd, in: song.meters) == song.range else {
      return nil
    }
    decision.base += Int64(records.count)
    decision.result = result.counted(as: decision.base + 1)
    return decision
  }

  private var rangeBefore: PlayRange {
    for change in patch.fields {
      if case .range(let range) = change.from { return range }
    }
    return song.range
  }
}

extension Patch {
  /// Whether it changes cells of other rows than these, and nothing besides.
  fileprivate func leavesAlone(_ others: Set<Row.ID>) -> Bool {
    rows.isEmpty && fields.isEmpty && sections.isEmpty
      && !cells.contains { change in
        [change.before, change.after].contains { $0.map { others.contains($0.row) } ?? false }
      }
  }
}
