extension Draft {
  /// Puts edited cells into the song and settles what they overlap.
  ///
  /// Edited cells win.
  ///
  /// Among edited cells the earlier start wins, then the longer, then the lower id. The order in
  /// which they are given makes no difference. A loser keeps the first stretch left free, and is
  /// removed when there is none. A cell that is covered passes its id on to what an earlier edit of
  /// this draft cut from it. One sorted sweep per row: O((k + touched) · log n).
  mutating func place(_ edited: [PlacedCell], _ policy: OverlapPolicy) throws(EditError) {
    prepareToTouch(edited.count)
    for placed in edited { remove(placed.cell.id) }
    let sorted = edited.sorted(by: Draft.precedes)
    var covered: [Cell.ID] = []
    var harmed: Set<Cell.ID> = []
    var end = sorted.startIndex
    while end < sorted.endIndex {
      let start = end
      let row = sorted[start].row
      end = sorted[start...].firstIndex { $0.row != row } ?? sorted.endIndex
      let ordered = sorted[start..<end]
      if policy == .allow {
        for placed in ordered { insert(placed) }
        continue
      }
      let voices = song.row(row)?.voices ?? .mono
      let winners = Draft.survivors(of: ordered, voices)
      let cuts = try self.cuts(by: winners, voices)
      if policy == .reject {
        harmed.formUnion(cuts.map(\.host.cell.id))
        harmed.formUnion(Set(ordered).subtracting(winners).map(\.cell.id))
      }
      for cut in cuts where !apply(cut) { covered.append(cut.host.cell.id) }
      for placed in winners { insert(placed) }
    }
    guard harmed.isEmpty else { throw .overlap(harmed.sorted()) }
    for id in covered { promotePiece(of: id) }
  }

  /// By rows; in one the earlier, then the longer, then the lower id comes first.
  private static func precedes(_ a: PlacedCell, _ b: PlacedCell) -> Bool {
    (a.row, a.cell.position, b.cell.duration, a.cell.id)
      < (b.row, b.cell.position, a.cell.duration, b.cell.id)
  }

  /// What is left of edited cells, in order, once each has had its way with those after it.
  private static func survivors(
    of ordered: ArraySlice<PlacedCell>, _ voices: Row.Voices
  ) -> [PlacedCell] {
    guard ordered.count > 1 else { return Array(ordered) }
    var busy = Contention(voices)
    var survivors: [PlacedCell] = []
    for var placed in ordered {
      guard let free = busy.firstFree(for: placed) else { continue }
      placed = placed.spanning(free.start, free.end)
      busy.occupy(placed)
      survivors.append(placed)
    }
    return survivors
  }

  /// A cell in the way, and the stretches taken from it in order of their starts.
  private struct Cut {
    let host: PlacedCell
    var taken: [(start: Ticks, end: Ticks)]
  }

  /// What edited cells, in order of their starts, take from cells of their row.
  private func cuts(
    by winners: [PlacedCell], _ voices: Row.Voices
  ) throws(EditError) -> [Cut] {
    var cuts: [Cell.ID: Cut] = [:]
    let limit = allowanceLeft
    for winner in winners where cuts.count <= limit {
      song.visit(winner.row, overlapping: winner.cell.position, winner.cell.end) { cell in
        let host = song.placed(cell, in: winner.row)
        if Contention.contend(winner, host, voices) {
          cuts[cell.id, default: Cut(host: host, taken: [])]
            .taken.append((winner.cell.position, winner.cell.end))
        }
        return cuts.count <= limit
      }
    }
    try checkAllowance(for: cuts.count)
    return cuts.values.sorted { $0.host.cell.key < $1.host.cell.key }
  }

  /// Leaves a host the pieces that nobody took: the first keeps the id, others are new cells.
  ///
  /// False when nothing is left of it.
  private mutating func apply(_ cut: Cut) -> Bool {
    let host = cut.host
    var pieces: [(start: Ticks, end: Ticks)] = []
    var start = host.cell.position
    for taken in cut.taken.sorted(by: { $0.start < $1.start }) {
      if taken.start > start { pieces.append((start, taken.start)) }
      start = max(start, taken.end)
    }
    if start < host.cell.end { pieces.append((start, host.cell.end)) }
    remove(host.cell.id)
    guard let first = pieces.first else { return false }
    insert(host.spanning(first.start, first.end))
    for piece in pieces.dropFirst() { putPiece(host.spanning(piece.start, piece.end)) }
    return true
  }
}
