import Timeline

/// Collects the tempo and the meter of a file, from whatever tracks they stand in.
struct MapReading {
  private let time: FileTime
  private var steps: [(position: Ticks, tempo: Tempo)] = []
  private var changes: [(Ticks, Meter)] = []

  init(_ time: FileTime) {
    self.time = time
  }

  /// 120 beats a minute until the first; of several at one position the last one read counts.
  func tempo(_ report: inout ImportReport) -> TempoMap {
    var byPosition: [Ticks: Tempo] = [:]
    for (position, tempo) in steps {
      if let other = byPosition.updateValue(tempo, forKey: position), other != tempo {
        report.count(.contradictingTempos)
      }
    }
    return TempoMap(steps: steps)
  }

  /// 4/4 until the first; of several at one position the last one read counts.
  func meters() -> MeterMap { MeterMap(changes: changes) }

  mutating func read(
    microsecondsPerBeat: Int64, at tick: Int64, _ report: inout ImportReport
  ) {
    guard microsecondsPerBeat > 0 else { return report.count(.zeroTempos) }
    guard let position = position(of: tick, among: steps.count, &report) else { return }
    let tempo = Tempo(clampingMicrosecondsPerBeat: microsecondsPerBeat)
    if tempo.picosecondsPerBeat != microsecondsPerBeat * 1_000_000 {
      report.count(.clampedTempos)
    }
    steps.append((position, tempo))
  }

  mutating func read(
    beats: UInt8, power: UInt8, at tick: Int64, _ report: inout ImportReport
  ) {
    guard power < 8, let meter = Meter(exactly: Int(beats), over: 1 << Int(power)) else {
      return report.count(.impossibleMeters)
    }
    guard let position = position(of: tick, among: changes.count, &report) else { return }
    changes.append((position, meter))
  }

  /// Where an event goes; nil, and counted, when there is no place for it.
  private func position(
    of tick: Int64, among count: Int, _ report: inout ImportReport
  ) -> Ticks? {
    let position = time.position(of: tick)
    guard position < .maximum else {
      report.count(.beyondFurthestPosition)
      return nil
    }
    guard count < Limits.mapEvents else {
      report.count(.beyondLimits)
      return nil
    }
    return position
  }
}
