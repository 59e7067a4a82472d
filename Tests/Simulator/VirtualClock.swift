import Transport

/// Time that passes only when it is told to, or while the process is stopped between two readings.
final class VirtualClock: TransportClock {
  private(set) var time = HostTime(nanoseconds: 1_000_000_000)
  private(set) var asleep: Int64 = 0
  /// Called when time has passed.
  var moved: (HostTime) -> Void = { _ in }
  /// For how many nanoseconds the process stands before the reading with this number.
  private var stops: [Int: Int64] = [:]
  private var readings = 0

  func now() -> HostTime {
    readings += 1
    if let stop = stops.removeValue(forKey: readings) { advance(by: stop) }
    return time
  }

  func advance(by nanoseconds: Int64) {
    time = time + nanoseconds
    moved(time)
  }

  /// The process will stand for so many nanoseconds when the clock has been read so often again.
  func stop(for nanoseconds: Int64, atReading number: Int) {
    stops[readings + number] = nanoseconds
  }

  func forgetStops() { stops = [:] }

  /// The machine sleeps: this clock and all queues stand meanwhile.
  func suspend(nanoseconds: Int64) { asleep += nanoseconds }
}
