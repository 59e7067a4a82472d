import Testing
import Timeline
import Transport

@Suite struct TransportTests {
  @Test func `a song plays its notes on time and stops at the range head`() throws {
    let stage = Stage(try song([(60, 0, 1), (62, 1, 0.5), (64, 3, 1)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 5_000)
    #expect(
      stage.notes(since: start) == [
        "on 60 0", "off 60 1000", "on 62 1000", "off 62 1500", "on 64 3000", "off 64 4000",
      ])
    #expect(stage.notices == [.stopped])
    #expect(stage.transport.state == .stopped)
    #expect(stage.transport.position == Ticks(beats: 4))
    #expect(!stage.tape.isRunning)
  }

  @Test func `a note ending exactly at the loop end gets its off before the next pass`() throws {
    let stage = Stage(try song([(60, 3, 1)], loop: 0...4))
    let start = stage.transport.play()
    stage.run(milliseconds: 12_100)
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    #expect(
      stage.notes(since: start) == [
        "on 60 3000", "off 60 4000", "on 60 7000", "off 60 8000", "on 60 11000", "off 60 12000",
      ])
    #expect(stage.unbalanced == [])
  }

  @Test func `a note crossing the wrap is cut there`() throws {
    let stage = Stage(try song([(57, 0, 3)], loop: 0...1))
    let start = stage.transport.play()
    stage.run(milliseconds: 2_900)
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    #expect(
      Array(stage.notes(since: start).prefix(5)) == [
        "on 57 0", "off 57 1000", "on 57 1000", "off 57 2000", "on 57 2000",
      ])
    #expect(stage.unbalanced == [])
  }

  @Test func `a tail rings over the wrap to its own end`() throws {
    let stage = Stage(try song([(57, 3, 2), (60, 0, 0.5)], loop: 0...4, tails: .ring))
    let start = stage.transport.play()
    stage.run(milliseconds: 6_000)
    #expect(
      Array(stage.notes(since: start).prefix(6)) == [
        "on 60 0", "off 60 500", "on 57 3000", "on 60 4000", "off 60 4500", "off 57 5000",
      ])
  }

  @Test func `ten thousand passes add up to no error`() throws {
    let stage = Stage(try song([(60, 0, 0.5)], loop: 0...1, bpm: 133.7))
    let start = stage.transport.play()
    stage.run(milliseconds: 4_500_000)
    let ons = stage.tape.heard.filter { !$0.message.isOff }
    let perBeat = Int128(60e12 / 133.7 + 0.5)
    #expect(ons.count > 10_000)
    for (pass, on) in ons.enumerated() {
      let ideal = (Int128(pass) * perBeat).dividedRoundingHalfUp(by: 1_000)
      #expect(Int128(on.time - start) == ideal)
    }
  }

  @Test func `a loop shorter than the horizon loses and doubles nothing`() throws {
    let stage = Stage(try song([(60, 0, 0.01)], loop: 0...1, bpm: 60))
    var range = stage.transport.song.range
    range.end = Ticks(1, over: 64)
    stage.set(range)
    let start = stage.transport.play()
    stage.run(milliseconds: 1_000)
    let ons = stage.tape.heard.filter { !$0.message.isOff && $0.time < start + 1_000_000_000 }
    #expect(ons.count == 64)
    #expect(stage.transport.passes >= 63)
  }

  @Test func `a restruck pitch is released first`() throws {
    let stage = Stage(try song([(60, 0, 3), (60, 1, 1)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 3_500)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 1000", "on 60 1000", "off 60 2000"])
  }

  @Test func `a cell in the queue that is moved is heard at its new place alone`() throws {
    let stage = Stage(try song([(60, 1, 0.5), (62, 1, 0.5)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 985)
    try stage.edit { draft in
      _ = try draft.move(
        [Cell.ID(1)], .to(Ticks(beats: 2)), EditOptions(snap: .off, overlap: .allow))
    }
    stage.run(milliseconds: 3_000)
    #expect(
      stage.notes(since: start) == [
        "on 62 1000", "off 62 1500", "on 60 2000", "off 60 2500",
      ])
  }

  @Test func `a sounding cell that is removed ends at the commit point`() throws {
    let stage = Stage(try song([(60, 0, 3)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 1_005)
    let commit = try stage.edit { draft in try draft.remove([Cell.ID(1)]) }
    stage.run(milliseconds: 100)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 1000.5"])
    #expect(commit.map { $0 - start } == 1_000_500_000)
  }

  @Test func `when all cells are removed, what sounds of them ends at the commit point`() throws {
    let stage = Stage(try song([(60, 0, 3), (64, 0.5, 3), (67, 1.02, 1), (69, 2, 1)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 1_005)
    try stage.edit { draft in try draft.remove((1...4).map { Cell.ID($0) }) }
    stage.run(milliseconds: 3_000)
    #expect(
      stage.notes(since: start) == ["on 60 0", "on 64 500", "off 60 1000.5", "off 64 1000.5"])
  }

  @Test func `a solo ends what sounds elsewhere, and its end releases no backlog`() throws {
    var song = try song([(60, 0, 8), (62, 3, 1), (64, 6, 1)])
    var draft = Draft(of: song)
    let other = try draft.addRow(named: "other", [.voices(.poly), .channel(Channel(2))])
    try add(72, 0, 8, to: other, in: &draft)
    song.apply(draft.patch)
    let stage = Stage(song)
    let start = stage.transport.play()
    stage.run(milliseconds: 2_005)
    try stage.edit { draft in try draft.set([.solo(true)], of: other) }
    stage.run(milliseconds: 2_000)
    try stage.edit { draft in try draft.set([.solo(false)], of: other) }
    stage.run(milliseconds: 4_500)
    #expect(
      stage.notes(since: start) == [
        "on 60 0", "on 72 0", "off 60 2000.5", "on 64 6000", "off 64 7000", "off 72 8000",
      ])
  }

  @Test func `a sounding cell that is shortened behind the playhead ends at once`() throws {
    let stage = Stage(try song([(60, 0, 3)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 2_005)
    try stage.edit { draft in
      _ = try draft.resize(
        [Cell.ID(1)], .to(Ticks(beats: 1)), edge: .right, EditOptions(snap: .off))
    }
    stage.run(milliseconds: 2_000)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 2000.5"])
  }

  @Test func `the off of a sounding cell follows its end`() throws {
    let stage = Stage(try song([(60, 0, 2), (62, 5, 1)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 1_005)
    try stage.edit { draft in
      _ = try draft.resize(
        [Cell.ID(1)], .to(Ticks(beats: 4)), edge: .right, EditOptions(snap: .off))
    }
    stage.run(milliseconds: 4_500)
    #expect(Array(stage.notes(since: start).prefix(2)) == ["on 60 0", "off 60 4000"])
  }

  @Test func `a sounding cell that moves away rings to its own end and sounds there too`() throws {
    let stage = Stage(try song([(60, 0, 2), (62, 5, 1)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 1_005)
    try stage.edit { draft in
      _ = try draft.move([Cell.ID(1)], .to(Ticks(beats: 3)), EditOptions(snap: .off))
    }
    stage.run(milliseconds: 4_500)
    #expect(
      Array(stage.notes(since: start).prefix(4)) == [
        "on 60 0", "off 60 2000", "on 60 3000", "off 60 5000",
      ])
  }

  @Test func `swap starts new pitches and ends gone ones at the commit point`() throws {
    let stage = Stage(try song([(60, 0, 4), (62, 5, 1)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 1_005)
    try stage.edit(sounding: .swap) { draft in
      try draft.set([.pitches([Pitch(64)])], of: [Cell.ID(1)], EditOptions(snap: .off))
    }
    stage.run(milliseconds: 4_000)
    #expect(
      Array(stage.notes(since: start).prefix(4)) == [
        "on 60 0", "off 60 1000.5", "on 64 1000.5", "off 64 4000",
      ])
  }

  @Test func `a muted row ends and an unmuted one releases no backlog`() throws {
    let stage = Stage(try song([(60, 0, 8), (62, 3, 1), (64, 6, 1)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 2_005)
    try stage.edit { draft in try draft.set([.mute(true)], of: Row.ID(1)) }
    stage.run(milliseconds: 2_000)
    try stage.edit { draft in try draft.set([.mute(false)], of: Row.ID(1)) }
    stage.run(milliseconds: 3_500)
    #expect(
      stage.notes(since: start) == ["on 60 0", "off 60 2000.5", "on 64 6000", "off 64 7000"])
  }

  @Test func `a tempo change moves the off of a sounding note`() throws {
    let stage = Stage(try song([(60, 0, 4)], bpm: 120))
    let start = stage.transport.play()
    stage.run(nanoseconds: 1_004_500_000)
    try stage.edit { draft in
      draft.set(.tempo(TempoMap(try #require(Tempo(beatsPerMinute: 60)))))
    }
    stage.run(milliseconds: 3_000)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 3000"])
  }

  @Test func `a seek ends what sounds and plays on from the new place`() throws {
    let stage = Stage(try song([(60, 0, 8), (62, 20, 1)]))
    let start = stage.transport.play()
    stage.run(nanoseconds: 2_004_500_000)
    _ = stage.transport.seek(to: Ticks(beats: 19))
    stage.run(milliseconds: 2_500)
    #expect(
      stage.notes(since: start) == ["on 60 0", "off 60 2000", "on 62 3000", "off 62 4000"])
  }

  @Test func `an edit at the moment of a seek takes nothing of the seek back`() throws {
    let stage = Stage(try song([(60, 0, 8), (62, 20, 1)]))
    let start = stage.transport.play()
    stage.run(nanoseconds: 2_004_500_000)
    _ = stage.transport.seek(to: Ticks(beats: 19))
    try stage.edit { draft in try add(70, 10, 1, in: &draft) }
    stage.run(milliseconds: 500)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 2000"])
  }

  @Test func `a second stop sends nothing and goes to the start`() throws {
    let stage = Stage(try song([(60, 0, 8)]))
    _ = stage.transport.play()
    stage.run(milliseconds: 1_000)
    _ = stage.transport.stop()
    stage.run(milliseconds: 10_000)
    let heard = stage.tape.heard.count
    #expect(stage.unbalanced == [])
    #expect(stage.transport.stop() == nil)
    stage.run(milliseconds: 1_000)
    #expect(stage.tape.heard.count == heard)
    #expect(stage.transport.position == .zero)
  }

  @Test func `playing beyond the range head runs to the end of the content`() throws {
    let stage = Stage(try song([(60, 4, 1)], loop: 1...2))
    let start = stage.transport.play(from: Ticks(beats: 4))
    stage.run(milliseconds: 3_000)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 1000"])
    #expect(stage.transport.state == .stopped)
  }
}
