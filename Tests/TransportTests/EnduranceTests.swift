import Testing
import Timeline
import Transport

/// Long runs against the closed form.
@Suite struct EnduranceTests {
  /// A loop of random length at a random tempo, with what it strikes in each pass.
  private struct Ride {
    let song: Song
    let passes: Int
    private let tempo: Tempo
    private let length: Ticks
    private let places: [(pitch: Int, place: Ticks)]

    init(_ dice: inout Dice) throws {
      tempo = try #require(Tempo(beatsPerMinute: 20 + Double(dice.roll(280_001)) / 1_000))
      // From 1/32 beat to 64, each octave alike; some end on a triplet, some on any tick.
      let octave = Ticks.perBeat / 32 << Int64(dice.roll(11))
      let grain = [1, octave / 12, octave][dice.roll(3)]
      let steps = Int(octave / grain)
      let random = Ticks(count: octave + Int64(dice.roll(steps + 1)) * grain)
      length = max(random, Ride.shortest(at: tempo))
      passes = max(2, min(400, Int(64 / length.beats)))
      let start = Ticks(count: Int64(dice.roll(3)) * Ticks.perBeat / 3)
      var places: [(pitch: Int, place: Ticks)] = [(60, .zero)]
      for pitch in 61...61 + dice.roll(5) {
        places.append((pitch, Ticks(count: Int64(dice.roll(Int(length.count))))))
      }
      self.places = places
      song = try Ride.song(places, from: start, length, tempo, &dice)
    }

    /// The shortest loop that is allowed at a tempo.
    private static func shortest(at tempo: Tempo) -> Ticks {
      let picoseconds = Int128(tempo.picosecondsPerBeat)
      let ticks = (10_000_000_000 * Int128(Ticks.perBeat)).dividedRoundingUp(by: picoseconds)
      return max(Limits.loop, Ticks(count: Int64(ticks)))
    }

    private static func song(
      _ places: [(pitch: Int, place: Ticks)], from start: Ticks, _ length: Ticks, _ tempo: Tempo,
      _ dice: inout Dice
    ) throws -> Song {
      var draft = Draft(of: Song())
      let row = try draft.addRow(named: "keys", [.voices(.poly)])
      for (pitch, place) in places {
        let cell = NewCell(
          position: start + place, duration: Ticks(count: 1 + Int64(dice.roll(Int(length.count)))),
          content: .note(UInt8(pitch)))
        _ = try draft.add([cell], to: row, .allow)
      }
      var range = PlayRange()
      (range.start, range.end, range.loops, range.auto) = (start, start + length, true, .off)
      range.tails = dice.roll(2) == 0 ? .cut : .ring
      draft.set(.range(range))
      draft.set(.tempo(TempoMap(tempo)))
      return draft.song
    }

    /// Nanoseconds from the start to a place in a pass.
    func time(_ place: Ticks, in pass: Int) -> Int64 {
      let ticks = Int128(length.count) * Int128(pass) + Int128(place.count)
      let product = ticks * Int128(tempo.picosecondsPerBeat)
      return Int64(product.dividedRoundingHalfUp(by: Int128(Ticks.perBeat) * 1_000))
    }

    /// What all passes strike.
    var onsets: [Onset] {
      (0..<passes).flatMap { pass in
        places.map { Onset(time: time($0.place, in: pass), pitch: $0.pitch) }
      }.sorted()
    }
  }

  private struct Onset: Hashable, Comparable {
    let time: Int64
    let pitch: Int

    static func < (a: Onset, b: Onset) -> Bool { (a.time, a.pitch) < (b.time, b.pitch) }
  }

  private func onsets(_ stage: Stage, since start: HostTime) -> [Onset] {
    stage.tape.heard.compactMap { heard in
      guard case .noteOn(_, let pitch, _) = heard.message else { return nil }
      return Onset(time: heard.time - start, pitch: Int(pitch.number))
    }
  }

  @Test func `ten thousand wraps of loops of all lengths lose, double and delay no note`() throws {
    var dice = Dice(seed: 2_026)
    var wraps = 0
    while wraps < 10_000 {
      let ride = try Ride(&dice)
      let stage = Stage(ride.song)
      let start = stage.transport.play(from: ride.song.range.start)
      let end = ride.time(.zero, in: ride.passes)
      stage.stride(to: start + end + 1_000_000)
      #expect(stage.transport.passes >= ride.passes)
      _ = stage.transport.stop()
      stage.run(milliseconds: 100)
      let heard = onsets(stage, since: start).filter { $0.time < end }.sorted()
      #expect(heard == ride.onsets, "\(ride.song.range) at \(ride.song.tempo)")
      #expect(stage.unbalanced == [])
      wraps += ride.passes
    }
  }

  @Test func `after twelve hours at 217 beats a minute each onset is within a microsecond`() throws
  {
    let stage = Stage(try song([(60, 0, 0.1), (67, 31, 0.1)], loop: 0...64, bpm: 217))
    let start = stage.transport.play()
    let end = start + 12 * 3_600 * 1_000_000_000
    func ideal(_ number: Int) -> Double {
      Double(64 * (number / 2) + (number % 2 == 0 ? 0 : 31)) * 60e9 / 217
    }
    // While nothing sounds no fill comes: it is no fill that counts the time.
    for number in 0... {
      let onset = start + Int64(ideal(number))
      guard onset < end else { break }
      stage.clock.advance(by: max(0, onset - 100_000_000 - stage.clock.time))
      stage.stride(to: min(onset + 50_000_000, end))
    }
    stage.stride(to: end)
    let heard = onsets(stage, since: start)
    #expect(heard.count == 2 * 2_441 + 1)
    for (number, onset) in heard.enumerated() {
      #expect(abs(Double(onset.time) - ideal(number)) < 1_000)
    }
    let beats = stage.transport.position.beats + 64 * Double(stage.transport.passes)
    #expect(abs(beats * 60e9 / 217 - Double(end - start)) < 1_000)
  }
}

extension Stage {
  /// Lets time pass with as few fills as keep everything punctual.
  func stride(to time: HostTime) {
    while clock.time < time {
      advance()
      clock.advance(by: max(1, min(55_000_000, time - clock.time)))
    }
    advance()
  }
}
