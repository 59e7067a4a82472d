/// The bytes that are to be sent to one client next.
struct Outbox {
  private var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  /// What waits, oldest first.
  var waiting: ArraySlice<UInt8> { bytes[start...] }

  mutating func append(_ more: [UInt8]) {
    bytes.append(contentsOf: more)
  }

  /// Forgets the first `count` bytes, which have been sent.
  mutating func remove(_ count: Int) {
    start += count
    if start == bytes.count {
      // One long reply does not keep its memory.
      bytes.removeAll(keepingCapacity: bytes.capacity <= 65_536)
      start = 0
    } else if start > bytes.count / 2 {
      // Moving less than was sent keeps the cost of all moves linear.
      bytes.removeSubrange(..<start)
      start = 0
    }
  }
}
