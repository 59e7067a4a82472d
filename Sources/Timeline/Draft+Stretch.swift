extension Draft {
  /// Stretches cells as one group about its earliest start, rests included.
  ///
  /// Starts and ends go to the nearest tick, so that cells that touch go on touching; no cell
  /// becomes shorter than one tick. The grid plays no part.
  package mutating func stretch(
    _ ids: [Cell.ID], by factor: Double, _ overlap: OverlapPolicy
  ) throws(EditError) {
    precondition(Limits.stretch.contains(factor))
    let cells = try existing(ids)
    guard let start = cells.first?.cell.position else { return }
    // A product of the furthest position and the largest factor is far from overflowing.
    func scaled(_ position: Ticks) -> Ticks {
      start + Ticks(count: Int64((Double((position - start).count) * factor).rounded()))
    }
    var stretched: [PlacedCell] = []
    for placed in cells {
      var cell = placed
      cell.cell.position = scaled(placed.cell.position)
      cell.cell.duration = max(scaled(placed.cell.end) - cell.cell.position, Ticks(count: 1))
      guard cell.cell.end <= .maximum else { throw .beyondTheEnd(cell.cell.end) }
      stretched.append(cell)
    }
    if stretched != cells { try place(stretched, overlap) }
  }
}
