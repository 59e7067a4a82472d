/// How far the host's clock is ahead of the queue's, read once.
package struct ClockReading: Hashable, Sendable {
  /// Host time minus queue time, in nanoseconds.
  package let offset: Int64
  /// Nanoseconds between the looks at the host's clock before and after: twice the uncertainty.
  package let window: Int64

  /// From the host's clock before and after the queue's clock was read.
  package init(before: Int64, queue: Int64, after: Int64) {
    window = after - before
    offset = before + window / 2 - queue
  }

  /// The better of two readings.
  ///
  /// The queue's clock is behind by the lateness of its last tick and never ahead, and a late look
  /// at the host's clock errs the same way: the reading with the least upper bound is the better.
  package func better(_ other: ClockReading) -> ClockReading {
    offset + window / 2 <= other.offset + other.window / 2 ? self : other
  }
}
