import Timeline

/// The playhead's way through a song: from tick to moment and back, through every wrap.
///
/// Each pass over the range is a leg. Where a leg begins is kept in exact song time since the
/// origin of its pace, so that ten thousand passes add up to no error; only the last step rounds.
struct Path {
  /// A stretch on which the playhead moves straight through the song.
  struct Leg {
    /// How the playhead comes to the first tick.
    enum Entrance {
      /// By a play or a seek, perhaps after a count-in.
      case jump
      /// From the end of the leg before.
      case wrap(from: Ticks)
      /// By a seek that has waited for where the leg before was left.
      case seek(from: Ticks)
      /// From the tick before, at another pace.
      case straight
    }

    let entrance: Entrance
    fileprivate(set) var pace: Pace
    /// The first tick of the leg.
    let tick: Ticks
    /// Where the leg leads: to the wrap, or to where playback stops.
    ///
    /// Exclusive.
    var goal: Ticks
    /// Whether the playhead wraps at the goal, rather than stops.
    var wraps: Bool
    /// Ticks travelled since play when the leg begins; never runs backwards.
    let travelled: Int64
    /// Exact song time since the origin when the leg begins.
    var elapsed = SongTime.zero
    /// Passes completed before this one.
    let pass: Int64
    /// Counts the wraps and jumps of all ways so far: what leads straight on is one lap.
    var lap: Int64 = 0
    /// What is counted before the song; its ticks are not the song's.
    var countIn: CountIn?
    /// Whether it is only what follows as things are, and nothing that was decided.
    fileprivate(set) var isForeseen = false
    /// Where another leg went straight on, short of the goal.
    fileprivate(set) var exit: Ticks?
  }

  /// The legs from the first that anything is still on to the last that is known; never empty.
  private(set) var legs: [Leg]

  init(_ leg: Leg) {
    legs = [leg]
  }

  var last: Leg {
    get { legs[legs.count - 1] }
    set { legs[legs.count - 1] = newValue }
  }

  /// The leg that is under way at a moment.
  func leg(at time: HostTime) -> Leg {
    lastLeg { $0.start <= time }
  }

  /// Where the playhead has come before a moment; a leg that begins just then has not been entered.
  func place(before time: HostTime) -> (leg: Leg, tick: Ticks) {
    let leg = lastLeg { $0.start < time }
    return (leg, leg.tick(at: time))
  }

  /// Ticks travelled since play before a moment.
  func travelled(before time: HostTime) -> Int64 {
    let (leg, tick) = place(before: time)
    return leg.travelled(to: tick)
  }

  /// Where and when the playhead has travelled so far; at a wrap, at the end.
  func moment(after travelled: Int64) -> (position: Ticks, time: HostTime) {
    let leg = leg(reaching: travelled)
    let position = leg.position(after: max(travelled, leg.travelled))
    return (position, leg.time(of: position))
  }

  /// The leg on which the playhead comes to have travelled so far; at a wrap, the one before it.
  func leg(reaching travelled: Int64) -> Leg { lastLeg { $0.travelled < travelled } }

  /// The leg on which the playhead is once it has travelled so far; at a wrap, the one after it.
  func leg(after travelled: Int64) -> Leg { lastLeg { $0.travelled <= travelled } }

  /// The last leg that has begun, as `isBegun` tells, or the first.
  private func lastLeg(_ isBegun: (Leg) -> Bool) -> Leg {
    // Most of the time there is one, and no need to know when it began.
    guard legs.count > 1 else { return last }
    return legs.last(where: isBegun) ?? legs[0]
  }

  /// Continues with a pass from `tick`, once the last leg, or the count-in, has run to its end.
  mutating func wrap(to tick: Ticks, goal: Ticks, wraps: Bool) {
    let done = last
    legs.append(
      Leg(
        entrance: done.countIn == nil ? .wrap(from: done.end) : .jump, pace: done.pace, tick: tick,
        goal: goal, wraps: wraps,
        travelled: done.travelled(to: done.end), elapsed: done.elapsed(to: done.end),
        pass: done.countIn == nil ? done.pass + 1 : done.pass, lap: done.lap + 1,
        isForeseen: true))
  }

  /// Leaves the last leg at one tick, and continues from another.
  mutating func turn(
    _ entrance: Leg.Entrance, at exit: Ticks, to tick: Ticks, goal: Ticks, wraps: Bool, pass: Int64
  ) {
    last.exit = exit
    let done = last
    legs.append(
      Leg(
        entrance: entrance, pace: done.pace, tick: tick, goal: goal, wraps: wraps,
        travelled: done.travelled(to: exit), elapsed: done.elapsed(to: exit), pass: pass,
        lap: done.lap + 1))
  }

  /// Leaves the last leg for one that goes on where it is by then.
  mutating func goOn(with leg: Leg) {
    last.exit = last.position(after: leg.travelled)
    legs.append(leg)
  }

  /// Whether the last leg begins or wraps where so many ticks have been travelled.
  func turns(after travelled: Int64) -> Bool {
    last.travelled == travelled || last.wraps && last.travelled(to: last.end) == travelled
  }

  /// Leads no further than where so many ticks have been travelled: there playback stops.
  mutating func end(after travelled: Int64) {
    while legs.count > 1, last.travelled >= travelled { legs.removeLast() }
    endLast(after: travelled)
  }

  /// The same for the last leg, which may have begun there.
  mutating func endLast(after travelled: Int64) {
    (last.goal, last.exit, last.wraps) = (last.position(after: travelled), nil, false)
    last.isForeseen = false
  }

  /// Forgets what is only foreseen to begin at a moment or later.
  mutating func rewind(to time: HostTime) {
    while legs.count > 1, last.isForeseen, last.start >= time { legs.removeLast() }
  }

  /// Forgets the legs that begin after a moment, but never the first: the playhead leaves it then.
  mutating func leave(at time: HostTime) {
    while legs.count > 1, last.start > time {
      legs.removeLast()
      last.exit = nil
    }
  }

  /// Where what leads elsewhere from a moment on can begin: behind what has been decided.
  func seam(at time: HostTime) -> (tick: Ticks, time: HostTime) {
    let start = last.start
    return start > time ? (last.tick, start) : (last.position(at: time), time)
  }

  /// What was left of it when it was left at a moment.
  func left(at time: HostTime) -> Path {
    var path = self
    while path.legs.count > 1, path.last.start >= time { path.legs.removeLast() }
    path.last.exit = path.last.tick(at: time)
    path.last.wraps = false
    return path
  }

  /// Goes on at another speed, in billionths of the tempo map's, from a moment on.
  mutating func bend(at time: HostTime, stretch: Int64) {
    let origin = last.pace.origin
    for index in legs.indices where legs[index].pace.origin == origin {
      legs[index].pace.course.bend(at: time - origin, stretch: stretch)
    }
  }

  /// Forgets the legs, and bends, that were over at a moment.
  mutating func forget(before time: HostTime) {
    for index in legs.indices {
      legs[index].pace.course.forget(before: time - legs[index].pace.origin)
    }
    while legs.count > 1, legs[1].start <= time { legs.removeFirst() }
  }
}

extension Path.Leg {
  /// Whether it goes on where the leg before was left.
  var isStraightOn: Bool { if case .straight = entrance { true } else { false } }

  /// Where it ends; exclusive.
  var end: Ticks { exit ?? goal }

  /// When the playhead is at a tick of the leg.
  func time(of tick: Ticks) -> HostTime { pace.time(after: elapsed(to: tick)) }

  /// When the playhead would be at a tick of the leg, had it always gone as it goes in the end.
  func lastingTime(of tick: Ticks) -> HostTime { pace.lastingTime(after: elapsed(to: tick)) }

  /// When the leg begins.
  var start: HostTime { time(of: tick) }

  /// When the leg is over.
  var over: HostTime { time(of: end) }

  /// The first tick of the leg that is reached at or after a moment; at most its end.
  func tick(at time: HostTime) -> Ticks {
    let within = tempo.time(at: tick).units + pace.elapsed(at: time).units - elapsed.units
    guard within > 0 else { return tick }
    return min(max(tempo.position(at: SongTime(units: within)), tick), end)
  }

  /// Where the playhead is at a moment: at the first tick reached then or later.
  func position(at time: HostTime) -> Ticks { countIn?.start ?? tick(at: time) }

  /// Ticks travelled since play when the playhead is at a tick of the leg.
  func travelled(to tick: Ticks) -> Int64 { travelled + (tick - self.tick).count }

  /// The tick of the leg at which so many have been travelled.
  func position(after travelled: Int64) -> Ticks {
    tick + Ticks(count: travelled - self.travelled)
  }

  /// Exact song time since the origin when the playhead is at a tick of the leg.
  func elapsed(to tick: Ticks) -> SongTime {
    elapsed + tempo.time(at: tick) - tempo.time(at: self.tick)
  }

  private var tempo: TempoMap { countIn?.tempo ?? pace.tempo }
}
