import Timeline

/// The clock that goes on while the transport is stopped, at the tempo under the playhead.
struct Standstill {
  private(set) var clocks: Clocks
  private(set) var path: Path
  /// Everything before this moment is decided.
  private(set) var edge: HostTime

  /// Goes on from what was decided up to `edge`.
  init(clocks: Clocks, path: Path, edge: HostTime) {
    self.clocks = clocks
    self.path = path
    self.edge = edge
  }

  /// Begins at `time`, with the playhead at a tick of a song.
  init(clocks: Clocks, at tick: Ticks, from time: HostTime, in song: Song) {
    let path = Path(
      standingAt: tick, from: time, travelled: 0, tempo: TempoMap(song.tempo.tempo(at: tick)),
      scale: song.tempoScale)
    self.init(clocks: clocks, path: path, edge: time)
  }

  /// The clock of everything before `time` that was not decided.
  mutating func fill(to time: HostTime, stale: HostTime) -> [ScheduledMessage] {
    var messages: [ScheduledMessage] = []
    clocks.follow(
      path, from: edge, to: time + clocks.ahead, stale: stale, moves: false, into: &messages)
    edge = max(edge, time)
    clocks.forget(before: stale)
    return messages.clockFirst
  }

  /// Whether it goes at another tempo than this, by more than a leader's is uncertain.
  func isOff(from tempo: Tempo) -> Bool {
    let pace = path.last.pace
    let own = Double(pace.tempo.tempo(at: .zero).picosecondsPerBeat) / Double(pace.scale) * 1e6
    return abs(own / Double(tempo.picosecondsPerBeat) - 1) > 0.002
  }

  /// Goes on at a tempo, times so many millionths, from the next clock that is not decided.
  mutating func follow(_ tempo: Tempo, by scale: Int64) {
    let tempo = TempoMap(tempo)
    let leg = path.last
    guard tempo != leg.pace.tempo || scale != leg.pace.scale else { return }
    let here = leg.tick(at: edge)
    path = Path(
      standingAt: here, from: edge, travelled: leg.travelled(to: here), tempo: tempo, scale: scale)
  }

  /// Sends to other ports from the next clock on; returns what ends.
  mutating func change(to ports: [ClockPort]) {
    _ = clocks.change(to: ports, at: edge)
  }
}
