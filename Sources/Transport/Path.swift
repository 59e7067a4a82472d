import Timeline

/// The playhead's way through a song: from tick to moment and back, through every wrap.
///
/// Each pass over the range is a leg. Where a leg begins is kept in exact song time since the
/// origin, so that ten thousand passes add up to no error; only the last step rounds, to 1 ns.
struct Path {
  /// A stretch on which the playhead moves straight through the song.
  struct Leg {
    /// The first tick of the leg.
    let tick: Ticks
    /// Where the leg ends: at the wrap, or where playback stops.
    ///
    /// Exclusive.
    var end: Ticks
    /// Whether the playhead wraps at the end, rather than stops.
    var wraps: Bool
    /// Ticks travelled since play when the leg begins; never runs backwards.
    let travelled: Int64
    /// Exact song time since the origin when the leg begins.
    let elapsed: SongTime
    /// Passes completed before this one.
    let pass: Int64
    /// What is counted before the song; its ticks are not the song's.
    var countIn: CountIn?
  }

  let origin: HostTime
  let tempo: TempoMap
  /// The factor on the tempo, in millionths.
  let scale: Int64
  /// How time by the tempo map becomes time on the clock; begins with the path.
  private(set) var course: Course
  /// The legs from the one that is sounding to the last one filled; never empty.
  private(set) var legs: [Leg]

  init(
    origin: HostTime, leg: Leg, tempo: TempoMap, scale: Int64, course: Course = Course()
  ) {
    self.origin = origin
    self.tempo = tempo
    self.scale = scale
    self.course = course
    legs = [leg]
  }

  var last: Leg {
    get { legs[legs.count - 1] }
    set { legs[legs.count - 1] = newValue }
  }

  /// When the playhead is at a tick of a leg, rounded once to the nanosecond.
  ///
  /// A moment beyond what the clock can count is its last one: the slowest tempo and scale together
  /// take the furthest position there.
  func time(of tick: Ticks, in leg: Leg) -> HostTime {
    origin + course.time(after: elapsed(to: tick, in: leg))
  }

  /// When the playhead would be at a tick of a leg, had it always gone as it goes in the end.
  func lastingTime(of tick: Ticks, in leg: Leg) -> HostTime {
    origin + course.lastingTime(after: elapsed(to: tick, in: leg))
  }

  private func elapsed(to tick: Ticks, in leg: Leg) -> Int64 {
    let tempo = leg.countIn?.tempo ?? tempo
    let elapsed = leg.elapsed + tempo.time(at: tick) - tempo.time(at: leg.tick)
    let nanoseconds = (elapsed.units * 1_000_000).dividedRoundingHalfUp(by: unitsPerNanosecond)
    let most = (Int64.max - origin.nanoseconds) / (course.isStraight ? 1 : Course.slowest)
    return Int64(min(nanoseconds, Int128(most)))
  }

  /// When a leg begins.
  func start(of leg: Leg) -> HostTime { time(of: leg.tick, in: leg) }

  /// The first tick of a leg that is reached at or after a moment; at most the leg's end.
  func tick(at time: HostTime, in leg: Leg) -> Ticks {
    // The smallest elapsed time that rounds to the moment or later.
    let nanoseconds = Int128(course.elapsed(at: time - origin))
    let elapsed = ((2 * nanoseconds - 1) * unitsPerNanosecond).dividedRoundingUp(by: 2_000_000)
    let tempo = leg.countIn?.tempo ?? tempo
    let within = tempo.time(at: leg.tick).units + elapsed - leg.elapsed.units
    guard within > 0 else { return leg.tick }
    return min(max(tempo.position(at: SongTime(units: within)), leg.tick), leg.end)
  }

  /// Where the playhead is in a leg at a moment: at the first tick reached then or later.
  func position(at time: HostTime, in leg: Leg) -> Ticks {
    leg.countIn?.start ?? tick(at: time, in: leg)
  }

  /// The leg that is under way at a moment.
  func leg(at time: HostTime) -> Leg {
    // Most of the time there is one, and no need to know when it began.
    guard legs.count > 1 else { return last }
    return legs.last { start(of: $0) <= time } ?? legs[0]
  }

  /// Continues with a pass from `tick`, once the last leg, or the count-in, has run to its end.
  mutating func wrap(to tick: Ticks, end: Ticks, wraps: Bool) {
    let done = last
    let tempo = done.countIn?.tempo ?? tempo
    legs.append(
      Leg(
        tick: tick, end: end, wraps: wraps,
        travelled: done.travelled + (done.end.count - done.tick.count),
        elapsed: done.elapsed + tempo.time(at: done.end) - tempo.time(at: done.tick),
        pass: done.countIn == nil ? done.pass + 1 : done.pass))
  }

  /// Forgets the legs that begin at a moment or later, but never the first.
  mutating func rewind(to time: HostTime) {
    while legs.count > 1, start(of: last) >= time { legs.removeLast() }
  }

  /// Goes on at another speed, in billionths of the tempo map's, from a moment on.
  mutating func bend(at time: HostTime, stretch: Int64) {
    course.bend(at: time - origin, stretch: stretch)
  }

  /// Forgets the legs, and bends, that were over at a moment.
  mutating func forget(before time: HostTime) {
    course.forget(before: time - origin)
    while legs.count > 1, start(of: legs[1]) <= time { legs.removeFirst() }
  }

  private var unitsPerNanosecond: Int128 { SongTime.perPicosecond * 1_000 * Int128(scale) }
}
