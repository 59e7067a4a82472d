/// The timer that the kernel really gave to the queue.
///
/// The queue's own settings only repeat what was asked for: when the high-resolution timer is not
/// there, the kernel silently takes the system timer. So the truth is read from its proc file.
package struct TimerGrant: Hashable, Sendable {
  /// Whether it is the high-resolution timer.
  package let isHighResolution: Bool
  /// Nanoseconds between the ticks at which events can leave.
  package let period: Int64

  package init(isHighResolution: Bool, period: Int64) {
    self.isHighResolution = isHighResolution
    self.period = period
  }

  /// From the text of `/proc/asound/seq/timer`; nil when that says nothing of the queue.
  package init?(procText: String, queue: Int32) {
    let lines = procText.split(separator: "\n")
    let head = "Timer for queue \(queue) : "
    guard let index = lines.firstIndex(where: { $0.hasPrefix(head) }), index + 1 < lines.count,
      let seconds = lines[index + 1].split(separator: " ").last
    else { return nil }
    let parts = seconds.split(separator: ".")
    guard parts.count == 2, parts[1].count == 9, let whole = Int64(parts[0]),
      let fraction = Int64(parts[1]), whole < 1000, whole + fraction > 0
    else { return nil }
    isHighResolution = lines[index].dropFirst(head.count) == "HR timer"
    period = whole * 1_000_000_000 + fraction
  }

  /// Ticks per second, rounded.
  package var hertz: Int { Int((1_000_000_000 + period / 2) / period) }

  /// What to tell the user when notes will be timed coarsely; nil when all is well.
  package var warning: String? {
    guard !isHighResolution else { return nil }
    let (whole, tenth) = (period / 1_000_000, period / 100_000 % 10)
    return "notes are timed to \(whole).\(tenth) ms only: the kernel gave its system timer; "
      + "run `sudo modprobe snd-hrtimer` and start again"
  }
}
