import Testing
import Timeline
import Transport

@Suite struct MetronomeTests {
  @Test func `the click beats the meter's own beats, its bars and groups by weight`() throws {
    let stage = Stage(
      try song([(60, 0, 3.5)], bpm: 120).with(.meters(MeterMap(seven))).with(.metronome(click)))
    let start = stage.transport.play()
    stage.run(milliseconds: 1_740)
    #expect(
      stage.clicks(since: start) == [
        "76 120 0", "77 80 250", "76 100 500", "77 80 750", "76 100 1000", "77 80 1250",
        "77 80 1500",
      ])
    stage.run(milliseconds: 100)
    #expect(stage.unbalanced == [])
  }

  @Test func `no click is left behind by a tempo edit, a seek or a wrap, and none is doubled`()
    throws
  {
    let stage = Stage(try song([(60, 0, 1)], loop: 0...4, bpm: 120).with(.metronome(click)))
    let start = stage.transport.play()
    stage.run(nanoseconds: 995_000_000 - 5_000_000)
    // The click of beat 2, at 1000 ms, is queued; from here on the beats come half as fast.
    let commit = try stage.edit { draft in
      draft.set(.tempo(TempoMap(try #require(Tempo(beatsPerMinute: 60)))))
    }
    stage.run(milliseconds: 2_500)
    _ = stage.transport.seek(to: Ticks(1, over: 2))
    stage.run(milliseconds: 600)
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    let late = try #require(commit) - start
    let second = 1_000_000_000 + (1_000_000_000 - late)
    let times = stage.tape.heard.compactMap { heard -> Int64? in
      guard heard.port == "click", !heard.message.isOff else { return nil }
      return (heard.time - start + 500) / 1_000
    }
    #expect(Array(times.prefix(4)) == [0, 500_000, second / 1_000, second / 1_000 + 1_000_000])
    #expect(times.count == 6)
    #expect(stage.unbalanced == [])
  }

  @Test func `switched off, a queued click is taken back`() throws {
    let stage = Stage(try song([(60, 0, 4)], bpm: 120).with(.metronome(click)))
    let start = stage.transport.play()
    stage.run(milliseconds: 490)
    stage.set(.metronome(Metronome()))
    stage.run(milliseconds: 600)
    #expect(stage.clicks(since: start) == ["76 120 0"])
  }

  @Test func `a count-in clicks at the tempo and meter of its place, and then it plays`() throws {
    let meters = MeterMap().setting(seven, at: Ticks(beats: 4))
    let song = try song([(60, 0, 4), (62, 4, 1)], bpm: 120).with(.meters(meters))
    let stage = Stage(song)
    let start = stage.transport.play(from: Ticks(beats: 4), countIn: 1)
    #expect(stage.transport.state == .countingIn)
    #expect(stage.transport.anchor?.tick == Ticks(beats: 4))
    #expect(stage.transport.anchor.map { $0.time - start } == 1_750_000_000)
    stage.run(milliseconds: 1_700)
    #expect(stage.transport.state == .countingIn)
    #expect(stage.transport.position == Ticks(beats: 4))
    #expect(stage.notices == [])
    stage.run(milliseconds: 100)
    #expect(stage.transport.state == .rolling)
    #expect(stage.notices == [.countedIn])
    #expect(stage.clicks(since: start).count == 7)
    #expect(stage.notes(since: start).filter { $0.hasPrefix("on 6") } == ["on 62 1750"])
    #expect(stage.transport.passes == 0)
  }

  @Test func `stopped while it counts in, it never begins, and ends its click`() throws {
    let stage = Stage(try song([(60, 0, 4)], bpm: 120))
    let start = stage.transport.play(countIn: 2)
    stage.run(milliseconds: 1_510)
    _ = stage.transport.stop()
    #expect(stage.transport.state == .stopped)
    #expect(stage.transport.position == .zero)
    stage.run(milliseconds: 5_000)
    #expect(stage.clicks(since: start).count == 4)
    #expect(stage.unbalanced == [])
    #expect(stage.notices == [])
  }

  @Test func `a tempo given while it counts in is the one at which it goes on counting`() throws {
    let stage = Stage(try song([(60, 0, 4)], bpm: 120))
    let start = stage.transport.play(countIn: 1)
    stage.run(milliseconds: 1_005)
    try stage.edit { draft in
      draft.set(.tempo(TempoMap(try #require(Tempo(beatsPerMinute: 60)))))
    }
    stage.run(milliseconds: 2_500)
    let on = try #require(stage.tape.heard.first { $0.port == "out" })
    // The half of the bar that is left takes twice as long.
    #expect(abs(on.time - start - 2_999_500_000) < 200)
    #expect(stage.clicks(since: start).count == 4)
  }

  @Test func `a seek while it counts in moves the place where it begins`() throws {
    let stage = Stage(try song([(60, 0, 4), (62, 4, 1), (64, 8, 1)], bpm: 120))
    let start = stage.transport.play(countIn: 1)
    stage.run(milliseconds: 1_005)
    _ = stage.transport.seek(to: Ticks(beats: 4))
    stage.run(milliseconds: 1_500)
    let on = stage.tape.heard.first { $0.port == "out" && !$0.message.isOff }
    #expect(on?.message == .noteOn(Channel(1), Pitch(62), .standard))
    #expect(on.map { ($0.time - start + 500) / 1_000 } == 2_000_000)
    #expect(stage.clicks(since: start).count == 4)
  }

  @Test func `a count-in leads into a loop, whose passes it does not count`() throws {
    let stage = Stage(try song([(60, 0, 1)], loop: 0...2, bpm: 120))
    _ = stage.transport.play(countIn: 1)
    stage.run(milliseconds: 2_000 + 2_050)
    #expect(stage.notices == [.countedIn, .wrapped(pass: 1), .wrapped(pass: 2)])
  }

  @Test(arguments: [(0, 3), (3, 10), (5, 6), (1, 15)] as [(Int64, Int64)])
  func `through every wrap each beat of the meter clicks once, and every click ends`(
    from: Int64, to: Int64
  ) throws {
    var range = PlayRange()
    (range.start, range.end) = (Ticks(from, over: 2), Ticks(to, over: 2))
    (range.loops, range.auto) = (true, .off)
    let meters = MeterMap(Meter(beats: 3, noteValue: 4))
    let stage = Stage(
      try song([(60, 0, 1)]).with(.meters(meters)).with(.range(range)).with(.metronome(click)))
    let start = stage.transport.play(from: range.start)
    stage.run(milliseconds: 10 * 500 * (to - from) + 10)
    let beats = (0...8).filter { 2 * $0 >= from && 2 * $0 < to }
    let clicks = (0...10).flatMap { pass in
      beats.map { beat in
        let time = 500 * (Int64(pass) * (to - from) - from) + 1_000 * beat
        return beat % 3 == 0 ? "76 120 \(time)" : "77 80 \(time)"
      }
    }
    let heard = stage.clicks(since: start)
    #expect(heard == Array(clicks.prefix(heard.count)) && heard.count >= 10 * beats.count)
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    #expect(stage.unbalanced == [])
  }

  private var click: Metronome {
    var metronome = Metronome()
    metronome.isOn = true
    return metronome
  }

  private var seven: Meter { Meter(beats: 7, noteValue: 8, grouping: [2, 2, 3]) }
}

extension Stage {
  /// The clicks heard, as "76 120 500": pitch, velocity, and milliseconds since the first tick.
  fileprivate func clicks(since start: HostTime) -> [String] {
    tape.heard.compactMap { heard in
      guard heard.port == "click", case .noteOn(_, let pitch, let velocity) = heard.message
      else { return nil }
      return "\(pitch.number) \(velocity.number) \((heard.time - start + 500_000) / 1_000_000)"
    }
  }
}
