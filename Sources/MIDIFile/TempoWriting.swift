import Timeline

/// Writes a tempo map as a file can hold it: in steps of whole microseconds per beat.
///
/// A ramp becomes steps of 1/16 beat, each with the tempo that makes up for the rounding of those
/// before it; the last one is of two parts, which end the ramp at its time. The steps are longer
/// where a song has more of them than `Limits.mapEvents`, so that it can be imported again.
struct TempoWriting {
  private(set) var events: [MIDIFile.TimedEvent] = []
  /// How many tempos are slower than a file can hold; they are the slowest.
  private(set) var clamped = 0

  private let map: TempoMap
  private let time: FileTime
  private let ticksPerBeat: Int64
  private static let slowest: Int128 = 0xFF_FFFF

  /// No ramp is divided beyond the file tick `end`.
  init(_ map: TempoMap, _ time: FileTime, until end: Int64) {
    self.map = map
    self.time = time
    ticksPerBeat = time.tick(of: Ticks(beats: 1))
    let nexts = map.events.dropFirst().map(\.position) + [.maximum]
    let ramps = zip(map.events, nexts).map { event, next in
      let start = time.tick(of: event.position)
      return start..<max(start, min(time.tick(of: min(event.rampEnd, next)), end))
    }
    let room = max(Limits.mapEvents - 2 * ramps.count, 1)
    let enough = (ramps.reduce(0) { $0 + $1.count } + room - 1) / room
    let step = max(Int(ticksPerBeat) / 16, enough, 1)
    for (index, event) in map.events.enumerated() {
      if ramps[index].isEmpty { write(event.curve.start, at: time.tick(of: event.position)) }
      writeRamp(ramps[index], step: Int64(step))
      if event.position < event.rampEnd, event.rampEnd < nexts[index] {
        write(event.curve.end, at: time.tick(of: event.rampEnd))
      }
    }
  }

  private mutating func writeRamp(_ ramp: Range<Int64>, step: Int64) {
    let start = map.time(at: time.position(of: ramp.lowerBound))
    // In microseconds times ticks per beat, of which a tick of a tempo lasts a whole number.
    var written: Int128 = 0
    for tick in stride(from: ramp.lowerBound, to: ramp.upperBound, by: Int(step)) {
      let next = min(tick + step, ramp.upperBound)
      let passed = map.time(at: time.position(of: next)) - start
      let goal = (passed.units * Int128(ticksPerBeat))
        .dividedRoundingHalfUp(by: SongTime.perPicosecond * 1_000_000)
      let length = Int128(next - tick)
      if next < ramp.upperBound {
        let tempo = (goal - written).dividedRoundingHalfUp(by: length)
        // What a file cannot hold is not made up for.
        written = write(tempo, at: tick) ? written + tempo * length : goal
      } else {
        let tempo = (goal - written).dividedRoundingDown(by: length)
        let slower = Int64(goal - written - tempo * length)
        _ = write(tempo, at: tick)
        if slower > 0 { _ = write(tempo + 1, at: next - slower) }
      }
    }
  }

  private mutating func write(_ tempo: Tempo, at tick: Int64) {
    _ = write(Int128(tempo.picosecondsPerBeat).dividedRoundingHalfUp(by: 1_000_000), at: tick)
  }

  /// Writes a tempo in the place of any other at the tick; returns whether a file can hold it.
  private mutating func write(_ microseconds: Int128, at tick: Int64) -> Bool {
    if events.last?.tick == tick { events.removeLast() }
    let held = min(microseconds, TempoWriting.slowest)
    events.append(
      MIDIFile.TimedEvent(tick: tick, event: .tempo(microsecondsPerBeat: Int64(held))))
    if held < microseconds { clamped += 1 }
    return held == microseconds
  }
}
