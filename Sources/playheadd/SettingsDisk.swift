import LinuxSystem

/// The disk under the settings: a thread of its own writes to it, so that a slow one delays nobody.
final class SettingsDisk {
  private let worker = Worker(name: "settings")
  private let log: Log
  /// How much that was to be written has not come back.
  private var pending = 0

  init(log: Log) {
    self.log = log
  }

  /// Puts text in the place of a file, after what was to be written before; the log says if it
  /// cannot be.
  func write(_ text: String, to path: String) {
    pending += 1
    worker.submit { [log] in
      do throws(FileError) {
        try Files.write(text.utf8, to: path, mode: 0o600)
      } catch {
        log.error("\(path) is not kept: \(error)")
      }
      soon { self.pending -= 1 }
    }
  }

  /// Calls back when all that was to be written until now is kept: at once if it is.
  func whenKept(_ call: @escaping @MainActor () -> Void) {
    guard pending > 0 else { return call() }
    worker.submit { soon(call) }
  }

  /// Calls back when nothing is left to be written, and what stands in the files is the newest.
  func whenIdle(_ call: @escaping @MainActor () -> Void) {
    guard pending > 0 else { return call() }
    whenKept { self.whenIdle(call) }
  }

  /// Waits until all is kept.
  func finish() { worker.finish() }
}
