/// A song while one edit, or a batch of them, is being decided on it.
///
/// Each operation sees the song as the ones before left it. `patch` is what they come to together;
/// a draft that is thrown away has changed nothing, and one that has thrown is to be thrown away.
package struct Draft: Sendable {
  package let base: Song
  package private(set) var song: Song
  /// What cells were and have become: lists ascending by id, later changes in later ones, each
  /// less than half as long as the one before.
  private var touched: [[Patch.CellChange]] = []
  private var sources: [Cell.ID: Cell.ID] = [:]
  /// The new cells that were cut from a cell, by that cell.
  private var pieces: [Cell.ID: [Cell.ID]] = [:]
  private var rows: [Patch.RowChange] = []
  /// What sections were before; nil in place of those that are new.
  private var sections: [String: Section?] = [:]
  private var hasSetFields = false
  /// How many cells and rows it may touch before it throws `exhausted`.
  private let allowance: Int

  package init(of song: Song, allowance: Int = .max) {
    base = song
    self.song = song
    self.allowance = allowance
  }

  /// The changes from the base to the song as it is now, with the range head following.
  package var patch: Patch { result.patch }

  /// What the operations come to: a patch, and the song that it makes of the base.
  package var result: (patch: Patch, song: Song) {
    var patch = Patch(cells: netCells, rows: netRows, fields: netFields, sections: netSections)
    let range = song.range.extended(for: song.contentEnd, in: song.meters)
    guard range != song.range, !patch.isEmpty else { return (patch, song) }
    patch.fields.append(Patch.FieldChange(from: .range(song.range), to: .range(range)))
    return (patch, song.with(.range(range)))
  }

  /// The cells that differ from the base, by id.
  private var netCells: [Patch.CellChange] {
    let changes = touched.reversed().reduce([]) { $1.followed(by: $0) }
    return changes.compactMap { change in
      guard change.before != change.after else { return nil }
      guard let source = source(of: change.id) else { return change }
      return Patch.CellChange(before: change.before, after: change.after, source: source)
    }
  }

  /// The row changes with each field of a row once.
  private var netRows: [Patch.RowChange] {
    guard !rows.isEmpty else { return [] }
    // Rows in the order they had: whatever came is gone again, whatever moved is back.
    return Patch.RowChange.net(song.order == base.order ? rows.filter(isSettingOfBase) : rows)
  }

  private func isSettingOfBase(_ change: Patch.RowChange) -> Bool {
    if case .set(let id, _, _) = change { base.row(id) != nil } else { false }
  }

  /// The song's own settings that differ from the base, each once.
  private var netFields: [Patch.FieldChange] {
    guard hasSetFields else { return [] }
    return zip(SongField.all(of: base), SongField.all(of: song)).filter { $0 != $1 }
      .map { Patch.FieldChange(from: $0, to: $1) }
  }

  /// The sections that differ from the base, by name.
  private var netSections: [Patch.SectionChange] {
    sections.sorted { $0.key < $1.key }.compactMap { name, before in
      let after = song.section(named: name)
      return before == after ? nil : Patch.SectionChange(before: before, after: after)
    }
  }

  /// How many more cells and rows may be touched.
  var allowanceLeft: Int { touched.reduce(allowance - rows.count) { $0 - $1.count } }

  /// Throws when so many cells or rows are more than may still be touched.
  package func checkAllowance(for count: Int) throws(EditError) {
    guard count <= allowanceLeft else { throw .exhausted }
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
    try checkAllowance(for: ids.count)
    if ids.count == 1 { return [try existing(ids[0])] }
    let wanted = ids.sorted().withoutRepeats
    var cells = song.cells(wanted)
    if cells.count < wanted.count {
      for id in ids where song.cell(id) == nil { throw .noSuchCell(id) }
    }
    cells.sort { a, b in
      (a.cell.position, a.row, a.cell.id) < (b.cell.position, b.row, b.cell.id)
    }
    return cells
  }

  /// Makes a cell of its own of what was cut from a cell and still has its id.
  ///
  /// What is cut from a piece comes from the cell that the piece was cut from. Nothing is put into
  /// the song yet.
  mutating func cutPiece(_ part: PlacedCell) -> PlacedCell {
    let source = sources[part.cell.id] ?? part.cell.id
    let piece = part.copied(
      id: song.nextCell, position: part.cell.position, duration: part.cell.duration)
    sources[piece.cell.id] = source
    pieces[source, default: []].append(piece.cell.id)
    reserveCells(below: Cell.ID(piece.cell.id.number + 1))
    return piece
  }

  /// Makes changes of cells, ascending by id.
  mutating func change(_ changes: [Patch.CellChange]) {
    song.change(changes)
    var last = changes
    // Merged while they are of like lengths, a change takes part in few mergers.
    while let former = touched.last, former.count <= 2 * last.count {
      touched.removeLast()
      last = former.followed(by: last)
    }
    touched.append(last)
  }

  /// Gives cells new ids that count up in the given order, and remembers whose content they copy.
  ///
  /// Each has the id of the cell that it copies. Nothing is put into the song yet.
  mutating func copies(of cells: [PlacedCell]) -> [PlacedCell] {
    let first = song.nextCell.number
    reserveCells(below: Cell.ID(first + Int64(cells.count)))
    return cells.enumerated().map { index, placed in
      let id = Cell.ID(first + Int64(index))
      sources[id] = sources[placed.cell.id] ?? placed.cell.id
      return placed.copied(
        id: id, position: placed.cell.position, duration: placed.cell.duration)
    }
  }

  /// Throws when so many cells are more than an edit may add, or a song hold.
  func checkRoom(for count: Int) throws(EditError) {
    guard count <= Limits.cellsPerEdit else {
      throw .tooMany("cellsPerEdit", limit: Limits.cellsPerEdit)
    }
    guard song.cellCount + count <= Limits.cells else {
      throw .tooMany("cells", limit: Limits.cells)
    }
    try checkAllowance(for: count)
  }

  /// The cell whose content a new one copies, unless nobody has ever seen or will see that one.
  private func source(of id: Cell.ID) -> Cell.ID? {
    guard let source = sources[id] else { return nil }
    return base.cell(source) ?? song.cell(source) == nil ? nil : source
  }

  /// Gives the id of a cell that is gone to the earliest piece cut from it in this draft, if any.
  mutating func promotePiece(of id: Cell.ID) {
    let left = (pieces[id] ?? []).compactMap { song.cell($0) }
    guard let piece = left.min(by: { $0.cell.key < $1.cell.key }) else { return }
    let promoted = piece.copied(
      id: id, position: piece.cell.position, duration: piece.cell.duration)
    exchange([piece], for: [promoted])
  }

  /// Keeps ids below this one from being given to pieces of split cells.
  mutating func reserveCells(below id: Cell.ID) {
    song.countCells(from: id)
  }

  mutating func insert(_ row: Row, at index: Int) {
    song.insert(row, at: index)
    rows.append(.added(row, index: index))
  }

  mutating func moveRow(_ id: Row.ID, from: Int, to: Int) {
    guard from != to else { return }
    song.moveRow(id, to: to)
    rows.append(.moved(id, from: from, to: to))
  }

  mutating func removeRow(_ row: Row, at index: Int) {
    song.removeRow(row.id)
    rows.append(.removed(row, index: index))
  }

  mutating func set(_ field: RowField, of row: Row) {
    let from = field.current(in: row)
    guard from != field else { return }
    song.set(field, of: row.id)
    rows.append(.set(row.id, from: from, to: field))
  }

  /// Puts a section or marker in the place of the one with that name, or takes it away.
  mutating func put(_ section: Section?, named name: String) {
    if sections[name] == nil { sections[name] = .some(song.section(named: name)) }
    song.setSection(named: name, to: section)
  }

  /// Sets one of the song's own settings.
  package mutating func set(_ field: SongField) {
    hasSetFields = true
    field.apply(to: &song)
  }
}
