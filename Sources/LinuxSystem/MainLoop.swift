/// What the main thread does for the rest of the program.
@MainActor
package enum MainLoop {
  /// Serves the main actor: every `Readiness`, and what comes to Dispatch's main queue.
  ///
  /// In the place of `dispatchMain()`, with which a readable descriptor wakes Dispatch's manager
  /// thread and that a thread of the pool: here it wakes the main thread itself. To be called on
  /// the main thread, not from work of the main queue.
  package static func run() -> Never { Watcher.shared.run() }

  /// Lets the main actor do something soon, after what it was asked for before.
  ///
  /// On any thread, whatever its priority: never on Dispatch's main queue, see `MainCalls`.
  package nonisolated static func soon(_ body: @escaping @MainActor @Sendable () -> Void) {
    MainCalls.shared.append(body)
  }
}
