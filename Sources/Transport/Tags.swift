import Timeline

/// Tags for what cells have in the queue, so that it can be taken back alone.
///
/// The queue knows 255 tags; while no more than that are in use, none is shared. A cell's ons and
/// its offs have different ones: a change of what is to come leaves the end of what sounds alone.
struct Tags {
  private struct Use {
    let tag: UInt8
    /// When the last message with it is due, besides the off of a voice.
    var last: HostTime
  }

  /// By twice the number of a cell, and one more for its offs: an integer is quick to find.
  private var uses: [Int64: Use] = [:]
  /// How many share each tag.
  private var sharers = [Int](repeating: 0, count: 256)
  private var freeCount = 255
  /// So many uses may be kept before those that are over need be found out.
  private var limit = Tags.few

  /// With this many in use there are tags left for those to come until the next look.
  private static let few = 224

  /// The tag of a cell's ons or offs for a message at a moment; the same one while the cell has
  /// messages in the queue.
  mutating func tag(of cell: Cell.ID, isOff: Bool, at time: HostTime) -> UInt8 {
    let owner = 2 * cell.number + (isOff ? 1 : 0)
    if let known = uses.index(forKey: owner) {
      uses.values[known].last = max(uses.values[known].last, time)
      return uses.values[known].tag
    }
    let tag = freeTag(from: Int(UInt64(bitPattern: owner) % 255))
    uses[owner] = Use(tag: tag, last: time)
    if sharers[Int(tag)] == 0 { freeCount -= 1 }
    sharers[Int(tag)] += 1
    return tag
  }

  /// The first tag from there on that nobody has; that one itself when there is none.
  private func freeTag(from preferred: Int) -> UInt8 {
    var index = preferred
    while freeCount > 0, sharers[index + 1] > 0 { index = (index + 1) % 255 }
    return UInt8(index + 1)
  }

  /// Whether so many are kept that those no longer in use should be freed.
  ///
  /// When many are in use it is not each time that one more is, so that freeing costs little.
  var areScarce: Bool { uses.count > limit }

  /// Frees the tags of all but what is due at a moment or later and the cells with these numbers.
  mutating func keep(from time: HostTime, _ cells: Set<Int64>) {
    uses = uses.filter { $0.value.last >= time || cells.contains($0.key >> 1) }
    sharers = [Int](repeating: 0, count: 256)
    for use in uses.values { sharers[Int(use.tag)] += 1 }
    freeCount = sharers[1...].count { $0 == 0 }
    limit = max(Tags.few, 2 * uses.count)
  }
}
