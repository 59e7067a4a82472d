/// A song while one edit, or a batch of them, is being decided on it.
///
/// Each operation sees the song as the ones before left it. `patch` is what they come to together;
/// a draft that is thrown away has changed nothing.
package struct Draft: Sendable {
  package let base: Song
  package private(set) var song: Song
  private var touched: [Cell.ID: PlacedCell?] = [:]
  private var sources: [Cell.ID: Cell.ID] = [:]
  private var rows: [Patch.RowChange] = []
  private var fields: [Patch.FieldChange] = []

  package init(of song: Song) {
    base = song
    self.song = song
  }

  /// The changes from the base to the song as it is now, with the range head following.
  package var patch: Patch {
    var cells: [Patch.CellChange] = []
    for (id, before) in touched {
      let after = song.cell(id)
      guard before != after else { continue }
      cells.append(Patch.CellChange(before: before, after: after, source: sources[id]))
    }
    cells.sort { $0.id < $1.id }
    var patch = Patch(cells: cells, rows: rows, fields: fields)
    let range = song.range.extended(for: song.contentEnd, in: song.meters)
    if range != song.range, !patch.isEmpty {
      patch.fields.append(Patch.FieldChange(from: .range(song.range), to: .range(range)))
    }
    return patch
  }

  func existing(_ id: Cell.ID) throws(EditError) -> PlacedCell {
    guard let placed = song.cell(id) else { throw .noSuchCell(id) }
    return placed
  }

  /// Cells by id, each once, in the order of position, row and id.
  func existing(_ ids: [Cell.ID]) throws(EditError) -> [PlacedCell] {
    guard ids.count <= Limits.cellsPerEdit else {
      throw .tooMany("cellsPerEdit", limit: Limits.cellsPerEdit)
    }
    var cells: [PlacedCell] = []
    cells.reserveCapacity(ids.count)
    for id in Set(ids) { cells.append(try existing(id)) }
    return cells.sorted { a, b in
      (a.cell.position, a.row, a.cell.id) < (b.cell.position, b.row, b.cell.id)
    }
  }

  /// Puts a cell into the song, in the place of the one with its id if there is one.
  mutating func put(_ placed: PlacedCell, source: Cell.ID? = nil) {
    remove(placed.cell.id)
    song.insert(placed)
    if let source { sources[placed.cell.id] = source }
  }

  mutating func remove(_ id: Cell.ID) {
    let before = song.cell(id)
    if touched[id] == nil { touched[id] = .some(before) }
    if let before { song.remove(before) }
  }

  /// Keeps ids below this one from being given to pieces of split cells.
  mutating func reserveCells(below id: Cell.ID) {
    song = song.counting(fromRow: song.nextRow, cell: id)
  }

  mutating func insert(_ row: Row, at index: Int) {
    song.insert(row, at: index)
    rows.append(.added(row, index: index))
  }

  mutating func removeRow(_ row: Row, at index: Int) {
    song.removeRow(row.id, at: index)
    rows.append(.removed(row, index: index))
  }

  mutating func set(_ field: RowField, of row: Row) {
    let from = field.current(in: row)
    guard from != field else { return }
    song.set(field, of: row.id)
    rows.append(.set(row.id, from: from, to: field))
  }

  /// Sets one of the song's own settings.
  package mutating func set(_ field: SongField) {
    let from = field.current(in: song)
    guard from != field else { return }
    field.apply(to: &song)
    fields.append(Patch.FieldChange(from: from, to: field))
  }
}
