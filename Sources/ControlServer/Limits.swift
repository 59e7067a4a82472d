internal import ControlProtocol

/// How much of the daemon clients may use.
package struct Limits: Sendable {
  /// The longest line in bytes, without its newline.
  package var line = Bounds.line

  /// The clients served at one time.
  package var clients = Bounds.clients

  /// The descriptors left for saving and loading songs, or a quarter of all if they are few.
  package var spareDescriptors = 16

  /// The unanswered requests of one client; then its input waits.
  package var requests = Bounds.requests

  /// The bytes that wait to be sent to one client; then its input waits and its events are missed.
  package var output = Bounds.output

  /// The bytes taken from a socket at once.
  package var read = 65_536

  /// The nanoseconds for which one client's requests may hold the main actor.
  package var turn: Int64 = 2_000_000

  /// The nanoseconds after which a client that takes none of its output is closed.
  package var stall = Int64(Bounds.stall) * 1_000_000_000

  /// The nanoseconds after which accepting is tried again when the system refused it.
  package var retry: Int64 = 1_000_000_000

  package init() {}
}
