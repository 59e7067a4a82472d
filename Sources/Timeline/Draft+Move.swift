/// Where a group of cells goes, or by how much its edge moves.
package enum Shift: Hashable, Sendable {
  /// By a length; in whole steps unless snap is off.
  case by(Ticks)
  /// By whole steps.
  case steps(Int64)
  /// To a place, for the earliest cell of the group; or to a duration.
  case to(Ticks)
}

/// Which rows a group of cells goes to.
package enum RowShift: Hashable, Sendable {
  case by(Int)
  /// The row of the earliest cell; the others keep their distances.
  case to(Row.ID)
}

extension Draft {
  /// Moves cells as one rigid group, kept within the song by one common delta.
  ///
  /// With `steps` or `by` the group moves by whole steps, truncated towards zero; a last partial
  /// step is used up to reach 0. In grid mode the earliest cell lands on the nearest line. A group
  /// that would pass the last position goes as many whole steps as its last end allows.
  package mutating func move(
    _ ids: [Cell.ID], _ shift: Shift?, rows: RowShift? = nil, _ options: EditOptions
  ) throws(EditError) -> Adjustment? {
    let cells = try existing(ids)
    guard let anchor = cells.first else { return nil }
    var adjustment: Adjustment?
    var delta = Ticks.zero
    if let shift {
      (delta, adjustment) = try displacement(of: cells, anchor.cell.position, shift, options)
    }
    let (targets, clamped) = try rowTargets(of: cells, anchor: anchor.row, rows)
    adjustment = adjustment.adding(clamped)
    let moved = zip(cells, targets).map { placed, row in
      var moved = placed
      moved.row = row
      moved.cell.position += delta
      return moved
    }
    if delta != .zero || zip(cells, targets).contains(where: { $0.row != $1 }) {
      try place(moved, insteadOf: cells, options.overlap)
    }
    return adjustment
  }

  private func displacement(
    of cells: [PlacedCell], _ anchor: Ticks, _ shift: Shift, _ options: EditOptions
  ) throws(EditError) -> (Ticks, Adjustment?) {
    let step = options.snap.step(at: anchor, in: song.meters)
    let asked: Ticks
    switch shift {
    case .to(let place): asked = place
    case .by(let length): asked = length
    case .steps(let count):
      guard let step else { throw .stepsWithoutSnap }
      asked = step.length(of: count)
    }
    var delta = asked
    if case .by = shift, let step { delta = step.length(of: step.whole(in: asked)) }
    if case .to = shift {
      delta = options.snap.nearest(to: asked, in: song.meters) - anchor
    } else if options.mode == .grid {
      delta = options.snap.nearest(to: max(anchor + asked, .zero), in: song.meters) - anchor
    }
    // The earliest cell is the anchor, so it is the one that meets zero first.
    var clampedBy: Cell.ID?
    if anchor + delta < .zero {
      delta = -anchor
      clampedBy = cells[0].cell.id
    }
    if let last = cells.max(by: { $0.cell.end < $1.cell.end }),
      last.cell.end + delta > Ticks.maximum
    {
      let room = Ticks.maximum - last.cell.end
      delta = step.map { $0.length(of: $0.whole(in: room)) } ?? room
      clampedBy = last.cell.id
    }
    let stored = if case .to = shift { anchor + delta } else { delta }
    guard stored != asked else { return (delta, nil) }
    return (delta, Adjustment(asked: asked, stored: stored, clampedBy: clampedBy))
  }

  /// The row that each cell comes to; `by` stops at the first and the last row.
  func rowTargets(
    of cells: [PlacedCell], anchor: Row.ID, _ shift: RowShift?
  ) throws(EditError) -> (rows: [Row.ID], adjustment: RowAdjustment?) {
    guard let shift else { return (cells.map(\.row), nil) }
    var indices: [Row.ID: Int] = [:]
    for (index, row) in song.order.enumerated() { indices[row] = index }
    let places = cells.map { indices[$0.row] ?? 0 }
    var delta: Int
    var adjustment: RowAdjustment?
    switch shift {
    case .by(let count):
      let (top, bottom) = (places.min() ?? 0, places.max() ?? 0)
      delta = max(-top, min(song.order.count - 1 - bottom, count))
      let edge = count < 0 ? top : bottom
      if delta != count, let index = places.firstIndex(of: edge) {
        adjustment = RowAdjustment(
          asked: count, stored: delta, cell: cells[index].cell.id, row: song.order[edge + delta])
      }
    case .to(let row):
      guard let target = indices[row] else { throw .noSuchRow(row) }
      delta = target - (indices[anchor] ?? 0)
    }
    var targets: [Row.ID] = []
    for place in places {
      guard song.order.indices.contains(place + delta) else {
        throw .outsideTheRows(place + delta)
      }
      targets.append(song.order[place + delta])
    }
    return (targets, adjustment)
  }
}

extension Adjustment? {
  /// This with what the rows made of the same wish, if they did.
  func adding(_ rows: RowAdjustment?) -> Adjustment? {
    guard let rows else { return self }
    var adjustment = self ?? Adjustment(rows: rows)
    adjustment.rows = rows
    return adjustment
  }
}
