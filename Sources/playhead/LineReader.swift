import LinuxSystem

/// The lines of a descriptor that waits for its bytes.
struct LineReader: ~Copyable {
  let source: FileDescriptor
  private var bytes: [UInt8] = []
  /// Where the line that comes next begins.
  private var start = 0

  init(_ source: consuming FileDescriptor) {
    self.source = source
  }

  /// Whether a whole line has already been read.
  var hasLine: Bool { bytes[start...].contains(UInt8(ascii: "\n")) }

  /// The next line without its newline; nil at the end.
  mutating func next() throws(SystemError) -> [UInt8]? {
    var searched = start
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(bytes[start..<end])
      }
      searched = bytes.count - start
      bytes.removeFirst(start)
      start = 0
      guard case .bytes = try source.read(65_536, appendingTo: &bytes) else { return rest() }
    }
  }

  /// What stands behind the last newline, once.
  private mutating func rest() -> [UInt8]? {
    guard !bytes.isEmpty else { return nil }
    defer { bytes = [] }
    return bytes
  }
}
