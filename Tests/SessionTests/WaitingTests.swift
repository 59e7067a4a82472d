import ControlProtocol
import Session
import Testing
import Timeline
import Transport

/// Requests that wait for a place ahead.
@Suite struct WaitingTests {
  /// Two bars of eighths at 120: a bar is 2 s, and the first tick sounds 5 ms after play.
  private func rolling(_ lines: String...) throws -> Stage {
    let stage = try Stage(
      "row bass channel=1", "row keys channel=2 voices=poly",
      #"pattern bass "C2 . C2 . C2 . C2 . C2 . C2 . C2 . C2 ." times=2 gate=50"#,
      #"pattern keys "C4 . . . C4 . . . C4 . . . C4 . . ." times=2 gate=50"#, "loop 0 8")
    for line in lines { try stage.perform(line) }
    try stage.perform("play")
    return stage
  }

  private func times(_ stage: Stage, _ channel: Int) -> [Double] {
    stage.onsets(channel).map(\.milliseconds)
  }

  @Test func `what waits for one bar is one commit point, on the bar`() throws {
    let stage = try rolling()
    stage.run(milliseconds: 300)
    let replies = try [
      "rows.set keys mute=on when=bar", "set bass notes=D2 when=bar", "tempo 240 when=bar",
    ].map { try stage.ask($0) }
    #expect(replies.map { $0["pending"]?.integer } == [1, 2, 3])
    #expect(replies.allSatisfy { $0["position"]?.number == 4 && $0["revision"] == nil })
    let events = stage.run(milliseconds: 2_500)
    let done = events.filter { $0.topic == .pending }.map(\.parameters)
    #expect(done.map { $0["state"]?.string } == ["done", "done", "done"])
    #expect(Set(done.map { $0["result"]?["commit"]?.integer }) == [3_005_000_000])
    #expect(events.filter { $0.topic == .edit }.map { $0.parameters["revision"] } == [6, 7, 8])
    #expect(times(stage, 2) == [0, 500, 1_000, 1_500])
    let bass = stage.onsets(1)
    #expect(bass.filter { $0.milliseconds < 2_000 }.allSatisfy { $0.pitch == 36 })
    let later = bass.filter { $0.milliseconds >= 2_000 }
    #expect(later.map(\.milliseconds).prefix(3) == [2_000, 2_125, 2_250])
    #expect(later.allSatisfy { $0.pitch == 38 })
  }

  @Test func `5 ms before the bar still makes it, and after it the next`() throws {
    for others in [false, true] {
      let stage = try rolling()
      stage.run(milliseconds: 300)
      // Then the bar is decided when the late one comes.
      if others { try stage.ask("rows.set keys mute=on when=bar") }
      stage.run(milliseconds: 1_700)
      #expect(try stage.ask("set bass notes=D2 when=bar")["position"]?.number == 4)
      stage.run(milliseconds: 8)
      #expect(try stage.ask("set bass notes=E2 when=bar")["position"]?.number == 0)
      stage.run(milliseconds: 2_500)
      let bass = stage.onsets(1)
      #expect(bass.map(\.milliseconds) == (0..<19).map { Double($0) * 250 })
      let pitches = (0..<19).map { $0 < 8 ? 36 : $0 < 16 ? 38 : 40 }
      #expect(bass.map(\.pitch) == pitches)
      #expect(times(stage, 2).contains(2_000) == !others)
    }
  }

  @Test func `an edit just before a decided place takes effect there, and a stop at once`() throws {
    let stage = try rolling()
    stage.run(milliseconds: 300)
    try stage.ask("set bass notes=D2 when=bar")
    stage.run(milliseconds: 1_690)
    let commit = try stage.ask("set keys notes=E4")["commit"]?.integer
    #expect(commit == 3_005_000_000)
    stage.run(milliseconds: 5)
    try stage.perform("stop")
    stage.run(milliseconds: 500)
    #expect(times(stage, 1).max() == 1_750 && times(stage, 2).max() == 1_500)
    #expect(stage.session.song.cell(Cell.ID(1))?.pitches.first?.number == 38)
    let offs = stage.queue.heard.count { if case .noteOff = $0.message { true } else { false } }
    #expect(offs == stage.onsets(1).count + stage.onsets(2).count)
  }

  @Test func `a stop that waits ends on the bar, however late it is asked for`() throws {
    for wait in [300, 1_698] {
      let stage = try rolling()
      stage.run(milliseconds: 300)
      try stage.ask("set bass notes=D2 when=bar")
      stage.run(milliseconds: Int64(wait))
      #expect(try stage.ask("stop when=bar")["pending"] == 2)
      stage.run(milliseconds: 2_500)
      #expect(times(stage, 1).max() == 1_750)
      #expect(stage.session.transport.state == .stopped)
      #expect(stage.session.transport.position == Ticks(beats: 4))
      #expect(stage.session.song.cell(Cell.ID(1))?.pitches.first?.number == 38)
    }
  }

  @Test func `an edit of very many cells cannot wait, nor an undo that has grown to one`() throws {
    let stage = try rolling()
    try stage.perform("row many voices=poly")
    try stage.perform("euclid many 512 1024 at=16 times=5 step=1/64 notes=60")
    #expect(try stage.refusal("cut many when=bar").field == "when")
    try stage.perform("add bass 20 1 60")
    try stage.ask("undo when=bar")
    try stage.perform("undo")
    let events = stage.run(milliseconds: 2_100).filter { $0.topic == .pending }
    #expect(events.map { $0.parameters["state"]?.string } == ["dropped"])
  }

  @Test func `what no longer fits is dropped with the reason, and the others are done`() throws {
    let stage = try rolling()
    stage.run(milliseconds: 100)
    try stage.ask("move 1 by=1/16 when=bar")
    try stage.ask("rows.set keys mute=on when=bar")
    try stage.perform("cut 1")
    let events = stage.run(milliseconds: 2_000).filter { $0.topic == .pending }
    #expect(events.map { $0.parameters["state"]?.string } == ["dropped", "done"])
    #expect(events[0].parameters["error"]?["data"]?["kind"] == "notFound")
    #expect(stage.session.song.row(named: "keys")?.mute == true)
  }

  @Test func `what waits can be listed and taken back until it is decided`() throws {
    let stage = try rolling()
    stage.run(milliseconds: 100)
    try stage.ask("set bass notes=D2 when=bar")
    try stage.ask("set bass notes=E2 when=loop")
    #expect(try stage.ask("pending").list("pending").map { $0["when"]?.string } == ["bar", "loop"])
    #expect(try stage.ask("cancel 1")["cancelled"] == [1])
    #expect(try stage.refusal("cancel 1").kind == .notFound)
    stage.run(milliseconds: 3_890)
    #expect(try stage.refusal("cancel 2").field == "pending")
    stage.run(milliseconds: 100)
    #expect(stage.onsets(1).map(\.pitch) == Array(repeating: 36, count: 16) + [40])
  }

  @Test func `what waits is checked at once, and changes nothing until then`() throws {
    let stage = try rolling()
    stage.run(milliseconds: 100)
    let revision = stage.session.revision
    for (line, field) in [
      ("move 999 by=1 when=bar", "where"), ("set bass notes=D2 when=30000", "when"),
      ("loop 4 2 when=bar", "end"), ("tempo 140 base=1 when=bar", "base"),
      ("set bass notes=D2 when=nowhere", "when"), ("scale 9 when=bar", "scale"),
    ] {
      #expect(try stage.refusal(line).field == field)
    }
    try stage.ask("loop 0 4 when=bar")
    try stage.ask("scale 2 when=bar")
    try stage.ask("undo when=bar")
    #expect(stage.session.revision == revision && stage.session.song.range.end == Ticks(beats: 8))
    #expect(try stage.ask("set bass notes=D2 when=bar dryRun=on").list("updates").count == 16)
    #expect(try stage.ask("tempo 140 base=\(revision) when=bar")["pending"] != nil)
    for _ in 4..<256 { try stage.ask("tempo +1 when=loop") }
    #expect(try stage.refusal("tempo +1 when=loop").kind == .limit)
  }

  @Test func `once nothing moves, everything is done at once and in order`() throws {
    let stage = try rolling()
    stage.run(milliseconds: 100)
    try stage.ask("set bass notes=D2 when=loop")
    try stage.ask("set bass notes=E2 when=bar")
    try stage.perform("stop")
    let events = stage.turn().filter { $0.topic == .pending }
    #expect(events.map { $0.parameters["pending"]?.integer } == [1, 2])
    #expect(stage.session.song.cell(Cell.ID(1))?.pitches.first?.number == 40)
    #expect(try stage.ask("set bass notes=C2 when=bar")["revision"] != nil)
  }

  @Test func `a seek sets what waits on its way anew`() throws {
    let stage = try rolling()
    stage.run(milliseconds: 100)
    try stage.ask("set bass notes=D2 when=bar")
    try stage.perform("seek 6")
    stage.run(milliseconds: 1_500)
    #expect(stage.onsets(1).last { $0.milliseconds < 1_000 }?.pitch == 36)
    #expect(stage.onsets(1).last?.pitch == 38)
    #expect(stage.session.transport.passes == 1)
  }

  @Test func `a seek that waits goes on without a gap, and ends what sounds`() throws {
    let stage = try rolling("add bass 10 4 A2", "resize 8 for=2 overlap=allow")
    stage.run(milliseconds: 100)
    try stage.ask("seek 10 when=bar")
    stage.run(milliseconds: 2_500)
    let bass = stage.onsets(1).filter { $0.milliseconds >= 1_700 }
    #expect(bass.map(\.milliseconds) == [1_750, 2_000] && bass.map(\.pitch) == [36, 45])
    let off = stage.queue.heard.last {
      if case .noteOff(_, let pitch, _) = $0.message { pitch.number == 36 } else { false }
    }
    #expect(off?.time.nanoseconds == 3_005_000_000)
  }

  @Test func `early and late rows lose nothing and double nothing where things change`() throws {
    for delay in [-20, 20] {
      let stage = try rolling("rows.set bass delay=\(delay)")
      stage.run(milliseconds: 300)
      try stage.ask("set bass notes=D2 when=bar")
      try stage.ask("rows.set keys transpose=2 when=bar")
      stage.run(milliseconds: 4_300)
      let expected = (0..<19).map { max(Double($0) * 250 + Double(delay), 0) }
      #expect(Array(times(stage, 1).prefix(18)) == Array(expected.prefix(18)))
      #expect(stage.onsets(1).map(\.pitch).prefix(10) == [36, 36, 36, 36, 36, 36, 36, 36, 38, 38])
      #expect(Array(times(stage, 2).prefix(9)) == (0..<9).map { Double($0) * 500 })
      #expect(stage.onsets(2).map(\.pitch).prefix(5) == [60, 60, 60, 60, 62])
    }
  }

  @Test func `when is a word in both spellings, and reads back`() throws {
    for text in ["now", "beat", "bar", "2bars", "loop", "section", "5:1", "16.5", "Chorus"] {
      #expect(try BoundaryExpression(.string(text)).text == text)
    }
    #expect(throws: Mismatch.self) { try BoundaryExpression(.string("0bars")) }
    #expect(throws: Mismatch.self) { try BoundaryExpression(.string("1001bars")) }
    #expect(try BoundaryExpression(.integer(16)).text == "16")
  }
}
