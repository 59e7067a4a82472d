import Timeline

/// A song being played: the playhead's way, what sounds, and what has been decided so far.
///
/// A pure value. `fill` decides what sounds up to a moment; `rewind` takes decisions from a moment
/// on back, so that the same fill can decide them anew on a changed song.
struct Performance {
  /// What is played.
  var score: Score
  /// What is played until a place by those who have not come there yet, by place.
  var formers: [Former] = []
  var path: Path
  var ledger = Ledger()
  /// Everything before this moment is decided.
  var edge: HostTime
  /// Nothing is decided from the place on where so many ticks have been travelled.
  var held: Int64?
  /// What is to be made at a place, once that is decided up to.
  var ahead: Gathering?
  /// What was made lately, or passed, in order of time.
  var turns: [Turn] = []
  /// Where the playhead stops for good, once that is decided.
  var ending: (time: HostTime, tick: Ticks)?
  /// Whether it was stopped by hand.
  var isStopped = false
  /// Where the playhead is put when it comes to the end of its way, if it is to stop there.
  var resting: Ticks?
  /// By how many nanoseconds what sounds on a port is late; negative when it is early.
  private(set) var portDelays: [String: Int64]
  /// Who plays which of them; never empty.
  var players: [Player] = []
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
  ///
  /// What comes before that, since it is early, sounds at `begin` or later.
  init(
    of song: Song, from tick: Ticks, at start: HostTime, since begin: HostTime, pass: Int64 = 0,
    lap: Int64 = 0, countIn bars: Int = 0, portDelays: [String: Int64] = [:], course: Course? = nil
  ) {
    score = Score(of: song, portDelays: portDelays)
    isLed = course != nil
    self.portDelays = portDelays
    edge = begin
    let (tempo, scale) = Performance.pace(of: song, isLed)
    let pace = Pace(origin: start, tempo: tempo, scale: scale, course: course ?? Course())
    path = Path(
      Path.Leg(.jump, from: tick, at: pace, in: song, pass: pass, lap: lap, countIn: bars))
    players = score.players(since: begin) { _ in (Player.Place(0), nil) }
  }

  var song: Song { score.song }
  var parts: Parts { score.parts }

  /// Takes back every decision for `time` and later.
  mutating func rewind(to time: HostTime) {
    if let index = turns.firstIndex(where: { time <= $0.time }),
      let before = turns[index].before.first
    {
      let (held, later, earlier) = (held, stays, turns[..<index])
      self = before
      self.held = held
      turns = Array(earlier)
      stays = later
      stays.takeBack(to: before.stays)
    }
    path.rewind(to: time)
    ledger.rewind(to: time)
    console.rewind(to: time)
    stays.rewind(to: time)
    clocks.rewind(to: time)
    edge = min(edge, time)
    if let end = ending, end.time >= time { ending = nil }
  }

  /// Forgets what was over at a moment, the way only what was so long before, and frees the tags
  /// of what neither sounds nor is queued.
  mutating func forget(before time: HostTime, wayBefore memory: Int64 = 0) {
    turns = turns.filter { turn in
      turn.time >= time || turn.gathering.map { timed($0.place).time >= time } ?? false
    }
    path.forget(before: time - max(late, memory))
    ledger.forget(before: time)
    console.forget(before: time)
    clocks.forget(before: time)
    if tags.areScarce { tags.keep(from: time, ledger.cells) }
  }

  /// The position at a moment.
  func position(at time: HostTime) -> Ticks {
    if let ending, ending.time <= time { return ending.tick }
    return path.leg(at: time).position(at: time)
  }

  /// Goes on from another tick at `time`; what sounds is cut there.
  mutating func jump(
    to tick: Ticks, pass: Int64?, countIn bars: Int? = nil, at time: HostTime
  ) -> [ScheduledMessage] {
    let offs = silence(at: time) + changeAhead(at: time)
    path.leave(at: time)
    leave(at: path.last.position(at: time), time)
    (ending, resting) = (nil, nil)
    forgetTurn(madeBefore: time)
    let leg = leg(.jump, from: tick, at: time, pass: pass ?? path.last.pass, countIn: bars)
    path = Path(leg)
    formers = []
    players = score.players(since: time) { _ in (Player.Place(leg.travelled), nil) }
    clocks.jump(travelled: leg.travelled)
    return offs + chase(at: tick, leg.pass, time: time, all: true)
  }

  /// Goes on with another song at `time`, from a tick or from where the playhead is; what sounds is
  /// cut there.
  ///
  /// With a pass count of its own, no count-in goes on.
  mutating func replace(
    with song: Song, from tick: Ticks?, pass: Int64?, at time: HostTime
  ) -> [ScheduledMessage] {
    path.leave(at: time)
    let tick = tick ?? path.last.position(at: time)
    ahead = nil
    become(song)
    return jump(to: tick, pass: pass, countIn: pass == nil ? nil : 0, at: time)
  }

  mutating func become(_ song: Song) {
    score = Score(of: song, portDelays: portDelays)
    formers = []
  }

  /// Goes on with a changed song at `time`, and settles what sounds then.
  ///
  /// `rangeByHand` tells a range that was set from one that follows the content: the latter waits
  /// for the wrap.
  mutating func change(
    to song: Song, patch: Patch, rangeByHand: Bool, at time: HostTime,
    sounding: (Cell.ID) -> Sounding?
  ) -> [ScheduledMessage] {
    let (place, way) = (path.seam(at: time), wayAhead(of: time))
    let reachesLanes = patch.reachesLanes && (score.song.hasLanes || song.hasLanes)
    score = score.changed(to: song, by: patch, portDelays: portDelays)
    for index in formers.indices { formers[index].adopt(patch, portDelays: portDelays) }
    regroup(at: time, on: way)
    if ending == nil, resting == nil { redirect(from: place, rangeByHand: rangeByHand) }
    return settle(patch, reachesLanes: reachesLanes, at: time, sounding)
  }

  /// Goes on to where a changed song leads, at its pace.
  mutating func redirect(from place: (tick: Ticks, time: HostTime), rangeByHand: Bool) {
    let leg = path.last
    if Performance.pace(of: song, isLed) != (leg.pace.tempo, leg.pace.scale) {
      goOn(from: place.tick, at: place.time)
    }
    guard leg.countIn == nil else { return }
    (path.last.goal, path.last.wraps) =
      rangeByHand || !leg.wraps
      ? goal(from: place.tick, in: leg, of: song) : (leg.goal, leg.wraps)
  }

  /// Plays what sounds on each port so much later from `time` on.
  mutating func delay(ports: [String: Int64], at time: HostTime) {
    let way = wayAhead(of: time)
    portDelays = ports
    score = Score(of: song, portDelays: ports)
    for index in formers.indices { formers[index].delay(ports: ports) }
    regroup(at: time, on: way)
  }

  /// Brings all that comes after `time` forward by so many nanoseconds, or back.
  mutating func nudge(by nanoseconds: Int64, at time: HostTime) {
    goOn(at: time, nudge: nanoseconds)
  }

  /// Goes on from the same place at `time`: nudged, or on another course.
  mutating func goOn(at time: HostTime, nudge: Int64 = 0, course: Course? = nil) {
    guard ending == nil else { return }
    let (leg, seam) = (path.last, path.seam(at: time))
    regroup(at: time, on: wayAhead(of: time))
    goOn(from: seam.tick, at: seam.time, nudge: nudge, course: course)
    if leg.countIn == nil { (path.last.goal, path.last.wraps) = (leg.goal, leg.wraps) }
  }

  /// Where the playhead goes from a tick: to the range head, or beyond it to the content's end.
  static func goal(from tick: Ticks, in song: Song) -> (tick: Ticks, wraps: Bool) {
    let head = head(of: song)
    guard tick < head else { return (max(song.contentEnd, tick), false) }
    return (head, song.range.loops)
  }

  /// Where the playhead goes from a tick of a leg; at the leg's end it has come to the range head.
  func goal(
    from tick: Ticks, in leg: Path.Leg, of song: Song
  ) -> (tick: Ticks, wraps: Bool) {
    guard tick == leg.goal, tick == Performance.head(of: song) else {
      return Performance.goal(from: tick, in: song)
    }
    return (tick, song.range.loops)
  }

  /// The range head; an empty range counts as one bar.
  static func head(of song: Song) -> Ticks {
    let range = song.range
    return range.end > range.start ? range.end : song.meters.barLine(after: range.start)
  }

  /// Goes on from `tick` at `time` at the song's pace; a count-in that is under way goes on.
  private mutating func goOn(
    from tick: Ticks, at time: HostTime, nudge: Int64 = 0, course: Course? = nil
  ) {
    path.goOn(
      with: leg(
        .straight, from: tick, at: time, pass: path.last.pass, nudge: nudge, course: course))
  }

  /// A leg that begins at `time` with `tick`, after a count-in of so many bars.
  ///
  /// Without a number of bars a count-in that is under way goes on; so does the course.
  func leg(
    _ entrance: Path.Leg.Entrance, from tick: Ticks, at time: HostTime, pass: Int64,
    countIn bars: Int? = nil, nudge: Int64 = 0, course another: Course? = nil
  ) -> Path.Leg {
    let last = path.last
    var course = another ?? last.pace.course.rest(at: time - last.pace.origin)
    if nudge != 0 { course = Course(nudge: course.lead + nudge) }
    let (tempo, scale) = Performance.pace(of: song, isLed)
    let pace = Pace(origin: time, tempo: tempo, scale: scale, course: course)
    let here = last.tick(at: time)
    let travelled = last.travelled(to: here)
    let lap = if case .straight = entrance { last.lap } else { last.lap + 1 }
    guard bars == nil, let count = last.countIn else {
      return Path.Leg(
        entrance, from: tick, at: pace, in: song, travelled: travelled, pass: pass,
        lap: lap, countIn: bars ?? 0)
    }
    return Path.Leg(
      entrance: entrance, pace: pace, tick: here, goal: last.goal, wraps: true,
      travelled: travelled, pass: pass, lap: lap,
      countIn: Path.CountIn(before: tick, of: count.meter, tempo))
  }
}

extension Path {
  /// Continues with the next pass over the range of a song, or where a count-in leads to.
  mutating func wrap(in song: Song) {
    let start = last.countIn?.start ?? song.range.start
    let (goal, wraps) = Performance.goal(from: start, in: song)
    wrap(to: start, goal: goal, wraps: wraps)
  }

  /// Continues through all wraps that come before a moment.
  mutating func reach(_ time: HostTime, in song: Song) {
    while last.wraps, last.over < time { wrap(in: song) }
  }
}
