extension Draft {
  /// Stretches cells as one group about its earliest start, rests included.
  ///
  /// Starts and ends go to the nearest tick, so that cells that touch go on touching; no cell
  /// becomes shorter than one tick. Clips and ramps stretch with their cells. The grid plays no
  /// part.
  package mutating func stretch(
    _ ids: [Cell.ID], by factor: Double, _ overlap: OverlapPolicy
  ) throws(EditError) {
    precondition(Limits.stretch.contains(factor))
    let cells = try existing(ids)
    guard let start = cells.first?.cell.position else { return }
    func scaled(_ position: Ticks) -> Ticks { start + (position - start).scaled(by: factor) }
    var stretched: [PlacedCell] = []
    for placed in cells {
      var cell = try placed.stretched(by: factor)
      cell.cell.position = scaled(placed.cell.position)
      cell.cell.duration = max(scaled(placed.cell.end) - cell.cell.position, Ticks(count: 1))
      guard cell.cell.end <= .maximum else { throw .beyondTheEnd(cell.cell.end) }
      stretched.append(cell)
    }
    if stretched != cells { try place(stretched, insteadOf: cells, overlap) }
  }
}

extension PlacedCell {
  /// The cell with what is inside its clip or ramp, and how far inside it begins, stretched.
  fileprivate func stretched(by factor: Double) throws(EditError) -> PlacedCell {
    guard hasInnerTime, let content else { return self }
    var stretched = self
    switch content {
    case .clip(let clip):
      do throws(Clip.Unusable) {
        stretched.rare.content = .clip(try clip.scaled(by: factor))
      } catch {
        throw .cannotHold(cell.id, .unusable(error))
      }
    case .control(let control): stretched.rare.content = .control(control.scaled(by: factor))
    case .program, .sysex, .meta: break
    }
    stretched.rare.offset = .zero
    stretched.move(contentBy: rare.offset.scaled(by: factor))
    return stretched
  }
}
