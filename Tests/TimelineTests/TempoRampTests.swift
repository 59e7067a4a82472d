import Testing
import Timeline

/// Ramps in a tempo map, among steps and other ramps.
struct TempoRampTests {
  private static let slow = Tempo(picosecondsPerBeat: 800_000_000_000)
  private static let fast = Tempo(picosecondsPerBeat: 400_000_000_000)
  /// From beat 4 to 12.
  private static let ramp = TempoCurve(from: slow, to: fast, over: beats(8))
  private static let map = TempoMap(slow).setting(ramp, at: beats(4))

  private func milliseconds(_ map: TempoMap, _ beat: Double) -> Double {
    Double(map.time(at: beats(beat)).units) / Double(SongTime.perPicosecond) / 1e9
  }

  /// Twelve hours and more, of steps and ramps that are cut by others now and then.
  private func long(_ random: inout SeededRandom) throws -> TempoMap {
    var changes: [(Ticks, TempoCurve)] = []
    for _ in 0..<400 {
      let curve = try TempoCurveTests.random(&random)
      let position = Ticks(beats: Int64.random(in: 0..<720_000, using: &random))
      changes.append((position, Bool.random(using: &random) ? curve : TempoCurve(curve.end)))
    }
    return TempoMap(changes: changes)
  }

  @Test func `half an octave of tempo takes as long as the mean of both ends`() {
    #expect(milliseconds(TempoRampTests.map, 4) == 3_200)
    // (800 + 700) / 2 for the first two beats, 600 for all eight, 400 from then on.
    #expect(milliseconds(TempoRampTests.map, 6) == 4_700)
    #expect(milliseconds(TempoRampTests.map, 12) == 8_000)
    #expect(milliseconds(TempoRampTests.map, 22) == 12_000)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `over twelve hours of ramps each position comes back from its time`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let map = try long(&random)
    var before = (position: Ticks.zero, time: SongTime.zero)
    let positions = (0..<4_000).map { _ in
      Ticks(count: Int64.random(in: 0...(800_000 * Ticks.perBeat), using: &random))
    }
    for position in (positions + map.events.map(\.position)).sorted() {
      let time = map.time(at: position)
      #expect(map.position(at: time) == position)
      #expect(map.position(at: SongTime(units: time.units + 1)) == position + Ticks(count: 1))
      #expect(position == before.position || time > before.time)
      before = (position, time)
    }
  }

  @Test func `an event inside a ramp ends it without bending what lies before`() {
    let cut = TempoRampTests.map.setting(.standard, at: beats(6))
    #expect(cut.time(at: beats(6)) == TempoRampTests.map.time(at: beats(6)))
    #expect(cut.tempo(at: beats(7)) == .standard)
    #expect(cut.removing(from: beats(6), to: beats(7)) == TempoRampTests.map)
  }

  @Test func `a ramp takes the place of the events that it passes over`() {
    let steps = TempoMap(steps: [4, 5, 11, 12].map { (beats($0), .standard) })
    let map = steps.setting(TempoRampTests.ramp, at: beats(4), until: beats(12))
    #expect(map.events.map(\.position.beats) == [0, 4, 12])
    #expect(map.events[1].curve == TempoRampTests.ramp)
  }

  @Test func `changes are removed from a position up to another, but never the first`() {
    let map = TempoMap(steps: [0, 4, 8, 12].map { (beats($0), TempoRampTests.slow) })
    #expect(map.removing(from: beats(4), to: beats(12)).events.map(\.position.beats) == [0, 12])
    #expect(map.removing(from: .zero, to: .maximum).events.map(\.position.beats) == [0])
    #expect(map.removing(from: beats(5), to: beats(8)) == map)
  }

  @Test func `a ramp is fastest at one of its ends, as far as it is played`() {
    let map = TempoRampTests.map
    #expect(map.fastest(from: .zero, to: beats(4)) == TempoRampTests.slow)
    #expect(map.fastest(from: .zero, to: beats(6)).picosecondsPerBeat == 700_000_000_000)
    #expect(map.fastest(from: beats(5), to: beats(20)) == TempoRampTests.fast)
    let back = TempoMap(
      TempoCurve(from: TempoRampTests.fast, to: TempoRampTests.slow, over: beats(8)))
    #expect(back.fastest(from: beats(2), to: beats(8)).picosecondsPerBeat == 500_000_000_000)
  }

  @Test func `between two bends the tempo is steady or one ramp`() {
    let bends = [0, 3.9, 4, 11.9, 12, 50].map { TempoRampTests.map.bend(before: beats($0)).beats }
    #expect(bends == [0, 0, 4, 4, 12, 12])
  }

  @Test(arguments: [0.0, 2, 4, 5.3, 11.9, 12, 20])
  func `a gap holds the tempo, and what follows takes as long as before`(place: Double) throws {
    let map = TempoRampTests.map.setting(.standard, at: beats(16))
    let song = Song().with(.tempo(map))
    let after = try song.after { try $0.insertTime(beats(3), at: beats(place)) }.tempo
    let held = after.tempo(at: beats(place))
    #expect(after.tempo(at: beats(place + 2.9)) == held)
    for beat in [place, 12.3, 15, 16, 30] where beat >= place {
      let took = milliseconds(after, beat + 3) - milliseconds(after, place + 3)
      #expect(abs(took - (milliseconds(map, beat) - milliseconds(map, place))) < 1e-6)
    }
    // Taken out again, time is what it was.
    let closed = try Song().with(.tempo(after)).after {
      try $0.removeTime(beats(3), at: beats(place))
    }.tempo
    for beat in stride(from: 0.0, to: 30, by: 0.7) {
      #expect(abs(milliseconds(closed, beat) - milliseconds(map, beat)) < 1e-6)
    }
  }

  @Test(
    arguments: [(0, 2), (2, 4), (2, 12), (5, 2), (5, 20), (4, 8), (13, 1), (1, 3)]
      as [(Double, Double)])
  func `what follows a stretch that is taken out takes as long as before`(
    place: Double, length: Double
  ) throws {
    let map = TempoRampTests.map.setting(.standard, at: beats(16))
    let after = try Song().with(.tempo(map)).after {
      try $0.removeTime(beats(length), at: beats(place))
    }.tempo
    for beat in stride(from: 0.0, to: 30, by: 0.7) {
      let (start, end) = beat < place ? (0, beat) : (place + length, beat + length)
      let before = milliseconds(map, end) - milliseconds(map, start)
      let took = milliseconds(after, beat) - (beat < place ? 0 : milliseconds(after, place))
      #expect(abs(took - before) < 1e-6, "at \(beat)")
    }
  }

  @Test func `a gap that would make too many events is refused by the limit's name`() {
    let full = (0..<Limits.mapEvents - 1).map { (Ticks(count: Int64($0)), TempoCurve(.standard)) }
    let ramp = TempoCurve(from: .standard, to: TempoRampTests.fast, over: beats(8))
    let song = Song().with(.tempo(TempoMap(changes: full + [(beats(4), ramp)])))
    #expect(throws: EditError.tooMany("mapEvents", limit: Limits.mapEvents)) {
      try song.after { try $0.insertTime(beats(1), at: beats(5)) }
    }
  }
}
