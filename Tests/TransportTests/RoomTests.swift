import Testing
import Timeline
import Transport

/// What the transport makes of the room that an output has.
@Suite struct RoomTests {
  /// A song at 60 beats a minute of notes given as (key, start, length), on sixteen channels.
  private func song(_ notes: [(key: Int, start: Double, length: Double)]) throws -> Song {
    var draft = Draft(of: Song())
    let rows = try (1...16).map { number in
      try draft.addRow(
        named: "row\(number)", [.voices(.poly), .channel(Channel(UInt8(number)))])
    }
    for (key, start, length) in notes {
      try add(key / 16, start, length, to: rows[key % 16], in: &draft)
    }
    draft.set(.tempo(TempoMap(try #require(Tempo(beatsPerMinute: 60)))))
    var song = Song()
    song.apply(draft.patch)
    return song
  }

  @Test func `what has left takes no room`() throws {
    let every = 1.0 / 15_000
    let notes = (0..<4_500).map { (key: $0 % 1_600, start: Double($0) * every, length: 0.005) }
    let stage = Stage(try song(notes))
    let start = stage.transport.play()
    var behind = 0
    stage.watch = { stage in
      let now = Double(stage.clock.time - start) / 1e9
      let due = notes.count { $0.start < now } + notes.count { $0.start + $0.length < now }
      behind = max(behind, due - stage.tape.heard.count)
    }
    stage.run(milliseconds: 400)
    #expect(behind <= 1)
    #expect(stage.tape.heard.count == 2 * notes.count)
    #expect(stage.unbalanced == [])
  }

  @Test func `when room is short what sounds ends in time all the same`() throws {
    let (held, struck) = (0..<100, 100..<1_700)
    let stage = Stage(
      try song(
        held.map { (key: $0, start: 0, length: 1.001) }
          + struck.map { (key: $0, start: 1, length: 0.5) }))
    let start = stage.transport.play()
    let end = start + 1_002_000_000
    var ended = 0
    stage.watch = { stage in
      if stage.clock.time == end { ended = stage.tape.heard.count { $0.message.isOff } }
    }
    stage.run(nanoseconds: end - stage.clock.time)
    #expect(ended == held.count)
    stage.run(milliseconds: 1_000)
    #expect(stage.tape.heard.count == 2 * (held.count + struck.count))
    #expect(stage.unbalanced == [])
  }
}
