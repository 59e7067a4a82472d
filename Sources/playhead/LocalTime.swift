import Glibc

/// A moment, in seconds since 1970, as this machine's clock on the wall shows it:
/// `2026-12-01 20:15`.
nonisolated func localTime(_ seconds: Int64) -> String {
  var moment = time_t(seconds)
  var parts = tm()
  guard localtime_r(&moment, &parts) != nil else { return "\(seconds)" }
  func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
    + "\(two(parts.tm_hour)):\(two(parts.tm_min))"
}
