import Testing
import Timeline
import Transport

@Suite struct StopTests {
  @Test func `a stop ends each note by its own off, and sends nothing else`() throws {
    var sketch = Sketch()
    try sketch.row("low")
    try sketch.row("high", [.channel(Channel(2))])
    for (pitch, row) in [(48, 1), (52, 1), (72, 2)] as [(UInt8, Int64)] {
      try sketch.add(.note(pitch), 0, 8, to: row)
    }
    let stage = sketch.stage
    _ = stage.transport.play()
    stage.run(milliseconds: 1_000)
    let sounding = stage.tape.heard.count
    _ = stage.transport.stop()
    stage.run(milliseconds: 10_000)
    #expect(sounding == 3)
    #expect(
      Set(stage.tape.heard[sounding...].map(\.message)) == [
        .noteOff(Channel(1), Pitch(48), velocity: 64),
        .noteOff(Channel(1), Pitch(52), velocity: 64),
        .noteOff(Channel(2), Pitch(72), velocity: 64),
      ])
    #expect(stage.tape.heard.count == 6)
  }

  @Test func `what is written where the playhead has come to rest is not struck`() throws {
    let stage = Stage(try song([(60, 0, 8)], bpm: 240).with(.chase(true)))
    let start = stage.transport.play()
    stage.run(milliseconds: 100)
    // Nothing lies there, and it stops at once.
    _ = stage.transport.seek(to: Ticks(beats: 9))
    try stage.edit { draft in try add(62, 8, 2, in: &draft) }
    stage.run(milliseconds: 1_000)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 95.5"])
    #expect(stage.transport.position == Ticks(beats: 9))
  }

  @Test func `a place that is left at the moment of the play is not heard`() throws {
    let song = try song([(60, 0, 8), (62, 4, 1)], loop: 4...8).with(.chase(true))
    let stage = Stage(song)
    let start = stage.transport.play(from: Ticks(beats: 2))
    #expect(stage.transport.go(to: Ticks(beats: 4), in: song, Patch()) == start)
    stage.run(milliseconds: 2_000)
    #expect(stage.notes(since: start) == ["on 62 0", "off 62 1000"])
  }

  @Test func `continued inside a long note, it is not struck again, and no off comes`() throws {
    let stage = Stage(try song([(60, 0, 8), (62, 6, 1)], loop: 0...16))
    _ = stage.transport.play()
    stage.run(milliseconds: 2_000)
    _ = stage.transport.stop()
    stage.run(milliseconds: 1_000)
    let stopped = stage.transport.position
    let heard = stage.tape.heard.count
    _ = stage.transport.resume()
    #expect(stage.transport.position == stopped)
    stage.run(milliseconds: 7_000)
    #expect(
      stage.tape.heard[heard...].map(\.message) == [
        .noteOn(Channel(1), Pitch(62), .standard), .noteOff(Channel(1), Pitch(62), velocity: 64),
      ])
  }

  @Test func `of a note that began before the playhead neither on nor off is sent`() throws {
    let stage = Stage(try song([(60, 0, 8), (62, 4, 1)]))
    let start = stage.transport.play(from: Ticks(beats: 4))
    stage.run(milliseconds: 6_000)
    #expect(stage.notes(since: start) == ["on 62 0", "off 62 1000"])
  }

  @Test func `a seek out of a note ends it, and a seek back into it starts nothing`() throws {
    let stage = Stage(try song([(60, 0, 8), (62, 30, 1)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 2_000)
    for place in [20, 4] as [Int64] {
      _ = stage.transport.seek(to: Ticks(beats: place))
      stage.run(milliseconds: 1_000)
    }
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 1995.5"])
  }

  @Test func `panic sends a bounded number of messages, and the song plays on`() throws {
    let stage = Stage(try song([(60, 0, 8), (62, 3, 1)], loop: 0...16))
    _ = stage.transport.play()
    stage.run(milliseconds: 1_000)
    for _ in 0..<20 { stage.transport.panic() }
    stage.run(milliseconds: 3_500)
    #expect(stage.transport.state == .rolling)
    let controls = stage.tape.heard.count {
      if case .control = $0.message { true } else { false }
    }
    #expect(controls == 20 * 3)
    #expect(stage.tape.heard.count { !$0.message.isOff } == controls + 2)
  }

  @Test func `panic while stopped resets each channel in use, and starts nothing`() throws {
    var song = try song([(60, 0, 8)])
    var draft = Draft(of: song)
    _ = try draft.addRow(named: "bass", [.channel(Channel(2)), .port("bass")])
    _ = try draft.addRow(named: "more", [])
    song.apply(draft.patch)
    let stage = Stage(song)
    stage.transport.panic()
    stage.run(milliseconds: 1_000)
    #expect(
      stage.tape.heard.map { "\($0.port) \($0.message.line)" } == [
        "out cc 64 0", "out cc 123 0", "out cc 120 0",
        "bass cc 64 0", "bass cc 123 0", "bass cc 120 0",
      ])
    #expect(stage.transport.state == .stopped && !stage.tape.isRunning)
  }

  @Test func `a song that replaces the one that sounds ends its notes at the commit point`() throws
  {
    let stage = Stage(try song([(60, 0, 8)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 2_005)
    let replaced = stage.transport.replace(with: try song([(64, 3, 1)]))
    let commit = try #require(replaced)
    stage.run(milliseconds: 2_500)
    #expect(commit - start == 2_000_500_000)
    #expect(
      stage.notes(since: start) == ["on 60 0", "off 60 2000.5", "on 64 3000", "off 64 4000"])
  }

  @Test func `the insert of a sounding note undone, it ends at the commit point`() throws {
    let stage = Stage(try song([(62, 7, 1)]))
    let before = stage.transport.song
    let start = stage.transport.play()
    stage.run(milliseconds: 900)
    try stage.edit { draft in try add(60, 1, 4, in: &draft) }
    stage.run(milliseconds: 1_105)
    var draft = Draft(of: stage.transport.song)
    try draft.remove([Cell.ID(2)])
    var song = stage.transport.song
    song.apply(draft.patch)
    #expect(song.hasSameContent(as: before))
    _ = stage.transport.change(to: song, draft.patch)
    stage.run(milliseconds: 1_000)
    #expect(stage.notes(since: start) == ["on 60 1000", "off 60 2000.5"])
  }

  @Test func `a note on another port than its row's ends where it began`() throws {
    let stage = Stage(try song([(60, 0, 4), (62, 6, 1)], loop: 0...16))
    _ = stage.transport.play()
    stage.run(milliseconds: 1_000)
    try stage.edit { draft in
      try draft.set([.port("other"), .channel(Channel(5)), .transpose(7)], of: Row.ID(1))
    }
    stage.run(milliseconds: 6_500)
    #expect(stage.unbalanced == [])
    let offs = stage.tape.heard.filter(\.message.isOff)
    #expect(offs.map(\.port) == ["out", "other"])
  }

  @Test func `beyond the range it stops where the content ends, as that is by then`() throws {
    let stage = Stage(try song([(60, 0, 1), (62, 9, 1)], loop: 0...4))
    let start = stage.transport.play(from: Ticks(beats: 6))
    stage.run(milliseconds: 500)
    // Far from what is decided already.
    try stage.edit { draft in try add(64, 11, 1, in: &draft) }
    stage.run(milliseconds: 8_000)
    #expect(
      stage.notes(since: start) == ["on 62 3000", "off 62 4000", "on 64 5000", "off 64 6000"])
    #expect(stage.transport.state == .stopped && stage.transport.position == Ticks(beats: 12))
  }

  @Test func `an off that finds no room in the output leaves after the stop`() throws {
    let stage = Stage(try song([(60, 0, 8)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 500)
    stage.tape.capacity = 0
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    stage.tape.capacity = 2_000
    stage.run(milliseconds: 100)
    #expect(stage.notes(since: start).map { $0.prefix(6) } == ["on 60 ", "off 60"])
    #expect(!stage.tape.isRunning)
  }
}
