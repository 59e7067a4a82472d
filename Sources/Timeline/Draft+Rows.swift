extension Draft {
  /// Adds a row with these settings at an index, at the end without one.
  ///
  /// `fields` may hold the name as well; names are unique.
  @discardableResult
  package mutating func addRow(
    named name: String, _ fields: [RowField] = [], at index: Int? = nil
  ) throws(EditError) -> Row.ID {
    guard song.order.count < Limits.rows else { throw .tooMany("rows", limit: Limits.rows) }
    let index = index ?? song.order.count
    guard (0...song.order.count).contains(index) else { throw .outsideTheRows(index) }
    var row = Row(id: song.nextRow, name: name)
    for field in fields { field.apply(to: &row) }
    guard song.row(named: row.name) == nil else { throw .nameTaken(row.name) }
    try checkAllowance(for: 1)
    insert(row, at: index)
    return row.id
  }

  /// Removes rows with their cells, each once however often it is named.
  package mutating func removeRows(_ ids: [Row.ID]) throws(EditError) {
    var seen: Set<Row.ID> = []
    for id in ids where seen.insert(id).inserted {
      guard let row = song.row(id), let index = song.order.firstIndex(of: id) else {
        throw .noSuchRow(id)
      }
      try checkAllowance(for: song.cellCount(in: id) + 1)
      exchange(cells(of: id), for: [])
      removeRow(row, at: index)
    }
  }

  /// Sets fields of a row, each for itself.
  package mutating func set(_ fields: [RowField], of id: Row.ID) throws(EditError) {
    guard var row = song.row(id) else { throw .noSuchRow(id) }
    try checkAllowance(for: fields.count)
    for field in fields {
      if case .name(let name) = field, let other = song.row(named: name), other.id != id {
        throw .nameTaken(name)
      }
      set(field, of: row)
      field.apply(to: &row)
    }
  }
}
