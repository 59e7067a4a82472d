/// Calls back on the main actor each time that a descriptor is ready, unless paused.
///
/// Keeps the descriptor's owner alive until it is cancelled, by whoever made it.
@MainActor
package final class Readiness {
  /// What the descriptor is to be ready for.
  package enum Direction: Sendable {
    case read
    case write
  }

  private let number: Int32
  private let direction: Direction
  private var owner: (any AnyObject & Sendable)?
  private var isOn = false
  private let handler: @MainActor () -> Void

  /// Paused until the first `resume`; one for each direction of a descriptor.
  ///
  /// An error and a hang-up count as ready: reading or writing tells.
  package init(
    of number: Int32, ownedBy owner: some AnyObject & Sendable, to direction: Direction,
    handler: @escaping @MainActor () -> Void
  ) {
    self.number = number
    self.direction = direction
    self.owner = owner
    self.handler = handler
  }

  /// Lets calls come.
  package func resume() {
    if owner != nil { turn(on: true) }
  }

  /// Lets no calls come until `resume`.
  package func pause() {
    if owner != nil { turn(on: false) }
  }

  private func turn(on isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    Watcher.shared.watch(number, direction, isOn ? self : nil)
  }

  /// Ends the watch: no call follows, and the descriptor may be closed.
  package func cancel() {
    pause()
    owner = nil
  }

  func happen() {
    handler()
  }
}
