internal import Dispatch

/// Calls back once on the main actor when a time has passed.
final class Alarm {
  private let source: any DispatchSourceTimer

  init(handler: @escaping @MainActor () -> Void) {
    source = DispatchSource.makeTimerSource(queue: .main)
    source.setEventHandler { handler() }
    source.activate()
  }

  /// Sets the alarm, or sets it anew, for so many nanoseconds from now.
  func set(after nanoseconds: Int64) {
    source.schedule(deadline: .now() + .nanoseconds(Int(nanoseconds)))
  }

  func clear() {
    source.schedule(deadline: .distantFuture)
  }

  isolated deinit {
    source.cancel()
  }
}
