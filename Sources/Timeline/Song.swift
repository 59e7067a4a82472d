/// A song: rows of cells, tempo, meter and range; a value that can be kept for free.
///
/// A copy is O(1) and shares everything. Changing a song costs O(log n), whoever holds a copy.
package struct Song: Sendable {
  package internal(set) var title = ""
  /// Any JSON of at most `Limits.data` bytes, as text.
  package internal(set) var data: String?
  package internal(set) var tempo = TempoMap()
  /// The factor on the tempo map, in millionths.
  package internal(set) var tempoScale: Int64 = 1_000_000
  package internal(set) var meters = MeterMap()
  package internal(set) var snap = Snap.standard
  package internal(set) var range = PlayRange()
  package internal(set) var metronome = Metronome()
  /// The rows as a person ordered them.
  package internal(set) var order: [Row.ID] = []
  /// The next ids to be given; no id is given twice.
  package private(set) var nextRow = Row.ID(1)
  package private(set) var nextCell = Cell.ID(1)

  var rows = Tree<RowEntry>()
  private var settings = Tree<RowSettings>()
  private var names: [String: Row.ID] = [:]
  var addresses = Tree<CellAddress>()
  var rares = Tree<RareEntry>()
  var sectionsByName = Tree<Section>()
  /// What cells do besides striking notes, apart from the rows' own trees.
  var lanes = Tree<Lane>()

  package init() {}

  package var cellCount: Int { addresses.count }

  /// The end of the last cell; zero when there is none.
  ///
  /// O(1).
  package var contentEnd: Ticks { Ticks(count: max(rows.reach, 0)) }

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

  package func row(_ id: Row.ID) -> Row? { settings[id]?.row }

  package func row(named name: String) -> Row? { names[name].flatMap { row($0) } }

  package func cellCount(in row: Row.ID) -> Int { rows[row]?.cells.count ?? 0 }

  /// A cell with its row and all that belongs to it.
  ///
  /// O(log n).
  package func cell(_ id: Cell.ID) -> PlacedCell? {
    guard let address = addresses[id],
      let cell = rows[address.row]?.cells[Cell.Place(position: address.position, id: id)]
    else { return nil }
    return placed(cell, in: address.row)
  }

  /// Completes a cell of a row with what is rare about it.
  package func placed(_ cell: Cell, in row: Row.ID) -> PlacedCell {
    PlacedCell(row: row, cell: cell, box: cell.hasRare ? rares[cell.id]?.box : nil)
  }

  /// What is rare about a cell; nil for a plain note, at no cost.
  package func rare(of cell: Cell) -> Cell.Rare? {
    cell.hasRare ? rares[cell.id]?.box.rare : nil
  }

  /// Visits the cells of a row that start at `from` or later, in order, until `body` is false.
  ///
  /// O(log n) and then one step a cell. Part of the fill.
  package func visit(_ row: Row.ID, startingFrom from: Ticks, _ body: (Cell) -> Bool) {
    rows[row]?.cells.visit(from: .first(at: from), body)
  }

  /// Visits, in order, the cells of a row that overlap [from, to); touching is not overlapping.
  ///
  /// With `from` equal to `to`: what contains that instant.
  package func visit(
    _ row: Row.ID, overlapping from: Ticks, _ to: Ticks, _ body: (Cell) -> Bool
  ) {
    let upper = from == to ? Ticks(count: to.count + 1) : to
    rows[row]?.cells.visit(reachingPast: from.count, below: .first(at: upper), body)
  }

  /// Visits the cells of a row that come after a place, in order.
  package func visit(
    _ row: Row.ID, after position: Ticks, _ id: Cell.ID, _ body: (Cell) -> Bool
  ) {
    rows[row]?.cells.visit(from: Cell.Place(position: position, id: Cell.ID(id.number + 1)), body)
  }

  mutating func insert(_ placed: PlacedCell) {
    let cell = placed.cell
    let inserted: Void? = rows.modify(placed.row) { $0.cells.insert(cell) }
    precondition(inserted != nil, "a cell needs its row")
    addresses.insert(
      CellAddress(id: cell.id, row: placed.row, position: cell.position))
    if let box = placed.box { rares.set(RareEntry(id: cell.id, box: box)) }
    insertIntoLanes(placed)
    nextCell = max(nextCell, Cell.ID(cell.id.number + 1))
  }

  /// Removes and returns a cell; nil when it is not there.
  @discardableResult
  mutating func remove(_ id: Cell.ID) -> PlacedCell? {
    guard let address = addresses.remove(id) else { return nil }
    let place = Cell.Place(position: address.position, id: id)
    let cell = rows.modify(address.row) { $0.cells.remove(place) } ?? nil
    guard let cell else { preconditionFailure("a cell stands where its address says") }
    let removed = placed(cell, in: address.row)
    guard cell.hasRare || cell.kind != .notes else { return removed }
    removeFromLanes(removed)
    if cell.hasRare { rares.remove(id) }
    return removed
  }

  mutating func insert(_ row: Row, at index: Int) {
    rows.insert(RowEntry(row: row.id))
    settings.insert(RowSettings(row: row))
    names[row.name] = row.id
    order.insert(row.id, at: index)
    nextRow = max(nextRow, Row.ID(row.id.number + 1))
  }

  mutating func moveRow(_ id: Row.ID, to index: Int) {
    guard let place = order.firstIndex(of: id) else {
      preconditionFailure("only a row that is there can be moved")
    }
    order.remove(at: place)
    order.insert(id, at: min(index, order.count))
  }

  mutating func removeRow(_ id: Row.ID) {
    guard let index = order.firstIndex(of: id), cellCount(in: id) == 0 else {
      preconditionFailure("only an empty row that is there can be removed")
    }
    if let removed = settings.remove(id), names[removed.row.name] == id {
      names[removed.row.name] = nil
    }
    rows.remove(id)
    order.remove(at: index)
  }

  mutating func set(_ field: RowField, of id: Row.ID) {
    if case .name(let name) = field, let old = row(id)?.name {
      // Rows may exchange names within one patch: the old one may be another's by now.
      if names[old] == id { names[old] = nil }
      names[name] = id
    }
    _ = settings.modify(id) { field.apply(to: &$0.row) }
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
    for (row, cells) in entries {
      let sorted = cells.map(\.cell).sorted { $0.key < $1.key }
      rows.append(RowEntry(row: row.id, cells: Tree(sorted: sorted)))
      names[row.name] = row.id
      order.append(row.id)
      nextRow = max(nextRow, Row.ID(row.id.number + 1))
      for placed in cells {
        let cell = placed.cell
        addresses.append(CellAddress(id: cell.id, row: row.id, position: cell.position))
        if let box = placed.box { rares.append(RareEntry(id: cell.id, box: box)) }
        nextCell = max(nextCell, Cell.ID(cell.id.number + 1))
      }
    }
    self.rows = Tree(sorted: rows.sorted { $0.key < $1.key })
    settings = Tree(sorted: entries.map { RowSettings(row: $0.row) }.sorted { $0.key < $1.key })
    self.addresses = Tree(sorted: addresses.sorted { $0.key < $1.key })
    self.rares = Tree(sorted: rares.sorted { $0.key < $1.key })
    lanes = Song.lanes(of: entries.lazy.flatMap(\.cells))
  }

  /// Whether two songs hold the same; the counters of ids aside, which undo does not turn back.
  ///
  /// O(n).
  package func hasSameContent(as other: Song) -> Bool {
    title == other.title && data == other.data && tempo == other.tempo
      && tempoScale == other.tempoScale && meters == other.meters && snap == other.snap
      && range == other.range && metronome == other.metronome && order == other.order
      && sectionsByName.elements == other.sectionsByName.elements
      && settings.elements.map(\.row) == other.settings.elements.map(\.row)
      && rows.elements.elementsEqual(other.rows.elements) {
        $0.row == $1.row && $0.cells.elements == $1.cells.elements
      }
      && rares.elements.elementsEqual(other.rares.elements) {
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
    song.nextRow = max(nextRow, row)
    song.countCells(from: cell)
    return song
  }

  /// Gives cells no id lower than this from now on.
  mutating func countCells(from id: Cell.ID) {
    nextCell = max(nextCell, id)
  }
}
