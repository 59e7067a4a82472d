extension Draft {
  /// Puts edited cells into the song and settles what they overlap.
  ///
  /// Edited cells win.
  ///
  /// Among edited cells the earlier start wins, then the longer, then the lower id. The order in
  /// which they are given makes no difference. One sorted sweep per row: O((k + touched) · log n).
  mutating func place(_ edited: [PlacedCell], _ policy: OverlapPolicy) throws(EditError) {
    for placed in edited { remove(placed.cell.id) }
    var byRow: [Row.ID: [PlacedCell]] = [:]
    for placed in edited { byRow[placed.row, default: []].append(placed) }
    for (row, cells) in byRow.sorted(by: { $0.key < $1.key }) {
      let voices = song.row(row)?.voices ?? .mono
      let ordered = cells.sorted { Draft.precedes($0.cell, $1.cell) }
      if policy == .allow {
        for placed in ordered { put(placed) }
        continue
      }
      let winners = Draft.survivors(of: ordered, voices)
      let cuts = self.cuts(by: winners, voices)
      if policy == .reject {
        try refuse(overlapsOf: ordered, winners: winners, cuts: cuts)
      }
      for cut in cuts { apply(cut) }
      for placed in winners { put(placed) }
    }
  }

  private static func precedes(_ a: Cell, _ b: Cell) -> Bool {
    (a.position, b.duration, a.id) < (b.position, a.duration, b.id)
  }

  /// What is left of edited cells, in order, once each has had its way with those after it.
  private static func survivors(of ordered: [PlacedCell], _ voices: Row.Voices) -> [PlacedCell] {
    var busy = Contention(voices)
    var survivors: [PlacedCell] = []
    for var placed in ordered {
      let free = max(placed.cell.position, busy.end(for: placed))
      guard free < placed.cell.end else { continue }
      placed.cell.duration = placed.cell.end - free
      placed.cell.position = free
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
  private func cuts(by winners: [PlacedCell], _ voices: Row.Voices) -> [Cut] {
    var cuts: [Cell.ID: Cut] = [:]
    for winner in winners {
      song.visit(winner.row, overlapping: winner.cell.position, winner.cell.end) { cell in
        let host = song.placed(cell, in: winner.row)
        if Contention.contend(winner, host, voices) {
          cuts[cell.id, default: Cut(host: host, taken: [])]
            .taken.append((winner.cell.position, winner.cell.end))
        }
        return true
      }
    }
    return cuts.values.sorted { $0.host.cell.key < $1.host.cell.key }
  }

  /// Leaves a host the pieces that nobody took: the first keeps the id, others are new cells.
  private mutating func apply(_ cut: Cut) {
    let host = cut.host
    var pieces: [(start: Ticks, end: Ticks)] = []
    var start = host.cell.position
    for taken in cut.taken.sorted(by: { $0.start < $1.start }) {
      if taken.start > start { pieces.append((start, taken.start)) }
      start = max(start, taken.end)
    }
    if start < host.cell.end { pieces.append((start, host.cell.end)) }
    remove(host.cell.id)
    for (index, piece) in pieces.enumerated() {
      let id = index == 0 ? host.cell.id : song.nextCell
      put(
        host.copied(id: id, position: piece.start, duration: piece.end - piece.start),
        source: index == 0 ? nil : host.cell.id)
    }
  }

  private func refuse(
    overlapsOf ordered: [PlacedCell], winners: [PlacedCell], cuts: [Cut]
  ) throws(EditError) {
    var hit = Set(cuts.map(\.host.cell.id))
    let unharmed = Set(winners)
    for placed in ordered where !unharmed.contains(placed) { hit.insert(placed.cell.id) }
    guard hit.isEmpty else { throw .overlap(hit.sorted()) }
  }
}

/// Which cells of a row contend, and until when a place is taken.
private struct Contention {
  private let voices: Row.Voices
  private var row = Ticks.zero
  private var pitches: [Pitch: Ticks] = [:]

  init(_ voices: Row.Voices) {
    self.voices = voices
  }

  /// In `mono` rows everything contends; in `poly` rows notes that share a pitch.
  static func contend(_ a: PlacedCell, _ b: PlacedCell, _ voices: Row.Voices) -> Bool {
    guard voices == .poly else { return true }
    let pitches = b.pitches
    return a.pitches.contains { pitches.contains($0) }
  }

  /// The end of what was placed so far and contends with this cell.
  func end(for placed: PlacedCell) -> Ticks {
    guard voices == .poly else { return row }
    return placed.pitches.reduce(.zero) { max($0, pitches[$1] ?? .zero) }
  }

  mutating func occupy(_ placed: PlacedCell) {
    row = max(row, placed.cell.end)
    for pitch in placed.pitches { pitches[pitch] = max(pitches[pitch] ?? .zero, placed.cell.end) }
  }
}
