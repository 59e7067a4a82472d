/// What the daemon takes and holds for its clients at most, each with its reason.
package enum Bounds {
  /// Bytes of a line, without its newline: an edit of as many cells as one reply lists.
  package static let line = 1_048_576
  /// How deep lists and objects of JSON may stand in each other: deeper than any parameter.
  package static let depth = 32
  /// Clients at one time: more than any stage needs, fewer than the descriptors of a process.
  package static let clients = 64
  /// Unanswered requests of one client; then its input waits.
  package static let requests = 64
  /// Bytes that wait to be sent to one client; then its input waits and its events are missed.
  package static let output = 1_048_576
  /// Seconds after which a client that takes none of its output is closed.
  package static let stall = 10
}
