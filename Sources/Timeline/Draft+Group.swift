extension Draft {
  /// Puts cells into the song, in the places of those with their ids that are there.
  mutating func put(_ cells: [PlacedCell]) {
    exchange(song.cells(cells.map(\.cell.id).sorted()), for: cells)
  }

  /// The cells of a row, in order.
  func cells(of row: Row.ID) -> [PlacedCell] {
    var cells: [PlacedCell] = []
    cells.reserveCapacity(song.cellCount(in: row))
    song.visit(row, startingFrom: .zero) {
      cells.append(song.placed($0, in: row))
      return true
    }
    return cells
  }

  /// Takes cells out of the song, which are there just so, and puts others in.
  ///
  /// Each once, in any order; what comes with the id of one that leaves takes its place.
  mutating func exchange(_ leaving: [PlacedCell], for coming: [PlacedCell]) {
    change(
      [Patch.CellChange](
        from: leaving.inOrder { $0.cell.id < $1.cell.id },
        to: coming.inOrder { $0.cell.id < $1.cell.id }))
  }
}

extension [Patch.CellChange] {
  /// What it takes to get from some cells to others; both ascend by id.
  init(from leaving: [PlacedCell], to coming: [PlacedCell]) {
    self = []
    reserveCapacity(Swift.max(leaving.count, coming.count))
    var came = 0
    for before in leaving {
      while came < coming.count, coming[came].cell.id < before.cell.id {
        append(Patch.CellChange(before: nil, after: coming[came]))
        came += 1
      }
      let stays = came < coming.count && coming[came].cell.id == before.cell.id
      append(Patch.CellChange(before: before, after: stays ? coming[came] : nil))
      if stays { came += 1 }
    }
    for after in coming[came...] { append(Patch.CellChange(before: nil, after: after)) }
  }

  /// These changes and then others, each cell once; what comes and goes again is no change.
  ///
  /// Both ascend by id. O(changes).
  func followed(by next: [Patch.CellChange]) -> [Patch.CellChange] {
    if isEmpty { return next }
    if next.isEmpty { return self }
    var both: [Patch.CellChange] = []
    both.reserveCapacity(Swift.max(count, next.count))
    var new = 0
    for change in self {
      while new < next.count, next[new].id < change.id {
        both.append(next[new])
        new += 1
      }
      guard new < next.count, next[new].id == change.id else {
        both.append(change)
        continue
      }
      let after = next[new].after
      if change.before != nil || after != nil {
        both.append(Patch.CellChange(before: change.before, after: after))
      }
      new += 1
    }
    both += next[new...]
    return both
  }
}
