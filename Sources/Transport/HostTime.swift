/// A moment on the machine's monotonic clock, in nanoseconds.
package struct HostTime: Hashable, Comparable, Sendable {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  package static func < (a: HostTime, b: HostTime) -> Bool { a.nanoseconds < b.nanoseconds }

  /// The moment so many nanoseconds later.
  package static func + (a: HostTime, nanoseconds: Int64) -> HostTime {
    HostTime(nanoseconds: a.nanoseconds + nanoseconds)
  }

  /// The moment so many nanoseconds earlier.
  package static func - (a: HostTime, nanoseconds: Int64) -> HostTime {
    HostTime(nanoseconds: a.nanoseconds - nanoseconds)
  }

  /// The nanoseconds from `b` to `a`.
  package static func - (a: HostTime, b: HostTime) -> Int64 { a.nanoseconds - b.nanoseconds }
}
