internal import CLinux
internal import Synchronization

/// What any thread leaves to be done on the main actor, done in that order.
///
/// Not on Dispatch's main queue, which has no lock: its reader waits in a loop for a writer that
/// was interrupted half-way. With real-time priority on one processor it would keep the writer from
/// going on; whoever waits for a lock makes way.
final class MainCalls: Sendable {
  typealias Call = @MainActor @Sendable () -> Void

  static let shared = MainCalls()

  /// Written to when the first call comes; nobody reads it.
  let event: Int32
  private let waiting = Mutex<[Call]>([])

  private init() {
    event = clinux_event()
    precondition(event >= 0, "A process that cannot wake itself cannot work.")
  }

  func append(_ call: @escaping Call) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(call)
      return waiting.count == 1
    }
    if isFirst { clinux_raise_event(event) }
  }

  /// Does what has come by now.
  @MainActor
  func perform() {
    let calls = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for call in calls { call() }
  }
}
