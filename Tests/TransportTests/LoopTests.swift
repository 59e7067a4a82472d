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

  private func loop(_ start: Int64, _ end: Int64) -> PlayRange {
    var range = PlayRange()
    range.start = Ticks(beats: start)
    range.end = Ticks(beats: end)
    range.loops = true
    range.auto = .off
    return range
  }
}
