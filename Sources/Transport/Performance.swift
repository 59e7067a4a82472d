import Timeline

/// A song being played: the playhead's way, what sounds, and what has been decided so far.
///
/// A pure value. `fill` decides what sounds up to a moment; `rewind` takes decisions from a moment
/// on back, so that the same fill can decide them anew on a changed song.
struct Performance {
  var song: Song
  var path: Path
  var ledger = Ledger()
  /// Everything before this moment is decided.
  var edge: HostTime
  /// Where the playhead stops for good, once that is decided.
  var ending: (time: HostTime, tick: Ticks)?
  /// Whether it was stopped by hand.
  private(set) var isStopped = false
  var parts: Parts
  var tags = Tags()
  /// How the controllers, programs and bends stand.
  var console = Console()
  /// The labels that the playhead is in.
  var stays = Stays()
  /// Who is kept in step.
  var clocks = Clocks([])
  /// Whether it goes at the tempo of a leader, to which its way is bent.
  var isLed: Bool
  /// What the call under way has decided.
  var messages: [ScheduledMessage] = []

  /// A performance whose first tick, or first click of a count-in, sounds at `start`.
  init(
    of song: Song, from tick: Ticks, at start: HostTime, pass: Int64 = 0, countIn bars: Int = 0,
    course: Course? = nil
  ) {
    self.song = song
    isLed = course != nil
    parts = Parts(of: song)
    edge = start
    let (tempo, scale) = Performance.pace(of: song, isLed)
    path = Path(
      origin: start, leg: Path.Leg(from: tick, in: song, tempo, pass: pass, countIn: bars),
      tempo: tempo, scale: scale, course: course ?? Course())
    attend(at: tick, start)
  }

  /// Takes back every decision for `time` and later.
  mutating func rewind(to time: HostTime) {
    path.rewind(to: time)
    ledger.rewind(to: time)
    console.rewind(to: time)
    stays.rewind(to: time)
    clocks.rewind(to: time)
    if path.origin >= time { attend(at: path.last.tick, path.origin) }
    edge = min(edge, time)
    if let end = ending, end.time >= time { ending = nil }
  }

  /// Forgets what was over at a moment, and frees the tags of what neither sounds nor is queued.
  mutating func forget(before time: HostTime, queued: [ScheduledMessage]) {
    path.forget(before: time)
    ledger.forget(before: time)
    console.forget(before: time)
    clocks.forget(before: time)
    guard tags.areScarce else { return }
    tags.keep(Set(ledger.voices.map(\.cell)), Set(queued.map(\.tag)))
  }

  /// The position at a moment.
  func position(at time: HostTime) -> Ticks {
    if let ending, ending.time <= time { return ending.tick }
    return path.position(at: time, in: path.leg(at: time))
  }

  /// Goes on from another tick at `time`; what sounds is cut there.
  mutating func jump(
    to tick: Ticks, pass: Int64?, countIn bars: Int? = nil, at time: HostTime
  ) -> [ScheduledMessage] {
    let offs = silence(at: time)
    leave(at: path.position(at: time, in: path.last), time)
    ending = nil
    restart(from: tick, at: time, pass: pass ?? path.last.pass, countIn: bars)
    clocks.jump(travelled: path.last.travelled)
    attend(at: tick, time)
    return offs + chase(at: tick, time: time, all: true)
  }

  /// Goes on with another song from the same tick at `time`; what sounds is cut there.
  mutating func replace(with song: Song, at time: HostTime) -> [ScheduledMessage] {
    let tick = path.position(at: time, in: path.last)
    self.song = song
    parts = Parts(of: song)
    return jump(to: tick, pass: nil, at: time)
  }

  /// Stops for good at `time`; what sounds is cut there.
  mutating func stop(at time: HostTime) -> [ScheduledMessage] {
    isStopped = true
    let tick = path.position(at: time, in: path.last)
    ending = (time, tick)
    leave(at: tick, time)
    return silence(at: time) + rest(at: time)
  }

  /// Ends everything that sounds at `time`, or what sounds on one port.
  mutating func silence(port: String? = nil, at time: HostTime) -> [ScheduledMessage] {
    ledger.end { voice in port == nil || voice.port == port ? time : nil }
      .map { ScheduledMessage(off: $0, at: time) }
  }

  /// Goes on with a changed song at `time`, and settles what sounds then.
  ///
  /// `rangeByHand` tells a range that was set from one that follows the content: the latter waits
  /// for the wrap.
  mutating func change(
    to song: Song, patch: Patch, sounding: Sounding?, rangeByHand: Bool, at time: HostTime
  ) -> [ScheduledMessage] {
    let position = path.position(at: time, in: path.last)
    let hadLanes = self.song.hasLanes
    if !patch.rows.isEmpty || song.metronome != self.song.metronome { parts = Parts(of: song) }
    self.song = song
    let leg = path.last
    if Performance.pace(of: song, isLed) != (path.tempo, path.scale) {
      restart(from: position, at: time, pass: leg.pass)
    }
    if leg.countIn == nil {
      (path.last.end, path.last.wraps) =
        rangeByHand || !leg.wraps
        ? goal(from: position, in: leg, of: song) : (leg.end, leg.wraps)
    }
    let ringing = sounding == .swap ? Set(ledger.open.map(\.cell)) : []
    var decided = settle(patch, sounding, at: time)
    if hadLanes || song.hasLanes, patch.reachesLanes, ending == nil {
      attend(at: position, time)
      decided += chase(at: position, time: time)
    }
    return decided + swap(patch, ringing, position: position, at: time)
  }

  /// Brings all that comes after `time` forward by so many nanoseconds, or back.
  mutating func nudge(by nanoseconds: Int64, at time: HostTime) {
    let leg = path.last
    restart(
      from: path.position(at: time, in: leg), at: time, pass: leg.pass, nudge: nanoseconds)
    if leg.countIn == nil { (path.last.end, path.last.wraps) = (leg.end, leg.wraps) }
  }

  /// Where the playhead goes from a tick: to the range head, or beyond it to the content's end.
  static func goal(from tick: Ticks, in song: Song) -> (end: Ticks, wraps: Bool) {
    let head = head(of: song)
    guard tick < head else { return (max(song.contentEnd, tick), false) }
    return (head, song.range.loops)
  }

  /// Where the playhead goes from a tick of a leg; at the leg's end it has come to the range head.
  func goal(
    from tick: Ticks, in leg: Path.Leg, of song: Song
  ) -> (end: Ticks, wraps: Bool) {
    guard tick == leg.end, tick == Performance.head(of: song) else {
      return Performance.goal(from: tick, in: song)
    }
    return (tick, song.range.loops)
  }

  /// The range head; an empty range counts as one bar.
  static func head(of song: Song) -> Ticks {
    let range = song.range
    return range.end > range.start ? range.end : song.meters.barLine(after: range.start)
  }

  /// Ticks travelled since play at a moment of the last leg.
  func travelled(at time: HostTime) -> Int64 {
    path.last.travelled + (path.tick(at: time, in: path.last) - path.last.tick).count
  }

  /// Starts a new way from `tick` at `time`, after a count-in of so many bars.
  ///
  /// Without a number of bars a count-in that is under way goes on.
  mutating func restart(
    from tick: Ticks, at time: HostTime, pass: Int64, countIn bars: Int? = nil,
    nudge nanoseconds: Int64 = 0, course another: Course? = nil
  ) {
    let travelled = travelled(at: time)
    var course = another ?? path.course.rest(at: time - path.origin)
    if nanoseconds != 0 { course = Course(nudge: course.lead + nanoseconds) }
    let (tempo, scale) = Performance.pace(of: song, isLed)
    var leg = Path.Leg(
      from: tick, in: song, tempo, travelled: travelled, pass: pass, countIn: bars ?? 0)
    if bars == nil, let count = path.last.countIn {
      leg = Path.Leg(
        countIn: Path.CountIn(before: tick, of: count.meter, tempo),
        from: path.tick(at: time, in: path.last), to: path.last.end, travelled: travelled,
        pass: pass)
    }
    path = Path(origin: time, leg: leg, tempo: tempo, scale: scale, course: course)
  }
}

extension Path {
  /// Continues with the next pass over the range of a song, or where a count-in leads to.
  mutating func wrap(in song: Song) {
    let start = last.countIn?.start ?? song.range.start
    let (end, wraps) = Performance.goal(from: start, in: song)
    wrap(to: start, end: end, wraps: wraps)
  }
}
