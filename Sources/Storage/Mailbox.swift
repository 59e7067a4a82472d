import Dispatch
import Synchronization

/// What threads leave for one other thread, which waits for it: for a time, or for ever.
final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Raised when the first message arrives, and once more when the box is closed.
  private let arrival = DispatchSemaphore(value: 0)

  /// Leaves a message; false when the box is closed.
  @discardableResult
  func put(_ message: Message) -> Bool {
    let (wasTaken, isFirst) = state.withLock { state in
      if state.isClosed { return (false, false) }
      state.messages.append(message)
      return (true, state.messages.count == 1)
    }
    if isFirst { arrival.signal() }
    return wasTaken
  }

  /// Lets nothing more in.
  func close() {
    let wasOpen = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    if wasOpen { arrival.signal() }
  }

  /// Takes everything, in order of arrival, waiting until there is something.
  ///
  /// Empty when nothing came in time; nil when the box is closed and nothing is left.
  func take(waitingAtMost milliseconds: Int? = nil) -> [Message]? {
    let limit = milliseconds.map { DispatchTime.now() + .milliseconds(max($0, 0)) }
    guard arrival.wait(timeout: limit ?? .distantFuture) == .success else { return [] }
    return state.withLock { state in
      defer { state.messages = [] }
      return state.messages.isEmpty && state.isClosed ? nil : state.messages
    }
  }
}
