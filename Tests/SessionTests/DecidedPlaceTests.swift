import ControlProtocol
import Session
import Testing
import Timeline
import Transport

/// Something comes between a place that is decided and the playhead.
@Suite struct DecidedPlaceTests {
  /// Two bars of eighths at 120, 15 ms before the bar at 2,005 ms, which is decided for a change.
  private func rolling(_ lines: String..., deciding change: String) throws -> Stage {
    let stage = try Stage(
      "row bass channel=1", "section Verse 0 4", "section Chorus 4 8",
      #"pattern bass "C2 . C2 . C2 . C2 . C2 . C2 . C2 . C2 ." times=2 gate=50"#, "loop 0 8")
    for line in lines { try stage.perform(line) }
    try stage.perform("play")
    stage.run(milliseconds: 300)
    try stage.ask(change)
    stage.run(milliseconds: 1_690)
    return stage
  }

  @Test func `a seek away from a decided place plays the song as it is by then`() throws {
    for seek in ["seek 6", "play 6"] {
      let stage = try rolling(deciding: "set bass notes=D2 when=bar")
      try stage.ask(seek)
      stage.run(milliseconds: 600)
      let later = stage.onsets().filter { $0.milliseconds > 1_900 }
      #expect(later.map(\.pitch) == [38, 38, 38])
    }
  }

  @Test func `what is taken back at a decided place is not heard there`() throws {
    let stage = try rolling(deciding: "rows.set bass transpose=2 when=bar")
    try stage.ask("undo")
    stage.run(milliseconds: 600)
    #expect(stage.onsets().allSatisfy { $0.pitch == 36 })
  }

  @Test func `each request at a place says of its own cells alone how they go on`() throws {
    let stage = try rolling(
      "row pad channel=2", "add pad 3 2 A2", deciding: "set bass notes=D2 sounding=keep when=bar")
    let place = try #require(try stage.ask("cut pad")["commit"]?.integer)
    stage.run(milliseconds: 100)
    let end = stage.queue.heard.first {
      if case .noteOff(let channel, _, _) = $0.message { channel.number == 2 } else { false }
    }
    #expect(end?.time.nanoseconds == place)
  }

  @Test func `another song that joins a place goes on where that leads`() throws {
    let stage = try rolling(deciding: "seek 6 when=bar")
    _ = stage.session.replace(with: stage.session.song, name: "song.revert", client: 1)
    stage.run(milliseconds: 100)
    #expect(stage.session.transport.position > Ticks(beats: 6))
  }

  @Test func `what joins a place takes back nothing that came after it`() throws {
    let stage = try Stage(
      "row bass channel=1", "add bass 0 4 C2", "section Chorus 4 8", "play",
      "set bass notes=D2 when=beat")
    _ = stage.turn()
    try stage.ask("go Chorus")
    try stage.ask("set bass notes=E2")
    stage.run(milliseconds: 100)
    #expect(stage.session.transport.position > Ticks(beats: 4))
  }

  @Test func `a nudge moves a decided place, and what joins it there says so`() throws {
    let stage = try rolling(deciding: "set bass notes=D2 when=bar")
    try stage.ask("nudge -5")
    let commit = try #require(try stage.ask("set bass notes=E2")["commit"]?.integer)
    stage.run(milliseconds: 100)
    let first = try #require(
      stage.queue.heard.last { if case .noteOn = $0.message { true } else { false } })
    #expect(first.time.nanoseconds == commit && commit > 3_005_000_000)
  }

  @Test func `a seek that waits strikes what it leads into, when notes are chased`() throws {
    let stage = try rolling("add bass 5 2 A2", "chase on", deciding: "seek 6 when=bar")
    stage.run(milliseconds: 100)
    #expect(stage.onsets().contains { $0.pitch == 45 && $0.milliseconds == 2_000 })
  }

  @Test func `what joins a place again and again is made there once`() throws {
    let stage = try rolling(deciding: "seek 1")
    try stage.ask("go Chorus when=bar")
    while try !stage.ask("pending").list("pending").isEmpty { stage.run(milliseconds: 1) }
    try stage.ask("rows.set bass transpose=1")
    try stage.ask("rows.set bass transpose=2")
    try stage.ask("seek 1")
    let commit = try #require(try stage.ask("rows.set bass transpose=3")["commit"]?.integer)
    #expect(commit - stage.clock.time.nanoseconds < 1_000_000)
  }

  @Test func `a loop shorter than what is decided ahead changes at its place, not passes later`()
    throws
  {
    let stage = try Stage(
      "row bass channel=1", "add bass 0 0.015625 C2", "loop 0 0.03125", "play")
    stage.run(milliseconds: 200)
    try stage.ask("loop 4 8 when=loop")
    let place = try #require(try stage.ask("pending").list("pending").first?["time"]?.integer)
    stage.run(milliseconds: 200)
    let last = stage.queue.heard.last { if case .noteOn = $0.message { true } else { false } }
    #expect(last?.time.nanoseconds == place)
  }

  @Test func `a place some passes ahead is told by the tempo of the loop alone`() throws {
    let stage = try Stage(
      "row bass channel=1", "add bass 0 4 C2", "tempo 120", "tempo 60 at=5", "loop 0 4", "play")
    stage.run(milliseconds: 100)
    try stage.ask("tempo 130 when=2loops")
    stage.run(milliseconds: 100)
    let time = try stage.ask("pending").list("pending").first?["time"]?.integer
    #expect(time == Int64(5_005_000_000))
  }

  @Test func `a section planned in the same breath as play is not cut short by it`() throws {
    let stage = try Stage(
      "row bass channel=1", "add bass 0 4 C2", "section Verse 0 4", "section Chorus 4 8")
    try stage.ask("play")
    try stage.ask("go Chorus times=2 then=Verse")
    stage.run(milliseconds: 10)
    let time = try stage.ask("pending").list("pending").first?["time"]?.integer ?? 0
    #expect(abs(time - 5_005_000_000) < 10_000)
  }

  @Test func `a label is told once, whatever comes between its end and a decided place`() throws {
    for line in ["seek 4", "nudge 10", "stop", "loop 0 4", "rows.set bass level=80"] {
      let stage = try Stage(
        "row bass channel=1", "row lights", "tempo 240", "snap off", "add lights 0 3 label=blue",
        "add bass 0 1 C2", "add bass 4 1 C2", "loop 0 8", "play")
      var events = stage.run(milliseconds: 400)
      try stage.ask("rows.set bass level=90 when=3.1")
      events += stage.run(milliseconds: 363)
      events += try stage.perform(line).events
      events += stage.run(milliseconds: 100)
      #expect(events.count { $0.topic == .cells } == 2, "\(line)")
    }
  }

  @Test func `what a place strikes itself is not swapped there as well`() throws {
    for change in ["go A when=bar", "seek 0 when=bar", nil] {
      let stage = try Stage(
        "row bass channel=1", "tempo 240", "snap off", "add bass 0 16 C2", "section A 0 8",
        change == nil ? "loop 0 4" : "loop A", "play")
      stage.run(milliseconds: 400)
      if let change { try stage.ask(change) }
      try stage.ask("transpose bass 1 sounding=swap when=\(change == nil ? "loop" : "bar")")
      stage.run(milliseconds: 800)
      let struck = stage.queue.heard.filter {
        if case .noteOn(_, let pitch, _) = $0.message { pitch.number == 37 } else { false }
      }
      #expect(struck.map(\.time.nanoseconds) == [2_005_000_000], "\(change ?? "wrap")")
    }
  }
}
