import Dispatch
import LinuxSystem

/// Does something on the main actor after so many nanoseconds.
func later(_ nanoseconds: Int64, _ body: @escaping @MainActor () -> Void) {
  let time = DispatchTime.now() + .nanoseconds(Int(max(0, nanoseconds)))
  DispatchQueue.main.asyncAfter(deadline: time) {
    MainActor.assumeIsolated { Turns.measure(body) }
  }
}

/// Does something on the main actor soon; may be called on any thread.
nonisolated func soon(_ body: @escaping @MainActor @Sendable () -> Void) {
  MainLoop.soon { Turns.measure(body) }
}

/// Calls again and again while it is on; for work that reads the clock and never counts the calls.
final class Heartbeat {
  private let period: Int64
  private let body: () -> Void
  private var source: (any DispatchSourceTimer)?

  init(period: Int64, _ body: @escaping () -> Void) {
    self.period = period
    self.body = body
  }

  /// Set at every turn: a look at the source itself would copy it.
  var isOn = false {
    didSet {
      guard isOn != oldValue else { return }
      source?.cancel()
      source = nil
      guard isOn else { return }
      let source = DispatchSource.makeTimerSource(queue: .main)
      let body = self.body
      source.setEventHandler { Turns.measure(body) }
      let period = Int(self.period)
      source.schedule(deadline: .now() + .nanoseconds(period), repeating: .nanoseconds(period))
      source.resume()
      self.source = source
    }
  }

  /// Calls as long as the program runs.
  static func forever(period: Int64, _ body: @escaping () -> Void) {
    let heartbeat = Heartbeat(period: period, body)
    heartbeat.isOn = true
    _ = Unmanaged.passRetained(heartbeat)
  }
}
