/// A song: rows of cells, tempo, meter and range; a value that can be kept for free.
///
/// A copy is O(1) and shares everything. Changing a song costs O(log n), whoever holds a copy.
package struct Song: Sendable {
  @Shared var parts = SongParts()

  package init() {}

  package var title: String { parts.title }
  /// Any JSON of at most `Limits.data` bytes, as text.
  package var data: String? { parts.data }
  package var tempo: TempoMap { parts.tempo }
  /// The factor on the tempo map, in millionths.
  package var tempoScale: Int64 { parts.tempoScale }
  package var meters: MeterMap { parts.meters }
  package var snap: Snap { parts.snap }
  package var range: PlayRange { parts.range }
  package var metronome: Metronome { parts.metronome }
  /// How late off-beats are played in rows that have no swing of their own.
  package var swing: Swing { parts.swing }
  /// What the chances of cells are drawn from.
  package var seed: Int64 { parts.seed }
  /// Whether a jump strikes the notes that it leads into.
  package var chases: Bool { parts.chases }
  /// By name.
  package var scenes: [Scene] { parts.scenes }
  /// Ticks in a beat of the MIDI file that it came from; nil for none.
  package var resolution: Int? { parts.resolution }
  /// The rows as a person ordered them.
  package var order: [Row.ID] { parts.order }
  /// The next ids to be given; no id is given twice.
  package var nextRow: Row.ID { parts.nextRow }
  package var nextCell: Cell.ID { parts.nextCell }

  package var cellCount: Int { parts.addresses.count }

  /// The end of the last cell; zero when there is none.
  ///
  /// O(1).
  package var contentEnd: Ticks { Ticks(count: max(parts.rows.reach, 0)) }

  /// The rows in order.
  ///
  /// O(rows).
  package var rowList: [Row] { order.compactMap { row($0) } }

  /// The output ports that the song plays on, each once.
  ///
  /// O(rows).
  package var ports: [String] {
    var ports = Set(rowList.map(\.port))
    if metronome.isOn || metronome.countIn > 0 { ports.insert(metronome.port) }
    return ports.sorted()
  }

  package func row(_ id: Row.ID) -> Row? { parts.settings[id]?.row }

  package func row(named name: String) -> Row? { parts.names[name].flatMap { row($0) } }

  package func cellCount(in row: Row.ID) -> Int { parts.rows[row]?.cells.count ?? 0 }

  /// A cell with its row and all that belongs to it.
  ///
  /// O(log n).
  package func cell(_ id: Cell.ID) -> PlacedCell? {
    guard let address = parts.addresses[id],
      let cell = parts.rows[address.row]?.cells[address.place]
    else { return nil }
    return placed(cell, in: address.row)
  }

  /// Completes a cell of a row with what is rare about it.
  package func placed(_ cell: Cell, in row: Row.ID) -> PlacedCell {
    PlacedCell(row: row, cell: cell, box: cell.hasRare ? parts.rares[cell.id]?.box : nil)
  }

  /// What is rare about a cell; nil for a plain note, at no cost.
  package func rare(of cell: Cell) -> Cell.Rare? {
    cell.hasRare ? parts.rares[cell.id]?.box.rare : nil
  }

  /// Whether a cell plays in a pass, counted from 0.
  ///
  /// Part of the fill.
  package func plays(_ cell: Cell, in pass: Int64) -> Bool {
    rare(of: cell)?.odds.play(cell.id, in: pass, seed: seed) ?? true
  }

  /// Visits the cells of a row that start at `from` or later, in order, until `body` is false.
  ///
  /// O(log n) and then one step a cell. Part of the fill.
  package func visit(_ row: Row.ID, startingFrom from: Ticks, _ body: (Cell) -> Bool) {
    parts.rows[row]?.cells.visit(from: .first(at: from), body)
  }

  /// Visits, in order, the cells of a row that overlap [from, to); touching is not overlapping.
  ///
  /// With `from` equal to `to`: what contains that instant.
  package func visit(
    _ row: Row.ID, overlapping from: Ticks, _ to: Ticks, _ body: (Cell) -> Bool
  ) {
    let upper = from == to ? Ticks(count: to.count + 1) : to
    parts.rows[row]?.cells.visit(reachingPast: from.count, below: .first(at: upper), body)
  }

  mutating func insert(_ placed: PlacedCell) {
    let cell = placed.cell
    let inserted: Void? = parts.rows.modify(placed.row) { $0.cells.insert(cell) }
    precondition(inserted != nil, "a cell needs its row")
    parts.addresses.insert(CellAddress(of: placed))
    if let box = placed.box { parts.rares.set(RareEntry(id: cell.id, box: box)) }
    insertIntoLanes(placed)
    countCells(from: Cell.ID(cell.id.number + 1))
  }

  /// Removes a cell that is there just so.
  mutating func remove(_ placed: PlacedCell) {
    let cell = placed.cell
    let address = parts.addresses.remove(cell.id)
    let removed = parts.rows.modify(placed.row) { $0.cells.remove(cell.key) } ?? nil
    precondition(address != nil && removed != nil, "only a cell that is there can be removed")
    if placed.box != nil { parts.rares.remove(cell.id) }
    removeFromLanes(placed)
  }

  /// Puts a cell in the place of the one with its id, which is there just so.
  mutating func replace(_ before: PlacedCell, by after: PlacedCell) {
    guard before.row == after.row, before.isPlain, after.isPlain else {
      remove(before)
      return insert(after)
    }
    let (old, new) = (before.cell.key, after.cell)
    let isThere = parts.rows.modify(before.row) { $0.cells.replace(old, by: new) }
    precondition(isThere == true, "only a cell that is there can be replaced")
    if old != new.key { parts.addresses.set(CellAddress(of: after)) }
  }

  mutating func insert(_ row: Row, at index: Int) {
    parts.rows.insert(RowEntry(row: row.id))
    parts.settings.insert(RowSettings(row: row))
    parts.names[row.name] = row.id
    parts.order.insert(row.id, at: index)
    parts.nextRow = max(nextRow, Row.ID(row.id.number + 1))
  }

  mutating func moveRow(_ id: Row.ID, to index: Int) {
    guard let place = order.firstIndex(of: id) else {
      preconditionFailure("only a row that is there can be moved")
    }
    parts.order.remove(at: place)
    parts.order.insert(id, at: min(index, order.count))
  }

  mutating func removeRow(_ id: Row.ID) {
    guard let index = order.firstIndex(of: id), cellCount(in: id) == 0 else {
      preconditionFailure("only an empty row that is there can be removed")
    }
    if let removed = parts.settings.remove(id), parts.names[removed.row.name] == id {
      parts.names[removed.row.name] = nil
    }
    parts.rows.remove(id)
    parts.order.remove(at: index)
  }

  mutating func set(_ field: RowField, of id: Row.ID) {
    if case .name(let name) = field, let old = row(id)?.name {
      // Rows may exchange names within one patch: the old one may be another's by now.
      if parts.names[old] == id { parts.names[old] = nil }
      parts.names[name] = id
    }
    _ = parts.settings.modify(id) { field.apply(to: &$0.row) }
  }
}

extension Song {
  /// Builds a song from rows and their cells at once.
  ///
  /// O(n log n).
  ///
  /// Row and cell ids are unique and positive, names are unique; anything else is our own bug.
  package init(rows entries: [(row: Row, cells: [PlacedCell])]) {
    var addresses: [CellAddress] = []
    var rares: [RareEntry] = []
    var rows: [RowEntry] = []
    addresses.reserveCapacity(entries.reduce(0) { $0 + $1.cells.count })
    for (row, cells) in entries {
      var sorted = cells.map(\.cell)
      sorted.sortUnlessSorted()
      rows.append(RowEntry(row: row.id, cells: Tree(sorted: sorted)))
      parts.names[row.name] = row.id
      parts.order.append(row.id)
      parts.nextRow = max(nextRow, Row.ID(row.id.number + 1))
      for placed in cells {
        let cell = placed.cell
        addresses.append(CellAddress(id: cell.id, row: row.id, position: cell.position))
        if let box = placed.box { rares.append(RareEntry(id: cell.id, box: box)) }
        countCells(from: Cell.ID(cell.id.number + 1))
      }
    }
    parts.rows = Tree(sorted: rows.sorted { $0.key < $1.key })
    parts.settings = Tree(
      sorted: entries.map { RowSettings(row: $0.row) }.sorted { $0.key < $1.key })
    addresses.sortUnlessSorted()
    parts.addresses = Tree(sorted: addresses)
    rares.sortUnlessSorted()
    parts.rares = Tree(sorted: rares)
    parts.lanes = Song.lanes(of: entries.lazy.flatMap(\.cells))
  }

  /// Whether two songs hold the same; the counters of ids aside, which undo does not turn back.
  ///
  /// O(n).
  package func hasSameContent(as other: Song) -> Bool {
    title == other.title && data == other.data && tempo == other.tempo
      && tempoScale == other.tempoScale && meters == other.meters && snap == other.snap
      && range == other.range && metronome == other.metronome && swing == other.swing
      && seed == other.seed && chases == other.chases && scenes == other.scenes
      && resolution == other.resolution && order == other.order
      && parts.sections == other.parts.sections
      && parts.settings.elements.map(\.row) == other.parts.settings.elements.map(\.row)
      && parts.rows.elements.elementsEqual(other.parts.rows.elements) {
        $0.row == $1.row && $0.cells.elements == $1.cells.elements
      }
      && parts.rares.elements.elementsEqual(other.parts.rares.elements) {
        $0.id == $1.id && $0.box == $1.box
      }
  }

  /// This song with another value of one setting; for building songs, not for edits.
  package func with(_ field: SongField) -> Song {
    var song = self
    field.apply(to: &song)
    return song
  }

  /// This song giving ids no lower than these; for songs read from storage.
  package func counting(fromRow row: Row.ID, cell: Cell.ID) -> Song {
    var song = self
    song.parts.nextRow = max(nextRow, row)
    song.countCells(from: cell)
    return song
  }

  /// Gives cells no id lower than this from now on.
  mutating func countCells(from id: Cell.ID) {
    parts.nextCell = max(nextCell, id)
  }
}

extension Array where Element: TreeElement {
  /// By their keys; without a copy where they stand so, as what was read does.
  fileprivate mutating func sortUnlessSorted() {
    let isSorted = zip(self, dropFirst()).allSatisfy { $0.key < $1.key }
    if !isSorted { sort { $0.key < $1.key } }
  }
}
