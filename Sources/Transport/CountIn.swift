import Timeline

extension Path {
  /// Bars of clicks at one tempo, while the playhead waits.
  struct CountIn {
    /// Where the playhead waits.
    let start: Ticks
    let tempo: TempoMap
    let meter: Meter

    /// Counts at the tempo of a place.
    init(before start: Ticks, of meter: Meter, _ tempo: TempoMap) {
      self.start = start
      self.meter = meter
      self.tempo = TempoMap(tempo.tempo(at: start))
    }
  }
}

extension Path.Leg {
  /// From a place of a song, at a pace, to where the playhead wraps or stops, or a count-in before
  /// that.
  init(
    _ entrance: Entrance, from tick: Ticks, at pace: Pace, in song: Song, travelled: Int64 = 0,
    pass: Int64, lap: Int64 = 0, countIn bars: Int = 0
  ) {
    guard bars == 0 else {
      let meter = song.meters.event(at: tick).meter
      self.init(
        entrance: entrance, pace: pace, tick: .zero, goal: meter.bar * Int64(bars), wraps: true,
        travelled: travelled, pass: pass, lap: lap,
        countIn: Path.CountIn(before: tick, of: meter, pace.tempo))
      return
    }
    let (goal, wraps) = Performance.goal(from: tick, in: song)
    self.init(
      entrance: entrance, pace: pace, tick: tick, goal: goal, wraps: wraps, travelled: travelled,
      pass: pass, lap: lap)
  }
}
