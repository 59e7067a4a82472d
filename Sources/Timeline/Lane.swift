/// The cells of a row that act on one thing besides keys, in order: on a controller, a program.
///
/// Few rows have any; with them, what holds at a place is found without a walk through notes.
package struct Lane: Sendable {
  /// What cells act on.
  package enum Kind: Hashable, Sendable {
    /// Cells with a label, and those that sound nothing.
    case label
    case clip
    case sysex
    case program
    case meta
    /// Control cells of one thing, and clips with values for it.
    case control(Control.Target)

    /// Another number for each.
    var number: UInt64 {
      switch self {
      case .label: 0
      case .clip: 1
      case .sysex: 2
      case .program: 3
      case .meta: 4
      case .control(.controller(let number)): 0x100 + UInt64(number)
      case .control(.bend): 0x200
      case .control(.channelPressure): 0x300
      case .control(.keyPressure(let pitch)): 0x400 + UInt64(pitch.number)
      }
    }
  }

  /// Lanes stand in the order of their rows' ids.
  struct Key: Hashable, TreeKey {
    let row: Row.ID
    let kind: Kind

    var rank: TreeRank { TreeRank(major: row.number, minor: kind.number) }
  }

  let key: Key
  var cells = Tree<Cell>()

  package var row: Row.ID { key.row }
  package var kind: Kind { key.kind }

  /// Visits the cells that overlap [from, to), in order; with `to` at `from`, what contains it.
  ///
  /// O(log n) and then one step a cell.
  package func visit(overlapping from: Ticks, _ to: Ticks, _ body: (Cell) -> Void) {
    let upper = from == to ? Ticks(count: to.count + 1) : to
    cells.visit(reachingPast: from.count, below: .first(at: upper)) {
      body($0)
      return true
    }
  }

  /// The last cell that begins before a position.
  ///
  /// O(log n).
  package func last(before position: Ticks) -> Cell? { cells.last(below: .first(at: position)) }

  /// The cell that comes before one of the lane's cells.
  package func last(before cell: Cell) -> Cell? { cells.last(below: cell.key) }
}

extension Lane: TreeElement {
  /// Few, since each is a reference to be counted in a copy.
  static var leafCapacity: Int { 8 }
}

extension PlacedCell {
  /// Whether it strikes one note and does nothing else.
  var isPlain: Bool { cell.kind == .notes && box == nil }

  /// The lanes of its row that it stands in; none when it strikes notes and does nothing else.
  package var lanes: [Lane.Kind] {
    guard !isPlain else { return [] }
    var lanes: [Lane.Kind] = []
    if cell.kind == .label || rare.label != nil { lanes.append(.label) }
    switch content {
    case .clip(let clip):
      lanes.append(.clip)
      lanes += Set(clip.changes.map(\.target)).map { .control($0) }
    case .control(let control): lanes.append(.control(control.target))
    case .program: lanes.append(.program)
    case .sysex: lanes.append(.sysex)
    case .meta: lanes.append(.meta)
    case nil: break
    }
    return lanes
  }
}

extension Song {
  /// Whether any cell does more than strike notes.
  package var hasLanes: Bool { !parts.lanes.isEmpty }

  /// Visits all lanes.
  ///
  /// O(lanes).
  package func visitLanes(_ body: (Lane) -> Void) {
    parts.lanes.visit {
      body($0)
      return true
    }
  }

  mutating func insertIntoLanes(_ placed: PlacedCell) {
    for kind in placed.lanes {
      let key = Lane.Key(row: placed.row, kind: kind)
      let inserted: Void? = parts.lanes.modify(key) { $0.cells.insert(placed.cell) }
      if inserted == nil {
        parts.lanes.insert(Lane(key: key, cells: Tree(sorted: [placed.cell])))
      }
    }
  }

  mutating func removeFromLanes(_ placed: PlacedCell) {
    for kind in placed.lanes {
      let key = Lane.Key(row: placed.row, kind: kind)
      let isEmpty = parts.lanes.modify(key) { lane in
        lane.cells.remove(placed.cell.key)
        return lane.cells.isEmpty
      }
      if isEmpty == true { parts.lanes.remove(key) }
    }
  }

  static func lanes(of cells: some Sequence<PlacedCell>) -> Tree<Lane> {
    var byKey: [Lane.Key: [Cell]] = [:]
    for placed in cells {
      for kind in placed.lanes {
        byKey[Lane.Key(row: placed.row, kind: kind), default: []].append(placed.cell)
      }
    }
    let sorted = byKey.sorted { $0.key < $1.key }
    return Tree(
      sorted: sorted.map { key, cells in
        Lane(key: key, cells: Tree(sorted: cells.sorted { $0.key < $1.key }))
      })
  }
}
