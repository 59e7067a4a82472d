internal import Glibc

/// The clock that never jumps: nanoseconds since an arbitrary start, stopped by a suspend.
package struct MonotonicClock: Sendable {
  package init() {}

  package static func now() -> Int64 { nanoseconds(CLOCK_MONOTONIC) }

  /// For how many nanoseconds the machine has been suspended since it was booted.
  package static func asleep() -> Int64 {
    while true {
      let before = now()
      let asleep = nanoseconds(CLOCK_BOOTTIME) - before
      // Held up in between, the difference of the clocks would be that of the times.
      if now() - before < 100_000_000 { return asleep }
    }
  }
}

private func nanoseconds(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
