import Timeline

/// Where the playhead must be, in closed form: floating point, and none of the transport's code.
struct Reckoning {
  /// When it left `tick`, in nanoseconds, as far as the tempo map alone says.
  private var origin: Double
  private var tick: Ticks
  private var tempo: [(at: Double, curve: TempoCurve, elapsed: Double)]
  private var scale: Double
  /// How many nanoseconds a nudge under way still brings everything forward.
  private var nudge: Double
  /// Song time between `tick` at the origin and the beginning of this pass, in nanoseconds.
  private var before = 0.0
  private(set) var passStart: Ticks
  /// Where this pass ends, and whether it wraps there rather than stops.
  private(set) var end: Ticks
  private(set) var wraps: Bool
  /// How many ticks it had travelled when this pass began.
  private(set) var travelled: Int64
  /// Counts the passes as cells do that play in some of them only.
  private(set) var count: Int64

  /// The playhead at `tick` at a moment.
  init(
    at tick: Ticks, when origin: Double, in song: Song, nudge: Double = 0, travelled: Int64 = 0,
    count: Int64 = 0
  ) {
    self.count = count
    self.origin = origin
    self.travelled = travelled
    self.tick = tick
    self.nudge = nudge
    passStart = tick
    scale = Double(song.tempoScale) / 1e6
    tempo = Reckoning.elapsed(song.tempo)
    (end, wraps) = Reckoning.goal(from: tick, in: song)
  }

  /// When a tick of this pass is played.
  func time(of tick: Ticks) -> Double {
    let elapsed = before + (songTime(tick) - songTime(passStart))
    let amount = nudge.magnitude
    guard amount > 0, elapsed > 0 else { return origin + elapsed }
    guard elapsed < 10 * amount else { return origin + elapsed - nudge }
    return origin + elapsed * (1 - (nudge > 0 ? 0.1 : -0.1))
  }

  /// The first tick of this pass that is played at a moment or later, to the nearest nanosecond.
  func tick(at time: Double) -> Ticks {
    var (low, high) = (passStart.count, end.count)
    while low < high {
      let middle = (low + high) / 2
      if self.time(of: Ticks(count: middle)) < time - 0.5 {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return Ticks(count: low)
  }

  /// How many ticks it has travelled at a tick of this pass.
  func travelled(to tick: Ticks) -> Int64 { travelled + (tick - passStart).count }

  /// When the pass is over.
  var passEnd: Double { time(of: end) }

  /// What a nudge still has to do at a moment.
  func nudge(at time: Double) -> Double {
    let (passed, amount) = (time - origin, nudge.magnitude)
    guard amount > 0, passed > 0 else { return nudge }
    let elapsed = passed / (1 - (nudge > 0 ? 0.1 : -0.1))
    return elapsed < 10 * amount ? nudge - (elapsed - passed) : 0
  }

  /// The next pass begins.
  mutating func wrap(in song: Song) {
    before += songTime(end) - songTime(passStart)
    (travelled, count) = (travelled(to: end), count + 1)
    passStart = song.range.start
    (end, wraps) = Reckoning.goal(from: passStart, in: song)
  }

  /// The range head was moved: by hand it holds at once, following the content from the wrap on.
  mutating func follow(_ song: Song, from tick: Ticks, byHand: Bool) {
    guard byHand || !wraps else { return }
    // At the end of a pass it has come to the head.
    let isThere = tick == end && tick == Reckoning.head(of: song)
    (end, wraps) = isThere ? (tick, song.range.loops) : Reckoning.goal(from: tick, in: song)
  }

  /// Goes on from a tick at a moment with the tempo of a song, in the pass under way.
  mutating func restart(at tick: Ticks, when time: Double, in song: Song, nudge more: Double = 0) {
    var next = Reckoning(
      at: tick, when: time, in: song, nudge: nudge(at: time) + more, travelled: travelled(to: tick),
      count: count)
    (next.end, next.wraps) = (end, wraps)
    self = next
  }

  static func goal(from tick: Ticks, in song: Song) -> (end: Ticks, wraps: Bool) {
    let head = Reckoning.head(of: song)
    return tick < head ? (head, song.range.loops) : (max(song.contentEnd, tick), false)
  }

  /// The range head; of an empty range, a bar behind its start.
  static func head(of song: Song) -> Ticks {
    let range = song.range
    return range.end > range.start ? range.end : song.meters.barLine(after: range.start)
  }

  /// Nanoseconds from the song's start to a tick.
  private func songTime(_ tick: Ticks) -> Double {
    let beats = tick.beats
    let event = tempo.last { $0.at <= beats } ?? tempo[0]
    return (event.elapsed + Reckoning.time(of: beats - event.at, in: event.curve)) / 1_000 / scale
  }

  private static func elapsed(
    _ map: TempoMap
  ) -> [(at: Double, curve: TempoCurve, elapsed: Double)] {
    var list: [(at: Double, curve: TempoCurve, elapsed: Double)] = []
    for event in map.events {
      let at = event.position.beats
      let elapsed = list.last.map { $0.elapsed + time(of: at - $0.at, in: $0.curve) } ?? 0
      list.append((at, event.curve, elapsed))
    }
    return list
  }

  /// Picoseconds that so many beats of a curve take: the area under a line, and a rectangle.
  private static func time(of beats: Double, in curve: TempoCurve) -> Double {
    let (first, last) = (
      Double(curve.start.picosecondsPerBeat), Double(curve.end.picosecondsPerBeat)
    )
    let ramp = curve.length.beats
    let inside = min(beats, ramp)
    let slope = ramp > 0 ? (last - first) / ramp : 0
    return first * inside + slope * inside * inside / 2 + last * (beats - inside)
  }
}
