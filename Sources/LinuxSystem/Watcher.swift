internal import CLinux
internal import Dispatch

/// Watches descriptors for the main actor, and what threads leave for it to do.
///
/// In the main thread's own loop; before and without that behind one source of Dispatch.
///
/// Not a source of Dispatch's for each: after a hang-up its manager thread goes on to use a source
/// that the main thread may have freed by then, and forgets whatever descriptor has got the number
/// meanwhile (libdispatch of Swift 6.3 on Linux). An epoll descriptor never hangs up.
@MainActor
final class Watcher {
  static let shared = Watcher()

  /// How long events may be handed out before others get the main actor: 2 ms.
  private static let turn: Int64 = 2_000_000
  /// Of what is not watched for anybody; descriptors have the tokens above.
  private static let mainQueueToken: UInt64 = 0
  private static let mainCallsToken: UInt64 = 1

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
  private var lastToken = Watcher.mainCallsToken

  private init() {
    epoll = clinux_epoll()
    precondition(epoll >= 0, "A process that cannot watch its descriptors cannot serve.")
    source = DispatchSource.makeReadSource(fileDescriptor: epoll, queue: .main)
    source.setEventHandler { [unowned self] in handOutForATurn() }
    source.activate()
    watchWrites(of: MainCalls.shared.event, Self.mainCallsToken)
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

  /// Is the main thread's loop from now on, for what is ready and for Dispatch's main queue alike.
  ///
  /// Under a flood all of them come on: the kernel hands the events out in turn.
  func run() -> Never {
    source.cancel()
    watchWrites(of: _dispatch_get_main_queue_handle_4CF(), Self.mainQueueToken)
    while true { _ = handOutNext(waits: true) }
  }

  private func watchWrites(of event: Int32, _ token: UInt64) {
    let result = clinux_epoll_watch_writes(epoll, event, token)
    precondition(result == 0, "A process that cannot watch its own events cannot work.")
  }

  private func handOutForATurn() {
    let end = MonotonicClock.now() + Self.turn
    while handOutNext(waits: false), MonotonicClock.now() < end {}
  }

  /// Hands one event out; false when there was none.
  private func handOutNext(waits: Bool) -> Bool {
    var token: UInt64 = 0
    var (canRead, canWrite) = (false, false)
    guard clinux_epoll_next(epoll, waits, &token, &canRead, &canWrite) else { return false }
    switch token {
    case Self.mainQueueToken: _dispatch_main_queue_callback_4CF(nil)
    case Self.mainCallsToken: MainCalls.shared.perform()
    default:
      // Each is looked up anew: the one before may have paused or cancelled it.
      if canRead, let number = numbers[token] { entries[number]?.reader?.happen() }
      if canWrite, let number = numbers[token] { entries[number]?.writer?.happen() }
    }
    return true
  }
}
