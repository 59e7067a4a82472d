/// Cuts a stream of bytes into lines, whatever pieces it comes in.
package struct LineSplitter {
  /// What stood between two newlines.
  package enum Line: Equatable {
    /// Without its newline, and without a carriage return before that.
    case whole([UInt8])
    /// Longer than the limit: its bytes are gone, and so will be the rest of it.
    case tooLong
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  /// Where the first line that was not taken begins.
  private var start = 0
  /// How far it has been looked through without finding its end.
  private var searched = 0
  private var isSkipping = false

  package init(limit: Int) {
    self.limit = limit
  }

  /// Whether anything has come behind the lines that were taken.
  package var hasMore: Bool { start < bytes.endIndex }

  /// Lets `read` append to the bytes that wait.
  package mutating func fill<Result, Failure: Error>(
    _ read: (inout [UInt8]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    bytes.removeSubrange(..<start)
    searched -= start
    start = 0
    return try read(&bytes)
  }

  /// The next line that has come whole, or nil.
  package mutating func next() -> Line? {
    while true {
      let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
      searched = end ?? bytes.endIndex
      if searched - start > limit, !isSkipping {
        isSkipping = true
        // One answer for a line however long: the rest is dropped below as it comes.
        return .tooLong
      }
      guard let end else {
        if isSkipping { dropAll() }
        return nil
      }
      let line = bytes[start..<end]
      searched = end + 1
      start = searched
      if isSkipping {
        isSkipping = false
        continue
      }
      return .whole(withoutReturn(line))
    }
  }

  /// At the end of the stream: what came after the last newline, which counts as a line.
  package mutating func last() -> Line? {
    defer { dropAll() }
    if isSkipping || start == bytes.endIndex { return nil }
    return .whole(withoutReturn(bytes[start...]))
  }

  private mutating func dropAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * limit)
    start = 0
    searched = 0
  }

  private func withoutReturn(_ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}
