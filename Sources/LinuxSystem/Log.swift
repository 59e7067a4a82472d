internal import Glibc
internal import Synchronization

/// What the daemon tells its operator, one line a time, on standard error.
///
/// Never waits: what a full pipe does not take is dropped and counted. Not for the fill.
package final class Log: Sendable {
  /// How much it matters; the numbers are syslog's.
  package enum Level: Int, Comparable, CaseIterable, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7

    package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

    /// The word on the command line and in a line for people.
    package var name: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .notice: "notice"
      case .info: "info"
      case .debug: "debug"
      }
    }
  }

  /// Lines longer than this are cut: a pipe that polls as writable takes as much without waiting.
  package static let lineLimit = 4_000

  private let descriptor: Int32
  private let isJournal: Bool
  private let state: Mutex<State>

  private struct State {
    var level: Level
    var repeats = RepeatedLines()
    var dropped = 0
    var listener: (@Sendable (Level, String) -> Void)?
  }

  /// Writes to `descriptor`, which is not closed.
  ///
  /// `journal` is `$JOURNAL_STREAM`: where it names the descriptor's own file, lines carry the
  /// journal's priorities instead of the time and the level.
  package init(
    descriptor: Int32 = STDERR_FILENO, level: Level = .notice,
    journal: String? = Environment["JOURNAL_STREAM"]
  ) {
    self.descriptor = descriptor
    isJournal =
      if let journal, let file = FileStatus(of: descriptor)?.identity {
        journal == "\(file.device):\(file.inode)"
      } else {
        false
      }
    state = Mutex(State(level: level))
    // Reads the zone's file now, and not for the first line: that may come while a song plays.
    tzset()
  }

  /// What is less important than this is not written.
  package var level: Level {
    get { state.withLock { $0.level } }
    set { state.withLock { $0.level = newValue } }
  }

  /// Has each line that is written heard as well, on whatever thread writes it; must not log.
  package func relay(to listener: @escaping @Sendable (Level, String) -> Void) {
    state.withLock { $0.listener = listener }
  }

  package func error(_ text: String) { write(.error, text) }
  package func warning(_ text: String) { write(.warning, text) }
  package func notice(_ text: String) { write(.notice, text) }
  package func info(_ text: @autoclosure () -> String) { write(.info, text()) }
  package func debug(_ text: @autoclosure () -> String) { write(.debug, text()) }

  /// Writes a line, unless the same line came too often of late.
  package func write(_ level: Level, _ text: @autoclosure () -> String) {
    state.withLock { state in
      guard level <= state.level else { return }
      let text = text()
      guard let note = state.repeats.admit(text, now: MonotonicClock.now()) else { return }
      let sentence = String(text.map { $0.isNewline ? " " : $0 }) + note
      state.listener?(level, sentence)
      var line = prefix(level) + sentence
      if state.dropped > 0 { line += " (\(state.dropped) lines before this one were dropped)" }
      if put(line) { state.dropped = 0 } else { state.dropped += 1 }
    }
  }

  private func prefix(_ level: Level) -> String {
    isJournal ? "<\(level.rawValue)>" : "\(wallTime()) \(level.name): "
  }

  private func put(_ line: String) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLOUT) != 0 else { return false }
    let bytes = Array(line.utf8.prefix(Self.lineLimit)) + [UInt8(ascii: "\n")]
    return retryingInterrupts { Glibc.write(descriptor, bytes, bytes.count) }.result == bytes.count
  }
}

private func wallTime() -> String {
  var seconds = time(nil)
  var parts = tm()
  localtime_r(&seconds, &parts)
  func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
}
