extension Draft {
  /// Makes what a patch makes although its cells have changed since: its values win.
  ///
  /// Cells come back under their ids; what is in their way gives way as it does for moved cells. A
  /// row that goes takes its cells along. The range head only follows. Throws where a row is gone
  /// that a cell or a setting needs, or where another row has a name.
  package mutating func enforce(_ patch: Patch) throws(EditError) {
    exchange(song.cells(patch.cells.filter { $0.after == nil }.map(\.id)), for: [])
    for change in patch.rows { try enforce(change) }
    let cells = patch.cells.compactMap(\.after)
    for placed in cells where song.row(placed.row) == nil { throw .noSuchRow(placed.row) }
    try place(cells, insteadOf: song.cells(cells.map(\.cell.id)), .overwrite)
    for change in patch.fields where !change.isRange { set(change.to) }
    for change in patch.sections { put(change.after, named: change.name) }
  }

  private mutating func enforce(_ change: Patch.RowChange) throws(EditError) {
    switch change {
    case .added(let row, let index):
      guard song.row(named: row.name) == nil else { throw .nameTaken(row.name) }
      insert(row, at: min(index, song.order.count))
    case .removed(let row, _):
      if song.row(row.id) != nil { try removeRows([row.id]) }
    case .moved(let id, _, let to):
      guard let from = song.order.firstIndex(of: id) else { throw .noSuchRow(id) }
      moveRow(id, from: from, to: min(to, song.order.count - 1))
    case .set(let id, _, let to): try set([to], of: id)
    }
  }
}
