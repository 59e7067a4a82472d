extension Draft {
  /// Puts edited cells into the song, instead of what they were, and settles what they overlap.
  ///
  /// `former` are those of the edited cells that are in the song, as they are there. Edited cells
  /// win.
  ///
  /// Among edited cells the earlier start wins, then the longer, then the lower id. The order in
  /// which they are given makes no difference. A loser keeps the first stretch left free, and is
  /// removed when there is none. A cell that is covered passes its id on to what an earlier edit of
  /// this draft cut from it. One sorted sweep per row: O((k + touched) · log n).
  mutating func place(
    _ edited: [PlacedCell], insteadOf former: [PlacedCell], _ policy: OverlapPolicy
  ) throws(EditError) {
    let sorted = Draft.sorted(edited)
    let ids = former.map(\.cell.id).inOrder(by: <)
    var losing = former
    var coming: [PlacedCell] = []
    var covered: [Cell.ID] = []
    var harmed: Set<Cell.ID> = []
    var end = sorted.startIndex
    while end < sorted.endIndex {
      let start = end
      let row = sorted[start].row
      end = sorted[start...].firstIndex { $0.row != row } ?? sorted.endIndex
      let ordered = sorted[start..<end]
      if policy == .allow {
        coming += ordered
        continue
      }
      let voices = song.row(row)?.voices ?? .mono
      let winners = Draft.survivors(of: ordered, voices)
      let cuts = try self.cuts(
        by: winners, voices, besides: ids, atMost: allowanceLeft - losing.count)
      if policy == .reject {
        harmed.formUnion(cuts.map(\.host.cell.id))
        harmed.formUnion(Set(ordered).subtracting(winners).map(\.cell.id))
      }
      for cut in cuts {
        let left = left(by: cut)
        if left.isEmpty { covered.append(cut.host.cell.id) }
        losing.append(cut.host)
        coming += left
      }
      coming += winners
    }
    guard harmed.isEmpty else { throw .overlap(harmed.sorted()) }
    exchange(losing, for: coming)
    for id in covered { promotePiece(of: id) }
  }

  /// Takes [from, to) from the cells of a row with ids before one, as if something that they all
  /// contend with lay there.
  package mutating func clear(
    _ row: Row.ID, from: Ticks, to: Ticks, before id: Cell.ID
  ) throws(EditError) {
    var hosts: [PlacedCell] = []
    song.visit(row, overlapping: from, to) { cell in
      if cell.id < id { hosts.append(song.placed(cell, in: row)) }
      return true
    }
    try checkAllowance(for: hosts.count)
    exchange(hosts, for: hosts.flatMap { left(by: Cut(host: $0, taken: [(from, to)])) })
  }

  /// By rows and in those as they contend.
  private static func sorted(_ edited: [PlacedCell]) -> [PlacedCell] {
    guard edited.count > Song.few else { return edited.inOrder(by: precedes) }
    // Cells of one row are nearly in order already.
    return Dictionary(grouping: edited, by: \.row).sorted { $0.key < $1.key }
      .flatMap { $0.value.sorted(by: precedes) }
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
    var end = Ticks.zero
    var survivors: [PlacedCell] = []
    survivors.reserveCapacity(ordered.count)
    for (index, edited) in zip(ordered.indices, ordered) {
      let isReached = edited.cell.position < end
      let reaches =
        index + 1 < ordered.endIndex && ordered[index + 1].cell.position < edited.cell.end
      guard isReached || reaches else {
        survivors.append(edited)
        continue
      }
      end = max(end, edited.cell.end)
      guard let free = busy.firstFree(for: edited) else { continue }
      let placed = edited.spanning(free.start, free.end)
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

  /// What edited cells, in order of their starts, take from the other cells of their row.
  private func cuts(
    by winners: [PlacedCell], _ voices: Row.Voices, besides former: [Cell.ID],
    atMost limit: Int
  ) throws(EditError) -> [Cut] {
    var cuts: [Cell.ID: Cut] = [:]
    for winner in winners where cuts.count <= limit {
      song.visit(winner.row, overlapping: winner.cell.position, winner.cell.end) { cell in
        guard !former.holds(cell.id) else { return true }
        let host = song.placed(cell, in: winner.row)
        if Contention.contend(winner, host, voices) {
          cuts[cell.id, default: Cut(host: host, taken: [])]
            .taken.append((winner.cell.position, winner.cell.end))
        }
        return cuts.count <= limit
      }
    }
    guard cuts.count <= limit else { throw .exhausted }
    return cuts.values.sorted { $0.host.cell.key < $1.host.cell.key }
  }

  /// The pieces of a host that nobody took: the first keeps the id, others are new cells.
  private mutating func left(by cut: Cut) -> [PlacedCell] {
    let host = cut.host
    var pieces: [(start: Ticks, end: Ticks)] = []
    var start = host.cell.position
    for taken in cut.taken.sorted(by: { $0.start < $1.start }) {
      if taken.start > start { pieces.append((start, taken.start)) }
      start = max(start, taken.end)
    }
    if start < host.cell.end { pieces.append((start, host.cell.end)) }
    return pieces.enumerated().map { index, piece in
      let part = host.spanning(piece.start, piece.end)
      return index == 0 ? part : cutPiece(part)
    }
  }
}
