import Testing
import Timeline
import Transport

@Suite struct LoopTests {
  @Test func `behind the loop it plays on without wrapping, and ends its notes`() throws {
    let stage = Stage(try song([(60, 4, 1)], loop: 1...2))
    let start = stage.transport.play(from: Ticks(beats: 4))
    stage.run(milliseconds: 3_000)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 1000"])
    #expect(stage.notices == [.stopped])
  }

  @Test(arguments: [(0, 2), (4, 6), (0, 1)] as [(Int64, Int64)])
  func `a loop set elsewhere than the playhead takes it in at the next crossing, once`(
    from: Int64, to: Int64
  ) throws {
    let notes = (0..<8).map { (60 + $0, Double($0), 0.5) }
    let stage = Stage(try song(notes, loop: 0...8))
    let start = stage.transport.play()
    stage.run(milliseconds: 3_005)
    stage.set(loop(from, to))
    stage.run(milliseconds: 10_000)
    let ons = stage.notes(since: start).filter { $0.hasPrefix("on") }
    let straight = (0..<min(to > 3 ? Int(to) : 8, 8)).map { "on \(60 + $0) \($0 * 1_000)" }
    #expect(Array(ons.prefix(straight.count)) == straight)
    if to > 3 {
      // From 6 back to 4, each pass two beats.
      #expect(Array(ons[6...].prefix(3)) == ["on 64 6000", "on 65 7000", "on 64 8000"])
      #expect(stage.notices.prefix(1) == [.wrapped(pass: 1)])
    } else {
      #expect(ons.count == 8)
      #expect(stage.notices == [.stopped])
    }
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    #expect(stage.unbalanced == [])
  }

  @Test func `a loop made longer while its wrap is queued takes the wrap back`() throws {
    let stage = Stage(try song([(60, 0, 0.5), (64, 4, 0.5)], loop: 0...4))
    let start = stage.transport.play()
    stage.run(milliseconds: 3_985)
    stage.set(loop(0, 8))
    stage.run(milliseconds: 4_100)
    #expect(
      stage.notes(since: start) == [
        "on 60 0", "off 60 500", "on 64 4000", "off 64 4500", "on 60 8000",
      ])
    #expect(stage.notices == [.wrapped(pass: 1)])
  }

  @Test func `a loop made shorter while its new end is queued wraps there`() throws {
    let stage = Stage(try song([(60, 0, 0.5), (64, 4, 0.5)], loop: 0...8))
    let start = stage.transport.play()
    stage.run(milliseconds: 3_985)
    stage.set(loop(0, 4))
    stage.run(milliseconds: 1_000)
    #expect(
      stage.notes(since: start) == ["on 60 0", "off 60 500", "on 60 4000", "off 60 4500"])
    #expect(stage.notices == [.wrapped(pass: 1)])
  }

  @Test func `looping switched off while the wrap is queued, it stops at the head`() throws {
    let stage = Stage(try song([(60, 0, 0.5), (64, 5, 1)], loop: 0...4))
    let start = stage.transport.play()
    stage.run(milliseconds: 3_985)
    var range = stage.transport.song.range
    range.loops = false
    stage.set(range)
    stage.run(milliseconds: 3_000)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 500"])
    #expect(stage.notices == [.stopped])
    #expect(stage.transport.position == Ticks(beats: 4))
  }

  @Test(arguments: Array(stride(from: Int64(0), to: 300, by: 11)))
  func `an edit within the last tick before the wrap does not lead past it`(step: Int64) throws {
    let stage = Stage(try song([(60, 0, 0.5), (64, 4, 0.5)], loop: 0...4))
    let start = stage.transport.play()
    stage.run(nanoseconds: (start - stage.clock.time) + 3_999_500_000 - 150 + step)
    try stage.edit { draft in
      draft.set(.tempo(TempoMap(try #require(Tempo(beatsPerMinute: 60 + Double(step + 1))))))
    }
    stage.run(milliseconds: 300)
    #expect(!stage.tape.heard.contains { $0.message == .noteOn(Channel(1), Pitch(64), .standard) })
    #expect(stage.notices.first == .wrapped(pass: 1))
  }

  @Test func `off and on of one pitch at one tick: off first, over rows and over the wrap`() throws
  {
    for notes in [[(60, 0.0, 1.0), (60, 1.0, 1.0)], [(60, 1.0, 1.0), (60, 0.0, 1.0)]] {
      var song = try song(notes, loop: 0...2)
      var draft = Draft(of: song)
      let row = try draft.addRow(named: "more", [.voices(.poly)])
      try add(60, 0.5, 0.5, to: row, in: &draft)
      song.apply(draft.patch)
      let stage = Stage(song)
      _ = stage.transport.play()
      stage.run(milliseconds: 6_100)
      _ = stage.transport.stop()
      stage.run(milliseconds: 100)
      #expect(stage.unbalanced == [])
      #expect(stage.tape.heard.count { !$0.message.isOff } == 10)
    }
  }

  @Test func `at a wrap only what it struck itself ends, each note by its own off`() throws {
    for tails in PlayRange.Tails.allCases {
      let stage = Stage(
        try song([(60, 0, 0.5), (64, 0.5, 3), (67, 1.5, 0.5)], loop: 0...2, tails: tails))
      _ = stage.transport.play()
      stage.run(milliseconds: 9_000)
      // Others play on the same channel: no pedal, no controller and no key but these is touched.
      let keys = stage.tape.heard.map { heard -> Int in
        switch heard.message {
        case .noteOn(_, let pitch, _), .noteOff(_, let pitch, _): Int(pitch.number)
        default: -1
        }
      }
      #expect(Set(keys) == [60, 64, 67])
      _ = stage.transport.stop()
      stage.run(milliseconds: 100)
      #expect(stage.unbalanced == [])
    }
  }

  @Test func `whenever it is asked for, the position is in the range and goes back at wraps alone`()
    throws
  {
    let stage = Stage(try song([(60, 1, 0.5)], loop: 1...2, bpm: 133.7))
    let start = stage.transport.play(from: Ticks(beats: 1))
    stage.run(nanoseconds: start - stage.clock.time)
    let beat = 60e9 / 133.7
    var last = (pass: Int64(0), position: stage.transport.position)
    while last.pass < 100 {
      let now = (pass: stage.transport.passes, position: stage.transport.position)
      #expect(now.pass == last.pass ? now.position >= last.position : now.pass == last.pass + 1)
      #expect(now.position >= Ticks(beats: 1) && now.position < Ticks(beats: 2))
      let due = (now.position.beats - 1 + Double(now.pass)) * beat
      #expect(abs(due - Double(stage.clock.time - start)) < 1_000)
      last = now
      stage.run(milliseconds: 1)
    }
  }

  @Test func `each wrap is told as a wrap, once, and only coming to rest as that`() throws {
    let stage = Stage(try song([(60, 0, 0.5)], loop: 0...1))
    _ = stage.transport.play()
    stage.run(milliseconds: 5_500)
    #expect(stage.notices == (1...5).map { .wrapped(pass: $0) })
    var range = stage.transport.song.range
    range.loops = false
    stage.set(range)
    stage.run(milliseconds: 1_000)
    #expect(stage.notices.last == .stopped && stage.notices.count == 6)
  }

  @Test(arguments: [1_000, 501, 499, 0, -1_000] as [Int64])
  func `a cell put ahead of the playhead plays in this pass, one it has reached in the next, whole`(
    microseconds: Int64
  ) throws {
    let stage = Stage(try song([(60, 0, 0.5)], loop: 0...2))
    let start = stage.transport.play()
    stage.run(nanoseconds: start - stage.clock.time + 1_000_000_000)
    let place = 1 + Double(microseconds) / 1e6
    try stage.edit { draft in try add(72, place, 0.25, in: &draft) }
    stage.run(milliseconds: 3_000)
    // What is decided less than half a millisecond ahead cannot be honoured any more.
    let first = Double(microseconds > 500 ? 0 : 2_000) + place * 1_000
    let ons = stage.tape.heard.filter { $0.message == .noteOn(Channel(1), Pitch(72), .standard) }
    #expect(ons.first.map { abs(Double($0.time - start) / 1e6 - first) < 1e-4 } ?? false)
    let offs = stage.tape.heard.filter {
      $0.message == .noteOff(Channel(1), Pitch(72), velocity: 64)
    }
    #expect(offs.first.map { abs(Double($0.time - start) / 1e6 - first - 250) < 1e-4 } ?? false)
  }

  private func loop(_ start: Int64, _ end: Int64) -> PlayRange {
    var range = PlayRange()
    range.start = Ticks(beats: start)
    range.end = Ticks(beats: end)
    range.loops = true
    range.auto = .off
    return range
  }
}
