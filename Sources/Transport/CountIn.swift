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
  /// From a place of a song to where the playhead wraps or stops, or a count-in before that.
  init(
    from tick: Ticks, in song: Song, _ tempo: TempoMap, travelled: Int64 = 0, pass: Int64,
    countIn bars: Int = 0
  ) {
    guard bars == 0 else {
      let meter = song.meters.event(at: tick).meter
      self.init(
        countIn: Path.CountIn(before: tick, of: meter, tempo), from: .zero,
        to: meter.bar * Int64(bars), travelled: travelled, pass: pass)
      return
    }
    let (end, wraps) = Performance.goal(from: tick, in: song)
    self.init(
      tick: tick, end: end, wraps: wraps, travelled: travelled, elapsed: .zero, pass: pass)
  }

  /// What is left of a count-in.
  init(countIn: Path.CountIn, from tick: Ticks, to end: Ticks, travelled: Int64, pass: Int64) {
    self.init(
      tick: tick, end: end, wraps: true, travelled: travelled, elapsed: .zero, pass: pass,
      countIn: countIn)
  }
}
