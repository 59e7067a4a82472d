internal import CLinux
internal import Glibc

/// Tells the service manager how the daemon is; silent where there is none.
package struct ServiceNotification: Sendable {
  /// The manager's datagram socket; a leading `@` is an abstract address.
  private let address: String?

  package init(address: String? = Environment["NOTIFY_SOCKET"]) {
    self.address = address
  }

  package func ready(status: String) { send("READY=1\nSTATUS=\(oneLine(status))") }

  /// Shown by `systemctl status`.
  package func status(_ text: String) { send("STATUS=\(oneLine(text))") }

  /// The settings are being read again; `ready` says when that is done.
  package func reloading() {
    send("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now() / 1_000)")
  }

  package func stopping() { send("STOPPING=1") }

  /// Alive, for another watchdog interval.
  package func watchdog() { send("WATCHDOG=1") }

  private func send(_ text: String) {
    guard let address else { return }
    // A manager that is away or busy is no reason to stop playing.
    _ = clinux_send_datagram(address, text, text.utf8.count)
  }
}

/// What the service manager asked for when it started the process.
package enum ServiceManager {
  /// The nanoseconds within which it wants to hear of us, or nil when it does not.
  package static func watchdogInterval() -> Int64? {
    watchdogInterval(process: getpid()) { Environment[$0] }
  }

  /// The same for a process with such variables.
  package static func watchdogInterval(
    process: Int32, variable: (String) -> String?
  ) -> Int64? {
    guard let microseconds = variable("WATCHDOG_USEC").flatMap({ Int64($0) }),
      microseconds > 0, microseconds <= Int64.max / 1_000,
      variable("WATCHDOG_PID").map({ Int32($0) == process }) ?? true
    else { return nil }
    return microseconds * 1_000
  }

  /// Takes the listening socket that was passed in, at most once.
  ///
  /// The variables are removed, so that no child believes that they are meant for it; others than
  /// the first descriptor are closed. To be called before a second thread exists.
  /// - Returns: nil when there is none, or when it was meant for another process.
  package static func takeSocket() -> FileDescriptor? {
    let count = passedDescriptors(process: getpid()) { Environment[$0] }
    Environment.remove("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES")
    let first: Int32 = 3
    for extra in 0..<count where extra > 0 { close(first + extra) }
    guard count > 0, clinux_is_listening(first) else { return nil }
    _ = fcntl(first, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(owning: first)
  }

  /// How many descriptors, from 3 on, were passed to a process with such variables.
  package static func passedDescriptors(
    process: Int32, variable: (String) -> String?
  ) -> Int32 {
    guard variable("LISTEN_PID").flatMap({ Int32($0) }) == process,
      let count = variable("LISTEN_FDS").flatMap({ Int32($0) }), (1...64).contains(count)
    else { return 0 }
    return count
  }
}

/// A newline would begin a new assignment.
private func oneLine(_ text: String) -> String {
  String(text.map { $0.isNewline ? " " : $0 })
}
