extension Transport {
  /// A suspend is longer than this; less is how far the clocks can be read apart.
  private static var shortestSuspend: Int64 { 1_000_000_000 }

  /// Whether the machine has been suspended since the last look.
  mutating func wakesUp() -> Bool {
    let before = asleep
    asleep = clock.asleep
    return performance != nil && asleep - before > Transport.shortestSuspend
  }

  /// Ends what sounds; then the playhead stops or goes on from where the suspend came.
  ///
  /// The clock and the output's queue stood still meanwhile, so nothing was missed.
  mutating func resumeAfterSuspend() -> [Notice] {
    health.suspends += 1
    if stopsOnResume {
      _ = stop()
      return notices(at: clock.now()) + [.stopped]
    }
    _ = commit { performance, time in performance.silence(at: time) }
    return []
  }
}
