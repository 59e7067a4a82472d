import ControlProtocol
import Glibc
import LinuxSystem

/// Waits until the playhead reaches the next beat, bar or wrap, or a position.
///
/// The daemon says when that will be; whenever the transport changes it is asked again.
struct Wait: ~Copyable {
  private var connection: Connection
  private let line: String

  init(connection: consuming Connection, boundary: String) {
    self.connection = connection
    line = Words.join([[Word(value: "transport.next"), Word(name: "to", value: boundary)]])
  }

  mutating func run() throws(Failure) {
    _ = try answer(to: "subscribe transport")
    while true {
      let next = try answer(to: line)
      // While stopped there is no such time: only an event can bring one.
      let time = next["time"]?.integer
      var isForeseen: Bool
      repeat {
        if sleep(until: time) { return }
        isForeseen = try isWrap(connection.next())
      } while isForeseen && time != nil
    }
  }

  /// Whether an event is that of a wrap, which a time that was told has counted in.
  ///
  /// It may come before the moment itself: asked again, the daemon would name the next one.
  private func isWrap(_ event: [UInt8]) throws(Failure) -> Bool {
    try Reply(event).value["params"]?["cause"] == "wrapped"
  }

  /// Sleeps until a time of the monotonic clock; false if an event came first.
  private func sleep(until time: Int64?) -> Bool {
    guard let time else {
      while !connection.waits(milliseconds: -1) {}
      return false
    }
    while case let rest = time - MonotonicClock.now(), rest > 0 {
      let milliseconds = Int32(clamping: rest / 1_000_000)
      if connection.waits(milliseconds: milliseconds) { return false }
      guard milliseconds == 0 else { continue }
      var until = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
      clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &until, nil)
    }
    return true
  }

  private mutating func answer(to line: String) throws(Failure) -> Value {
    let reply = try connection.ask(line.utf8).value
    if let error = reply["error"] { throw .refused(error) }
    return reply["result"] ?? .null
  }
}
