import Timeline

/// How song time becomes time on the clock: from a moment on, at a tempo and a factor on it.
struct Pace {
  let origin: HostTime
  let tempo: TempoMap
  /// The factor on the tempo, in millionths.
  let scale: Int64
  /// How time by the tempo map becomes time on the clock; begins at the origin.
  var course = Course()

  /// The moment at which so much song time has gone by since the origin, rounded once to 1 ns.
  ///
  /// A moment beyond what the clock can count is its last one: the slowest tempo and scale together
  /// take the furthest position there.
  func time(after elapsed: SongTime) -> HostTime {
    origin + course.time(after: nanoseconds(elapsed))
  }

  /// The same, had it always gone as it goes in the end.
  func lastingTime(after elapsed: SongTime) -> HostTime {
    origin + course.lastingTime(after: nanoseconds(elapsed))
  }

  /// The smallest song time since the origin that comes at a moment or later.
  func elapsed(at time: HostTime) -> SongTime {
    let nanoseconds = Int128(course.elapsed(at: time - origin))
    return SongTime(
      units: ((2 * nanoseconds - 1) * unitsPerNanosecond).dividedRoundingUp(by: 2_000_000))
  }

  private func nanoseconds(_ elapsed: SongTime) -> Int64 {
    let nanoseconds = (elapsed.units * 1_000_000).dividedRoundingHalfUp(by: unitsPerNanosecond)
    let most = (Int64.max - origin.nanoseconds) / (course.isStraight ? 1 : Course.slowest)
    return Int64(min(nanoseconds, Int128(most)))
  }

  private var unitsPerNanosecond: Int128 { SongTime.perPicosecond * 1_000 * Int128(scale) }
}
