internal import Glibc

/// The clock that never jumps: nanoseconds since an arbitrary start, stopped by a suspend.
package struct MonotonicClock: Sendable {
  package init() {}

  package static func now() -> Int64 { nanoseconds(CLOCK_MONOTONIC) }
}

/// The monotonic clock that also counts the time suspended.
package struct BootClock: Sendable {
  package init() {}

  package static func now() -> Int64 { nanoseconds(CLOCK_BOOTTIME) }
}

private func nanoseconds(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
