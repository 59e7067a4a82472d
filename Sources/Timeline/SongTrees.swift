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
  struct Place: Hashable, Comparable, Sendable {
    let position: Ticks
    let id: Cell.ID

    static func < (a: Place, b: Place) -> Bool {
      a.position == b.position ? a.id < b.id : a.position < b.position
    }

    /// Before every cell at a position.
    static func first(at position: Ticks) -> Place {
      Place(position: position, id: Cell.ID(.min))
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
}

/// What a few cells have beyond a plain note.
struct RareEntry: TreeElement {
  let id: Cell.ID
  let box: RareBox

  var key: Cell.ID { id }
}
