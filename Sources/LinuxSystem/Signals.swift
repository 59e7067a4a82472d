internal import CLinux

/// Signals as calls on the main actor, each once, none lost from the moment that they are caught.
///
/// Not Dispatch's own signal sources: those see nothing that comes before they are activated. And
/// not a mask with a signal descriptor: it would have to hold in threads that others start.
@MainActor
package final class Signals {
  private let pipe: SharedDescriptor
  private var watch: Readiness?

  /// Catches these signals from now on and keeps them until `deliver`.
  ///
  /// First thing in a program: a signal that comes before has its default action. One that the
  /// parent chose to ignore or left blocked is caught all the same. Once per process.
  package init(catching signals: [Int32]) throws(SystemError) {
    let number = clinux_catch_signals(signals, signals.count)
    if number < 0 { throw SystemError("catch signals") }
    pipe = SharedDescriptor(FileDescriptor(owning: number))
  }

  /// Hands each signal to `handler`, those that already came included, until this value dies.
  package func deliver(to handler: @escaping @MainActor (Int32) -> Void) {
    precondition(watch == nil, "Signals have one handler.")
    let watch = Readiness(of: pipe.descriptor.number, ownedBy: pipe, to: .read) { [pipe] in
      var caught: [UInt8] = []
      // Reading our own pipe fails only when it is empty.
      _ = try? pipe.descriptor.read(64, appendingTo: &caught)
      for signal in caught { handler(Int32(signal)) }
    }
    watch.resume()
    self.watch = watch
  }

  isolated deinit {
    watch?.cancel()
  }
}
