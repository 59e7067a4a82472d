extension Draft {
  /// Puts rows next to each other, in the order they have, the first of them at an index.
  ///
  /// The index counts from 0, without the rows that are moved.
  package mutating func moveRows(_ ids: [Row.ID], to index: Int) throws(EditError) {
    let moving = Set(ids)
    for id in ids where song.row(id) == nil { throw .noSuchRow(id) }
    guard (0...(song.order.count - moving.count)).contains(index) else {
      throw .outsideTheRows(index)
    }
    try checkAllowance(for: moving.count)
    let places = song.order.indices.filter { moving.contains(song.order[$0]) }
    let moves = zip(places, index...).map { (row: song.order[$0], from: $0, to: $1) }
    // Those that go down first, from the lowest on, and then up: none shifts another's place.
    for move in moves.reversed() where move.from < move.to {
      moveRow(move.row, from: move.from, to: move.to)
    }
    for move in moves where move.from > move.to {
      moveRow(move.row, from: move.from, to: move.to)
    }
  }

  /// Adds a row with the settings and copies of the cells of another, below it or at an index.
  ///
  /// Cells that overlap go on overlapping. O(cells · log n).
  package mutating func duplicateRow(
    _ id: Row.ID, named name: String, at index: Int? = nil
  ) throws(EditError) -> (row: Row.ID, cells: [Cell.ID]) {
    guard let row = song.row(id), let place = song.order.firstIndex(of: id) else {
      throw .noSuchRow(id)
    }
    guard song.order.count < Limits.rows else { throw .tooMany("rows", limit: Limits.rows) }
    let index = index ?? place + 1
    guard (0...song.order.count).contains(index) else { throw .outsideTheRows(index) }
    guard song.row(named: name) == nil else { throw .nameTaken(name) }
    try checkRoom(for: song.cellCount(in: id))
    let new = row.copied(id: song.nextRow, name: name)
    insert(new, at: index)
    let copies = copies(
      of: cells(of: id).map { placed in
        var placed = placed
        placed.row = new.id
        return placed
      })
    exchange([], for: copies)
    return (new.id, copies.map(\.cell.id))
  }
}
