import MIDIFile
import Testing
import Timeline

/// Ramps of tempo in a file, which has steps alone.
struct RampExportTests {
  /// The tempo events of the first track, in file ticks and microseconds per beat.
  private func tempos(_ map: TempoMap, end: Int64, ticksPerBeat: Int = 960) -> [(Int64, Int64)] {
    var range = PlayRange()
    range.end = Ticks(beats: end)
    let file = Export(Song().with(.tempo(map)).with(.range(range)), ticksPerBeat: ticksPerBeat)
    return file.file.tracks[0].events.compactMap { timed in
      guard case .tempo(let microseconds) = timed.event else { return nil }
      return (timed.tick, microseconds)
    }
  }

  private func map(
    _ from: Int64, _ to: Int64, at position: Ticks, over length: Ticks
  ) -> TempoMap {
    let (start, end) = (
      Tempo(picosecondsPerBeat: from * 1_000_000), Tempo(picosecondsPerBeat: to * 1_000_000)
    )
    return TempoMap(start).setting(TempoCurve(from: start, to: end, over: length), at: position)
  }

  /// How far, in nanoseconds, each tempo event of the file lies from its time in the song.
  private func errors(_ map: TempoMap, _ tempos: [(Int64, Int64)], ticksPerBeat: Int) -> [Double] {
    var written = 0.0
    return tempos.indices.map { index in
      if index > 0 {
        let (before, tempo) = tempos[index - 1]
        written += Double(tempos[index].0 - before) * Double(tempo) * 1_000 / Double(ticksPerBeat)
      }
      let time = map.time(at: Ticks(tempos[index].0, over: Int64(ticksPerBeat)))
      return written - Double(time.units) / Double(SongTime.perPicosecond) / 1_000
    }
  }

  @Test(arguments: [96, 480, 960, 15_360])
  func `a ramp is steps of a sixteenth beat that end it at its time`(ticksPerBeat: Int) throws {
    let map = map(500_000, 400_000, at: Ticks(beats: 4), over: Ticks(beats: 16))
    let tempos = tempos(map, end: 32, ticksPerBeat: ticksPerBeat)
    let steps = zip(tempos.dropFirst(), tempos.dropFirst(2)).map { $1.0 - $0.0 }
    #expect(steps.max() == Int64(ticksPerBeat / 16))
    #expect(tempos.count >= 1 + 256 && tempos.count <= 3 + 256)
    #expect(tempos.last?.0 == Int64(20 * ticksPerBeat) && tempos.last?.1 == 400_000)
    let errors = errors(map, tempos, ticksPerBeat: ticksPerBeat)
    #expect(errors.allSatisfy { abs($0) <= 31.26 }, "\(errors.map(abs).max() ?? 0)")
    #expect(abs(errors.last ?? .infinity) <= 500 / Double(ticksPerBeat) + 0.01)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `any ramp in the time of files ends at its time`(seed: UInt64) throws {
    let numbers = (0..<4).map { Int64(seed * 7_919 % 251) * ($0 + 3) % 97 + 1 }
    let map = map(
      60_000 + numbers[0] * 9_001, 60_000 + numbers[1] * 9_001, at: Ticks(numbers[2], over: 960),
      over: Ticks(numbers[3] * 131, over: 960))
    let tempos = tempos(map, end: 4_000)
    let last = errors(map, tempos, ticksPerBeat: 960).last ?? .infinity
    #expect(abs(last) < 1)
    #expect(Set(tempos.map(\.0)).count == tempos.count)
  }

  @Test func `a ramp that another event cuts goes no further`() {
    let map = map(500_000, 400_000, at: .zero, over: Ticks(beats: 16))
      .setting(Tempo(picosecondsPerBeat: 1_000_000_000_000), at: Ticks(beats: 1))
    let tempos = tempos(map, end: 32)
    #expect(tempos.last?.0 == 960 && tempos.last?.1 == 1_000_000)
    #expect(tempos.count <= 18)
    #expect(errors(map, tempos, ticksPerBeat: 960).allSatisfy { abs($0) < 32 })
  }

  @Test func `a ramp from a tempo that no file can hold is told, and spoils no other tempo`() {
    let map = map(60_000_000, 500_000, at: .zero, over: Ticks(beats: 8))
    let tempos = tempos(map, end: 16)
    #expect(tempos.first?.1 == 0xFF_FFFF)
    // From where a file can hold it, each step is its tempo to less than what 1/16 beat changes.
    for (tick, tempo) in tempos where tempo < 0xFF_FFFF {
      let exact = map.tempo(at: Ticks(tick, over: 960)).picosecondsPerBeat / 1_000_000
      #expect(abs(tempo - exact) < 500_000)
    }
    #expect(Export(Song().with(.tempo(map))).losses[.clampedTempos] != nil)
  }

  @Test func `the longest ramp is no more steps than a song can hold`() throws {
    let map = map(500_000, 400_000, at: .zero, over: .maximum)
    let tempos = tempos(map, end: Limits.beats)
    #expect(tempos.count <= Limits.mapEvents && tempos.count > Limits.mapEvents / 2)
    #expect(abs(errors(map, tempos, ticksPerBeat: 960).last ?? .infinity) < 1e7)
  }
}
