extension Patch {
  /// The cells that lie under others now that this patch has made `after`, and did not before.
  ///
  /// Only those that it leaves alone, and that `isNew` says of that they have changed since.
  ///
  /// By id. O(cells · log n + overlaps), and throws `exhausted` beyond so many of these.
  package func overrun(
    in after: Song, atMost limit: Int, where isNew: (Cell.ID) -> Bool
  ) throws(EditError) -> [Cell.ID] {
    var overrun: Set<Cell.ID> = []
    var seen = 0
    for change in cells where seen <= limit {
      guard let placed = change.after else { continue }
      let voices = after.row(placed.row)?.voices ?? .mono
      after.visit(placed.row, overlapping: placed.cell.position, placed.cell.end) { cell in
        seen += 1
        if self.change(of: cell.id) == nil, isNew(cell.id) {
          let host = after.placed(cell, in: placed.row)
          let lay = change.before.map { $0.lies(over: host, voices) } ?? false
          if !lay, placed.lies(over: host, voices) { overrun.insert(cell.id) }
        }
        return seen <= limit
      }
    }
    guard seen <= limit else { throw .exhausted }
    return overrun.sorted()
  }
}

extension PlacedCell {
  /// Whether it shares time with another cell of its row that contends with it.
  fileprivate func lies(over other: PlacedCell, _ voices: Row.Voices) -> Bool {
    row == other.row && cell.position < other.cell.end && other.cell.position < cell.end
      && Contention.contend(self, other, voices)
  }
}
