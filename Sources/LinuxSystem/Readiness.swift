internal import Dispatch

/// A descriptor with several users: closed when the last one lets go.
package final class SharedDescriptor: Sendable {
  package let descriptor: FileDescriptor

  package init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }
}

/// Calls back on the main actor each time that a descriptor is ready, unless paused.
///
/// Keeps the descriptor open until Dispatch has let go of it. To be cancelled by whoever made it.
@MainActor
package final class Readiness {
  package enum Direction: Sendable {
    case read
    case write
  }

  private let source: any DispatchSourceProtocol
  private var isPaused = true
  private var isCancelled = false

  /// Paused until the first `resume`.
  package init(
    of shared: SharedDescriptor, to direction: Direction,
    handler: @escaping @MainActor () -> Void
  ) {
    let number = shared.descriptor.number
    source =
      switch direction {
      case .read: DispatchSource.makeReadSource(fileDescriptor: number, queue: .main)
      case .write: DispatchSource.makeWriteSource(fileDescriptor: number, queue: .main)
      }
    source.setEventHandler { handler() }
    source.setCancelHandler { withExtendedLifetime(shared) {} }
  }

  package func resume() {
    guard isPaused, !isCancelled else { return }
    isPaused = false
    source.resume()
  }

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
