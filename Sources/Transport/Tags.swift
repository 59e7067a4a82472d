import Timeline

/// Tags for what cells have in the queue, so that it can be taken back alone.
///
/// The queue knows 255 tags; while no more than that are in use, none is shared. A cell's ons and
/// its offs have different ones: a change of what is to come leaves the end of what sounds alone.
struct Tags {
  private struct Owner: Hashable {
    let cell: Cell.ID
    let isOff: Bool
  }

  /// With no more than these in use, which are in use need not be found out.
  private static let plenty = 128

  private var byOwner: [Owner: UInt8] = [:]
  private var used: [Bool] = Array(repeating: false, count: 256)

  /// The tag of a cell's ons or offs; the same one while it has messages in the queue.
  mutating func tag(of cell: Cell.ID, isOff: Bool) -> UInt8 {
    let owner = Owner(cell: cell, isOff: isOff)
    if let tag = byOwner[owner] { return tag }
    let preferred = Int(UInt64(bitPattern: 2 * cell.number + (isOff ? 1 : 0)) % 255)
    let free = (0..<255).first { !used[(preferred + $0) % 255 + 1] } ?? 0
    let tag = UInt8((preferred + free) % 255 + 1)
    byOwner[owner] = tag
    used[Int(tag)] = true
    return tag
  }

  /// Whether tags may run out, unless those no longer in use are freed.
  var areScarce: Bool { byOwner.count > Tags.plenty }

  /// Frees the tags of all but these cells and these tags.
  mutating func keep(_ cells: Set<Cell.ID>, _ tags: Set<UInt8>) {
    byOwner = byOwner.filter { cells.contains($0.key.cell) || tags.contains($0.value) }
    used = Array(repeating: false, count: 256)
    for tag in byOwner.values { used[Int(tag)] = true }
  }
}
