import Timeline

/// Tags for the cells that have messages in the queue, so that those can be taken back alone.
///
/// The queue knows 255 tags; while no more cells than that are queued, no two share one.
struct Tags {
  private var byCell: [Cell.ID: UInt8] = [:]
  private var used: [Bool] = Array(repeating: false, count: 256)

  /// The tag of a cell; the same one while the cell has messages in the queue.
  mutating func tag(of cell: Cell.ID) -> UInt8 {
    if let tag = byCell[cell] { return tag }
    let preferred = Int(UInt64(bitPattern: cell.number) % 255)
    let free = (0..<255).first { !used[(preferred + $0) % 255 + 1] } ?? 0
    let tag = UInt8((preferred + free) % 255 + 1)
    byCell[cell] = tag
    used[Int(tag)] = true
    return tag
  }

  /// Frees the tags of all but these cells and these tags.
  mutating func keep(_ cells: Set<Cell.ID>, _ tags: Set<UInt8>) {
    byCell = byCell.filter { cells.contains($0.key) || tags.contains($0.value) }
    used = Array(repeating: false, count: 256)
    for tag in byCell.values { used[Int(tag)] = true }
  }
}
