/// What a song is made of.
struct SongParts: Sendable {
  var title = ""
  var data: String?
  var tempo = TempoMap()
  var tempoScale: Int64 = 1_000_000
  var meters = MeterMap()
  var snap = Snap.standard
  var range = PlayRange()
  var metronome = Metronome()
  var swing = Swing()
  var seed: Int64 = 0
  var chases = false
  var scenes: [Scene] = []
  var resolution: Int?
  var order: [Row.ID] = []
  var nextRow = Row.ID(1)
  var nextCell = Cell.ID(1)

  var rows = Tree<RowEntry>()
  var settings = Tree<RowSettings>()
  var names: [String: Row.ID] = [:]
  var addresses = Tree<CellAddress>()
  var rares = Tree<RareEntry>()
  var sections: [String: Section] = [:]
  /// What cells do besides striking notes, apart from the rows' own trees.
  var lanes = Tree<Lane>()
}

extension Row.ID: TreeKey {
  var rank: TreeRank { TreeRank(major: number) }
}

extension Cell.ID: TreeKey {
  var rank: TreeRank { TreeRank(major: number) }
}

/// The cells of a row, ordered by position.
struct RowEntry: TreeElement {
  let row: Row.ID
  var cells = Tree<Cell>()

  /// Few, since each is a reference to be counted in a copy.
  static var leafCapacity: Int { 8 }

  var key: Row.ID { row }
  var reach: Int64 { max(cells.reach, 0) }
}

/// A row apart from its cells, so that changing those copies no names.
struct RowSettings: TreeElement {
  var row: Row

  var key: Row.ID { row.id }
}

extension Cell: TreeElement {
  /// Cells of a row stand in the order of their positions, ties by id.
  struct Place: Hashable, TreeKey {
    let position: Ticks
    let id: Cell.ID

    var rank: TreeRank { TreeRank(major: position.count, minor: UInt64(bitPattern: id.number)) }

    /// Before every cell at a position.
    static func first(at position: Ticks) -> Place {
      Place(position: position, id: Cell.ID(0))
    }
  }

  var key: Place { Place(position: position, id: id) }
  var reach: Int64 { end.count }
}

/// Where a cell is to be found.
struct CellAddress: TreeElement {
  let id: Cell.ID
  let row: Row.ID
  let position: Ticks

  var key: Cell.ID { id }
  /// Where it stands among the cells of its row.
  var place: Cell.Place { Cell.Place(position: position, id: id) }
}

extension CellAddress {
  init(of placed: PlacedCell) {
    self.init(id: placed.cell.id, row: placed.row, position: placed.cell.position)
  }
}

/// What a few cells have beyond a plain note.
struct RareEntry: TreeElement {
  let id: Cell.ID
  let box: RareBox

  var key: Cell.ID { id }
}
