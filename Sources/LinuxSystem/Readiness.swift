internal import Dispatch

/// Calls back on the main actor each time that a descriptor is ready, unless paused.
///
/// Keeps the descriptor's owner alive until Dispatch has let go of the number. To be cancelled by
/// whoever made it.
@MainActor
package final class Readiness {
  /// What the descriptor is to be ready for.
  package enum Direction: Sendable {
    case read
    case write
  }

  private let source: any DispatchSourceProtocol
  private var isPaused = true
  private var isCancelled = false

  /// Paused until the first `resume`.
  package init(
    of number: Int32, ownedBy owner: some AnyObject & Sendable, to direction: Direction,
    handler: @escaping @MainActor () -> Void
  ) {
    source =
      switch direction {
      case .read: DispatchSource.makeReadSource(fileDescriptor: number, queue: .main)
      case .write: DispatchSource.makeWriteSource(fileDescriptor: number, queue: .main)
      }
    source.setEventHandler { handler() }
    source.setCancelHandler { withExtendedLifetime(owner) {} }
  }

  /// Lets calls come.
  package func resume() {
    guard isPaused, !isCancelled else { return }
    isPaused = false
    source.resume()
  }

  /// Lets no calls come until `resume`.
  package func pause() {
    guard !isPaused, !isCancelled else { return }
    isPaused = true
    source.suspend()
  }

  /// Ends the watch: no call follows.
  package func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    source.cancel()
    // Dispatch does not release a suspended source.
    if isPaused { source.resume() }
  }
}
