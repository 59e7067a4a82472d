package import Transport

/// How a moment becomes a stamp of the queue, in nanoseconds of the queue's clock.
///
/// An event leaves the queue at the first tick at or after its stamp, half a period late on
/// average; so stamps lead by half a period. A new offset counts only beyond the newest time that
/// was stamped: every queued event keeps the stamp that it would get again, which is what removal
/// by time rests on, and stamps never run backwards.
package struct StampMap {
  /// Half a period of the queue's tick.
  package let lead: Int64
  /// Host time minus queue time, up to the seam.
  private var offset: Int64
  /// The same beyond the seam.
  private var nextOffset: Int64
  private var seam = HostTime(nanoseconds: .min)
  private var newest = HostTime(nanoseconds: .min)

  package init(offset: Int64, lead: Int64) {
    self.lead = lead
    self.offset = offset
    nextOffset = offset
  }

  /// The offset for times that were not stamped yet.
  package var currentOffset: Int64 { nextOffset }

  /// The stamp for a time; never below zero, which is due at once.
  package func stamp(for time: HostTime) -> Int64 {
    guard time > seam else { return max(0, time.nanoseconds - offset - lead) }
    guard seam.nanoseconds != .min else { return max(0, time.nanoseconds - nextOffset - lead) }
    return max(0, max(time.nanoseconds - nextOffset, seam.nanoseconds - offset + 1) - lead)
  }

  /// Notes that this time was stamped for an event that is queued now.
  package mutating func noteQueued(_ time: HostTime) {
    newest = max(newest, time)
  }

  /// Takes a new offset for times beyond the newest stamped one.
  ///
  /// Does nothing while the last change still lies ahead of `now`.
  package mutating func adopt(offset: Int64, now: HostTime) {
    guard seam < now else { return }
    self.offset = nextOffset
    nextOffset = offset
    seam = newest
  }
}
