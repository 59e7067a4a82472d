extension Draft {
  /// Draws the starts of cells, with `ends` their ends too, to a grid.
  package mutating func quantize(
    _ ids: [Cell.ID], to groove: Groove, ends: Bool = false, _ overlap: OverlapPolicy
  ) throws(EditError) {
    let cells = try existing(ids)
    var drawn = cells
    for index in cells.indices {
      drawn[index].cell = groove.draw(cells[index].cell, ends: ends, in: song.meters)
      guard drawn[index].cell.end <= .maximum else {
        throw .beyondTheEnd(drawn[index].cell.end)
      }
    }
    if drawn != cells { try placeStarts(of: drawn, insteadOf: cells, overlap) }
  }

  /// Lets cells stray from their time and velocity.
  ///
  /// They keep their durations. None comes to start before 0, or before the range if it did not.
  package mutating func humanize(
    _ ids: [Cell.ID], _ looseness: Looseness, _ overlap: OverlapPolicy
  ) throws(EditError) {
    let cells = try existing(ids)
    let strayed = cells.map { placed in
      var strayed = placed
      let first = placed.cell.position < song.range.start ? .zero : song.range.start
      let position = looseness.position(of: placed.cell, in: song.tempo)
      strayed.cell.position = min(max(position, first), .maximum - placed.cell.duration)
      if placed.cell.kind == .notes {
        strayed.cell.velocity = looseness.velocity(of: placed.cell)
      }
      return strayed
    }
    if zip(cells, strayed).contains(where: { $0.cell.position != $1.cell.position }) {
      try placeStarts(of: strayed, insteadOf: cells, overlap)
    } else {
      exchange(cells, for: strayed)
    }
  }

  /// Plays cells higher or lower, clips too; pitches of a cell that come to be the same are one.
  ///
  /// The pressure on a key goes with the key.
  /// Refused if a pitch would leave 0–127. In `poly` rows new pitches contend for their place as a
  /// moved cell does; in `mono` rows it makes no difference which pitch takes the place.
  package mutating func transpose(
    _ ids: [Cell.ID], by interval: Interval, _ overlap: OverlapPolicy
  ) throws(EditError) {
    let cells = try existing(ids)
    var (former, contending): ([PlacedCell], [PlacedCell]) = ([], [])
    var changed: [PlacedCell] = []
    for placed in cells {
      let transposed = try placed.transposed(by: interval)
      if song.row(placed.row)?.voices == .poly {
        former.append(placed)
        contending.append(transposed)
      } else if transposed != placed {
        changed.append(transposed)
      }
    }
    put(changed)
    if contending != former { try place(contending, insteadOf: former, overlap) }
  }

  /// Places cells so that every start stays, of other cells too: what is longer ends there.
  ///
  /// O((k + touched) · log n).
  private mutating func placeStarts(
    of edited: [PlacedCell], insteadOf former: [PlacedCell], _ overlap: OverlapPolicy
  ) throws(EditError) {
    guard overlap == .overwrite else {
      return try place(edited, insteadOf: former, overlap)
    }
    var moved = self
    moved.put(edited)
    let cut = edited.map { [song = moved.song] placed in
      var cut = placed
      let voices = song.row(placed.row)?.voices ?? .mono
      let start = placed.cell.position
      song.visit(placed.row, startingFrom: start + Ticks(count: 1)) { other in
        guard other.position < placed.cell.end else { return false }
        let host = song.placed(other, in: placed.row)
        guard Contention.contend(placed, host, voices) else { return true }
        cut.cell.duration = other.position - start
        return false
      }
      return cut
    }
    try place(cut, insteadOf: former, overlap)
  }
}
