import Timeline

/// The song in its tables.
extension Database {
  /// Replaces whatever song is there.
  func put(_ song: Song) throws(StorageError) {
    for table in ["settings", "sections", "row_order", "rows", "cells"] {
      try execute("DELETE FROM \(table)")
    }
    for section in song.sections { try put(section) }
    for field in SongField.all(of: song) { try put(field) }
    try put(order: song.order)
    for row in song.rowList {
      try put(row)
      var failure: StorageError?
      song.visit(row.id, startingFrom: .zero) { cell in
        do throws(StorageError) {
          try put(song.placed(cell, in: row.id))
          return true
        } catch {
          failure = error
          return false
        }
      }
      if let failure { throw failure }
    }
  }

  /// Makes the changes of a patch that was decided on this very song.
  func apply(_ patch: Patch) throws(StorageError) {
    for change in patch.cells {
      if let after = change.after {
        try put(after)
      } else {
        try run("DELETE FROM cells WHERE id = ?", .integer(change.id.number))
      }
    }
    if !patch.rows.isEmpty { try apply(patch.rows) }
    for change in patch.fields { try put(change.to) }
    for change in patch.sections { try apply(change) }
  }

  private func apply(_ changes: [Patch.RowChange]) throws(StorageError) {
    var order = try order()
    for change in changes {
      switch change {
      case .added(let row, let index):
        order.insert(row.id, at: min(index, order.count))
        try put(row)
      case .removed(let row, _):
        order.remove(at: try place(of: row.id, in: order))
        try run("DELETE FROM rows WHERE id = ?", .integer(row.id.number))
      case .moved(let id, _, let to):
        order.remove(at: try place(of: id, in: order))
        order.insert(id, at: min(to, order.count))
      case .set(let id, _, let to):
        guard var row = try row(id) else { throw corrupt("row \(id.number)") }
        to.apply(to: &row)
        try put(row)
      }
    }
    try put(order: order)
  }

  private func place(of row: Row.ID, in order: [Row.ID]) throws(StorageError) -> Int {
    guard let place = order.firstIndex(of: row) else { throw corrupt("the order of rows") }
    return place
  }

  private func put(_ field: SongField) throws(StorageError) {
    try run(
      "INSERT OR REPLACE INTO settings VALUES (?, ?)", .integer(Int64(field.tag)),
      .bytes(SongCodec.bytes(of: field)))
    if case .metronome(let metronome) = field { try putDestination(of: metronome.row) }
  }

  private func put(order: [Row.ID]) throws(StorageError) {
    try run("INSERT OR REPLACE INTO row_order VALUES (1, ?)", .bytes(SongCodec.bytes(of: order)))
  }

  private func put(_ row: Row) throws(StorageError) {
    try run(
      "INSERT OR REPLACE INTO rows VALUES (?, ?)", .integer(row.id.number),
      .bytes(SongCodec.bytes(of: row)))
    try putDestination(of: row)
  }

  /// Keeps where the notes of all rows go, and the clicks.
  func putDestinations() throws(StorageError) {
    for row in try rows() { try putDestination(of: row) }
    for case .metronome(let metronome) in try fields() {
      try putDestination(of: metronome.row)
    }
  }

  /// Keeps where the notes of a row go.
  private func putDestination(of row: Row) throws(StorageError) {
    try run(
      "INSERT OR IGNORE INTO used VALUES (?, ?)", .text(row.port),
      .integer(Int64(row.channel.number)))
  }

  private func put(_ placed: PlacedCell) throws(StorageError) {
    let statement = try prepared(
      "INSERT OR REPLACE INTO cells VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    let cell = placed.cell
    try statement.bind(
      numbers: [
        cell.id.number, placed.row.number, cell.position.count, cell.duration.count,
        Int64(CellTag.kind(cell.kind)), Int64(cell.pitch.number), Int64(cell.velocity.number),
        Int64(cell.offVelocity),
      ])
    try statement.bind(cell.hasRare ? .bytes(SongCodec.bytes(of: placed.rare)) : .null, 9)
    try statement.run()
  }
}

/// The song back from its tables, every value checked.
extension Database {
  func song() throws(StorageError) -> Song {
    let fields = try fields()
    var cells = try cells()
    var contents = SongContents()
    for section in try sections() where !contents.add(section) {
      throw corrupt("section \(section.name)")
    }
    for row in try rows() {
      guard contents.add(row, cells.removeValue(forKey: row.id) ?? []) else {
        throw corrupt("row \(row.id.number)")
      }
    }
    guard cells.isEmpty else { throw corrupt("cells without a row") }
    let (nextRow, nextCell) = try nextIDs()
    return contents.song(fields: fields, nextRow: nextRow, nextCell: nextCell)
  }

  private func fields() throws(StorageError) -> [SongField] {
    var fields: [SongField] = []
    try visit("SELECT value FROM settings") { row throws(StorageError) in
      fields.append(try decoded("a setting", SongCodec.field, try row.bytes(0)))
    }
    return fields
  }

  private func cells() throws(StorageError) -> [Row.ID: [PlacedCell]] {
    var cells: [Row.ID: [PlacedCell]] = [:]
    let sql: StaticString = """
      SELECT id, row, position, duration, kind, pitch, velocity, off_velocity, rare FROM cells
      """
    try visit(sql) { row throws(StorageError) in
      let columns = CellColumns(
        id: try row.integer(0), row: try row.integer(1), position: try row.integer(2),
        duration: try row.integer(3), kind: try row.integer(4), pitch: try row.integer(5),
        velocity: try row.integer(6), offVelocity: try row.integer(7))
      let what = "cell \(columns.id)"
      let rare = row.isNull(8) ? nil : try decoded(what, SongCodec.rare, try row.bytes(8))
      guard let placed = columns.placed(rare) else { throw corrupt(what) }
      cells[placed.row, default: []].append(placed)
    }
    return cells
  }

  private func order() throws(StorageError) -> [Row.ID] {
    var order: [Row.ID]?
    try visit("SELECT ids FROM row_order") { row throws(StorageError) in
      order = try decoded("the order of rows", SongCodec.order, try row.bytes(0))
    }
    guard let order else { throw corrupt("the order of rows") }
    return order
  }

  /// The rows in order.
  func rows() throws(StorageError) -> [Row] {
    var rows: [Row] = []
    for id in try order() {
      guard let row = try row(id) else { throw corrupt("row \(id.number)") }
      rows.append(row)
    }
    return rows
  }

  private func row(_ id: Row.ID) throws(StorageError) -> Row? {
    var found: Row?
    let what = "row \(id.number)"
    try visit("SELECT value FROM rows WHERE id = ?", .integer(id.number)) {
      row throws(StorageError) in
      found = try decoded(what, SongCodec.row, try row.bytes(0))
    }
    if let found, found.id != id { throw corrupt(what) }
    return found
  }

  private func nextIDs() throws(StorageError) -> (Row.ID, Cell.ID) {
    var ids: (Row.ID, Cell.ID)?
    let sql: StaticString = """
      SELECT max(next_row, (SELECT ifnull(max(next_row), 1) FROM steps)),
      max(next_cell, (SELECT ifnull(max(next_cell), 1) FROM steps)) FROM state
      """
    try visit(sql) { row throws(StorageError) in
      let range = Int64(1)..<(.max)
      let (nextRow, nextCell) = (try row.integer(0), try row.integer(1))
      guard range.contains(nextRow), range.contains(nextCell) else { throw corrupt("the next ids") }
      ids = (Row.ID(nextRow), Cell.ID(nextCell))
    }
    guard let ids else { throw corrupt("the state") }
    return ids
  }

  /// Reads bytes with the codec; `what` names them in an error.
  func decoded<Value>(
    _ what: String, _ decode: ([UInt8]) throws(Malformed) -> Value, _ bytes: [UInt8]
  ) throws(StorageError) -> Value {
    do throws(Malformed) {
      return try decode(bytes)
    } catch {
      throw corrupt("\(what): \(error.expected) expected at byte \(error.offset)")
    }
  }

  func corrupt(_ what: String) -> StorageError {
    .corrupt(path: path, what: what)
  }
}
