/// Many cells at once: what lies together is looked up and changed together.
extension Song {
  /// So many cells are still looked up and changed one by one.
  static var few: Int { 8 }

  /// The cells with these ids, which ascend; those that are not there are left out.
  ///
  /// In the order of their ids. O(ids · log n) at most, and less where they are neighbours.
  func cells(_ ids: [Cell.ID]) -> [PlacedCell] {
    guard ids.count > Song.few else { return ids.compactMap { cell($0) } }
    var cells: [PlacedCell] = []
    cells.reserveCapacity(ids.count)
    var row: RowEntry?
    parts.addresses.visit(ids) { address in
      if row?.row != address.row { row = parts.rows[address.row] }
      let place = Cell.Place(position: address.position, id: address.id)
      guard let cell = row?.cells[place] else {
        preconditionFailure("a cell stands where its address says")
      }
      cells.append(placed(cell, in: address.row))
    }
    return cells
  }

  /// Visits where the cells with these ids are, which ascend; passes over what is not there.
  ///
  /// O(ids · log n) at most, and less where they are neighbours.
  package func visitPlaces(
    of ids: [Cell.ID], _ body: (_ cell: Cell.ID, _ row: Row.ID, _ position: Ticks) -> Void
  ) {
    parts.addresses.visit(ids) { body($0.id, $0.row, $0.position) }
  }

  /// Those of these ids, which ascend, that cells have.
  package func present(_ ids: [Cell.ID]) -> [Cell.ID] {
    var present: [Cell.ID] = []
    present.reserveCapacity(ids.count)
    parts.addresses.visit(ids) { present.append($0.id) }
    return present
  }

  /// Makes changes of cells, ascending by id, whose rows are all there.
  ///
  /// O(changes · log n) at most, and less where they are neighbours.
  mutating func change(_ changes: [Patch.CellChange]) {
    guard changes.count > Song.few else {
      for change in changes { make(change) }
      return
    }
    var inRows = Exchanges<Row.ID>()
    var inLanes = Exchanges<Lane.Key>()
    for change in changes {
      if let before = change.before {
        inRows.take(before.cell, from: before.row)
        for lane in before.lanes {
          inLanes.take(before.cell, from: Lane.Key(row: before.row, kind: lane))
        }
      }
      if let after = change.after {
        inRows.bring(after.cell, to: after.row)
        for lane in after.lanes {
          inLanes.bring(after.cell, to: Lane.Key(row: after.row, kind: lane))
        }
      }
    }
    for (row, leaving, coming) in inRows.sorted {
      let isDone: Void? = parts.rows.modify(row) { $0.cells.exchange(leaving, for: coming) }
      precondition(isDone != nil, "a cell needs its row")
    }
    for (key, leaving, coming) in inLanes.sorted { exchange(leaving, for: coming, in: key) }
    exchangeEntries(changes)
  }

  private mutating func make(_ change: Patch.CellChange) {
    switch (change.before, change.after) {
    case (let before?, let after?): replace(before, by: after)
    case (let before?, nil): remove(before)
    case (nil, let after?): insert(after)
    case (nil, nil): break
    }
  }

  private mutating func exchange(_ leaving: [Cell.Place], for coming: [Cell], in key: Lane.Key) {
    let isEmpty = parts.lanes.modify(key) { lane in
      lane.cells.exchange(leaving, for: coming)
      return lane.cells.isEmpty
    }
    if isEmpty == nil { parts.lanes.insert(Lane(key: key, cells: Tree(sorted: coming))) }
    if isEmpty == true { parts.lanes.remove(key) }
  }

  /// Changes what is ordered by the ids of cells.
  private mutating func exchangeEntries(_ changes: [Patch.CellChange]) {
    parts.addresses.exchange(
      changes.lazy.filter { $0.before != nil }.map(\.id),
      for: changes.lazy.compactMap(\.after).map {
        CellAddress(id: $0.cell.id, row: $0.row, position: $0.cell.position)
      })
    let rareBefore = changes.lazy.filter { $0.before?.box != nil }.map(\.id)
    let rareAfter = changes.lazy.compactMap { change in
      change.after?.box.map { RareEntry(id: change.id, box: $0) }
    }
    if !rareBefore.isEmpty || !rareAfter.isEmpty {
      parts.rares.exchange(Array(rareBefore), for: Array(rareAfter))
    }
    if let last = changes.last(where: { $0.after != nil }) {
      countCells(from: Cell.ID(last.id.number + 1))
    }
  }
}

extension [Cell.ID] {
  /// These ids ascending, each once.
  package var distinct: [Cell.ID] { sorted().withoutRepeats }
}

/// What leaves and what comes to several trees of cells.
private struct Exchanges<Key: Hashable & Comparable> {
  private var leaving: [Key: [Cell.Place]] = [:]
  private var coming: [Key: [Cell]] = [:]

  mutating func take(_ cell: Cell, from key: Key) {
    leaving[key, default: []].append(cell.key)
  }

  mutating func bring(_ cell: Cell, to key: Key) {
    coming[key, default: []].append(cell)
  }

  /// By the keys of the trees, and for each in the order of the cells.
  var sorted: [(Key, leaving: [Cell.Place], coming: [Cell])] {
    Set(leaving.keys).union(coming.keys).sorted().map { key in
      (
        key, (leaving[key] ?? []).sorted(),
        (coming[key] ?? []).sorted { $0.key < $1.key }
      )
    }
  }
}
