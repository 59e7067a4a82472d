import Timeline

extension Performance {
  /// Nanoseconds in which a playhead that is led catches up with most of what it is off.
  private static let haste = 50_000_000.0

  /// The tempo map and scale of a way through a song; where it is led, they say nothing.
  static func pace(of song: Song, _ isLed: Bool) -> (TempoMap, Int64) {
    isLed ? (TempoMap(.standard), 1_000_000) : (song.tempo, song.tempoScale)
  }

  /// The course of a way that is led by a clock of this period, in nanoseconds.
  static func course(_ period: Double) -> Course { Course(stretch: stretch(period)) }

  private static func stretch(_ period: Double) -> Int64 {
    let most = Double(Course.slowest * Course.straight)
    let standard = Double(Tempo.standard.picosecondsPerBeat) / 24_000
    return Int64((period / standard * Double(Course.straight)).clamped(to: 1...most))
  }

  /// Goes on from the same place at `time`, led by a clock, or by nobody without its period.
  mutating func lead(by period: Double?, at time: HostTime) {
    isLed = period != nil
    goOn(at: time, course: period.map(Performance.course) ?? Course())
  }

  /// From where on nothing is decided yet, not even for the earliest row.
  var free: HostTime { edge + early }

  /// Bends the way where it is free: to a clock's period, and towards where it is then, which is
  /// so many nanoseconds ahead.
  mutating func steer(to period: Double, ahead nanoseconds: Double) {
    guard ending == nil, free >= path.last.pace.origin else { return }
    let haste = (nanoseconds / Performance.haste).clamped(to: -0.5...0.5)
    path.bend(at: free, stretch: Performance.stretch(period / (1 + haste)))
  }

  /// Goes on so many ticks further, or back, at `time`; what sounds is cut there.
  mutating func skip(_ ticks: Int64, at time: HostTime) -> [ScheduledMessage] {
    path.leave(at: time)
    let leg = path.last
    var tick = leg.position(at: time) + Ticks(count: ticks)
    if leg.wraps, leg.countIn == nil, tick >= leg.end {
      let start = song.range.start
      tick = start + Ticks(count: (tick - start).count % max(1, (leg.end - start).count))
    }
    return jump(to: max(tick, .zero), pass: nil, at: time)
  }

  /// Where the playhead is when it has travelled so many ticks, as far as that is decided.
  func tick(travelled: Int64) -> Ticks {
    let leg = path.legs.last { $0.travelled <= travelled } ?? path.legs[0]
    guard leg.countIn == nil else { return leg.countIn?.start ?? leg.tick }
    return min(max(leg.position(after: travelled), leg.tick), leg.end)
  }
}
