extension Draft {
  /// Opens a gap: everything from `position` on moves later, in some rows or in all.
  ///
  /// A cell across the place is split, and its right piece moves. In all rows, sections, markers,
  /// tempo and meter changes move as well, and a section across the place grows; the gap has the
  /// tempo and meter before it, and what is left of a ramp comes behind it. The play range stays
  /// where it is. O(cells from there on · log n).
  package mutating func insertTime(
    _ length: Ticks, at position: Ticks, rows: [Row.ID]? = nil
  ) throws(EditError) {
    let later: (Ticks) -> Ticks = { $0 < position ? $0 : $0 + length }
    let cells = try cells(from: position, in: rows ?? song.order)
    if let end = cells.map(\.cell.end).max() { try Draft.checkPushed(to: end + length) }
    var shifted: [PlacedCell] = []
    for placed in cells {
      let (start, end) = (placed.cell.position, placed.cell.end)
      if start < position {
        let rest = moved(placed.spanning(position, end), from: later(position), to: later(end))
        shifted += [placed.spanning(start, position), cutPiece(rest)]
      } else {
        shifted.append(moved(placed, from: later(start), to: later(end)))
      }
    }
    exchange(cells, for: shifted)
    guard rows == nil else { return }
    // An end at the place is the end of what lies before it.
    let ends: (Ticks) -> Ticks = { $0 <= position ? $0 : $0 + length }
    for section in song.sections {
      let start = later(section.start)
      let end = section.isMarker ? start : ends(section.end)
      try Draft.checkPushed(to: end)
      put(Section(name: section.name, start: start, end: end), named: section.name)
    }
    try set(song.tempo.opening(length, at: position))
    try set(song.meters.moving { $0 == .zero ? $0 : later($0) })
  }

  /// Takes a stretch out: what follows it moves up to its start, in some rows or in all.
  ///
  /// Cells inside are removed, cells across an edge are trimmed, a cell across both becomes shorter
  /// and stays one; but a clip or a ramp becomes two, since what it did meanwhile is gone. In all
  /// rows, sections fare as notes do, markers inside are removed, and the tempo and meter at the
  /// end of the stretch hold from its start on. The play range stays where it is.
  /// O(cells from there on · log n).
  package mutating func removeTime(
    _ length: Ticks, at position: Ticks, rows: [Row.ID]? = nil
  ) throws(EditError) {
    let end = position + length
    let closed: (Ticks) -> Ticks = { time in
      if time <= position { return time }
      return time < end ? position : time - length
    }
    let cells = try cells(from: position, in: rows ?? song.order)
    var shifted: [PlacedCell] = []
    for placed in cells {
      let (from, to) = (closed(placed.cell.position), closed(placed.cell.end))
      guard from < to else { continue }
      guard placed.hasInnerTime, placed.cell.end > end else {
        shifted.append(moved(placed, from: from, to: to))
        continue
      }
      let rest = placed.spanning(max(placed.cell.position, end), placed.cell.end)
      let moved = moved(rest, from: max(from, position), to: to)
      if from < position {
        shifted += [placed.spanning(from, position), cutPiece(moved)]
      } else {
        shifted.append(moved)
      }
    }
    exchange(cells, for: shifted)
    guard rows == nil else { return }
    for section in song.sections {
      let (from, to) = (closed(section.start), closed(section.end))
      let isGone = section.isMarker ? position <= section.start && section.start < end : from == to
      let left = isGone ? nil : Section(name: section.name, start: from, end: to)
      put(left, named: section.name)
    }
    try set(song.tempo.closing(length, at: position))
    try set(song.meters.moving(closed))
  }

  /// What sounds at a position or starts later, in the order of position, row and id.
  private func cells(from position: Ticks, in rows: [Row.ID]) throws(EditError) -> [PlacedCell] {
    var ids: [Cell.ID] = []
    let limit = min(Limits.cellsPerEdit, allowanceLeft)
    for row in rows {
      guard song.row(row) != nil else { throw .noSuchRow(row) }
      song.visit(row, overlapping: position, .maximum) {
        ids.append($0.id)
        return ids.count <= limit
      }
    }
    return try existing(ids)
  }

  private func moved(_ placed: PlacedCell, from start: Ticks, to end: Ticks) -> PlacedCell {
    placed.copied(id: placed.cell.id, position: start, duration: end - start)
  }

  static func checkPushed(to position: Ticks) throws(EditError) {
    guard position <= Ticks.maximum else { throw .pushedBeyondTheEnd(position) }
  }
}
