/// Where cells are cut.
package enum SplitPoint: Hashable, Sendable {
  /// At one position, snapped to the grid of the edit.
  case at(Ticks)
  /// At every line of a grid, whatever the edit's own is; not off.
  case every(Snap)
}

extension Draft {
  /// Cuts cells in pieces; the first piece keeps the id, the others copy the content.
  ///
  /// Notes and chords are struck again in each piece; clips and ramps go on where they are.
  /// A cell that the point does not lie inside stays whole. The pieces take the place that the cell
  /// had, so that nothing is overlapped that was not before. O((k + pieces) · log n).
  package mutating func split(
    _ ids: [Cell.ID], _ point: SplitPoint, _ options: EditOptions
  ) throws(EditError) -> (pieces: [Cell.ID], adjustment: Adjustment?) {
    let hosts = try existing(ids).sorted { ($0.row, $0.cell.key) < ($1.row, $1.cell.key) }
    var at: Ticks?
    var adjustment: Adjustment?
    if case .at(let position) = point {
      let snapped = options.snap.nearest(to: position, in: song.meters)
      if snapped != position { adjustment = Adjustment(asked: position, stored: snapped) }
      at = snapped
    }
    var trimmed: [PlacedCell] = []
    var pieces: [PlacedCell] = []
    for host in hosts {
      var start = host.cell.position
      while let cut = cut(after: start, point, at: at), start < cut, cut < host.cell.end {
        let piece = host.spanning(start, cut)
        if start == host.cell.position { trimmed.append(piece) } else { pieces.append(piece) }
        start = cut
        try checkRoom(for: pieces.count + 1)
      }
      guard start > host.cell.position else { continue }
      pieces.append(host.spanning(start, host.cell.end))
    }
    let copies = copies(of: pieces)
    put(trimmed + copies)
    return (copies.map(\.cell.id), adjustment)
  }

  private func cut(after position: Ticks, _ point: SplitPoint, at: Ticks?) -> Ticks? {
    switch point {
    case .at: at
    case .every(let grid): grid.line(after: position, in: song.meters)
    }
  }
}
