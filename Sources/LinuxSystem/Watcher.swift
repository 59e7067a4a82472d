internal import CLinux
internal import Dispatch

/// Watches descriptors for the main actor, behind one source of Dispatch.
///
/// Not a source of Dispatch's for each: after a hang-up its manager thread goes on to use a source
/// that the main thread may have freed by then, and forgets whatever descriptor has got the number
/// meanwhile (libdispatch of Swift 6.3 on Linux). An epoll descriptor never hangs up.
@MainActor
final class Watcher {
  static let shared = Watcher()

  /// How long events may be handed out before others get the main actor: 2 ms.
  private static let turn: Int64 = 2_000_000

  private struct Entry {
    var reader: Readiness?
    var writer: Readiness?
    /// Tells this use of a descriptor's number from earlier ones.
    let token: UInt64
  }

  private let epoll: Int32
  private let source: any DispatchSourceRead
  private var entries: [Int32: Entry] = [:]
  private var numbers: [UInt64: Int32] = [:]
  private var lastToken: UInt64 = 0

  private init() {
    epoll = clinux_epoll()
    precondition(epoll >= 0, "A process that cannot watch its descriptors cannot serve.")
    source = DispatchSource.makeReadSource(fileDescriptor: epoll, queue: .main)
    source.setEventHandler { [unowned self] in handOut() }
    source.activate()
  }

  /// Calls `watch` when the descriptor is ready in that direction; nil calls nobody.
  func watch(_ number: Int32, _ direction: Readiness.Direction, _ watch: Readiness?) {
    var entry = entries[number] ?? Entry(token: lastToken + 1)
    switch direction {
    case .read: entry.reader = watch
    case .write: entry.writer = watch
    }
    let isWatched = entry.reader != nil || entry.writer != nil
    entries[number] = isWatched ? entry : nil
    numbers[entry.token] = isWatched ? number : nil
    lastToken = max(lastToken, entry.token)
    let result = clinux_epoll_watch(
      epoll, number, entry.reader != nil, entry.writer != nil, entry.token)
    precondition(result == 0 || !isWatched, "Only an open descriptor can be watched.")
  }

  private func handOut() {
    let end = MonotonicClock.now() + Self.turn
    var token: UInt64 = 0
    var (canRead, canWrite) = (false, false)
    while clinux_epoll_next(epoll, &token, &canRead, &canWrite) {
      // Each is looked up anew: the one before may have paused or cancelled it.
      if canRead, let number = numbers[token] { entries[number]?.reader?.happen() }
      if canWrite, let number = numbers[token] { entries[number]?.writer?.happen() }
      if MonotonicClock.now() >= end { return }
    }
  }
}
