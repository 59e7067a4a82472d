import ControlProtocol
import Session
import Testing
import Timeline
import Transport

/// From section to section.
@Suite struct GoTests {
  /// Verse, Bridge and Chorus of a bar each, with quarters of their own pitch, 2 s a bar.
  private func rolling(_ lines: String...) throws -> Stage {
    let stage = try Stage(
      "row bass channel=1", "pattern bass C2 at=1:1 step=1/4 times=4 gate=50",
      "pattern bass D2 at=2:1 step=1/4 times=4 gate=50",
      "pattern bass E2 at=3:1 step=1/4 times=4 gate=50", "section Verse 1:1 2:1",
      "section Bridge 2:1 3:1", "section Chorus 3:1 4:1", "marker Solo 2:1", "loop Verse")
    for line in lines { try stage.perform(line) }
    return stage
  }

  @Test func `a section that is gone to follows on the bar and loops from then on`() throws {
    let stage = try rolling()
    try stage.perform("play")
    stage.run(milliseconds: 700)
    #expect(try stage.ask("go Chorus when=bar")["pending"] == 1)
    stage.run(milliseconds: 5_400)
    let heard = stage.onsets()
    #expect(heard.map(\.milliseconds) == (0..<13).map { Double($0) * 500 })
    #expect(heard.map(\.pitch) == [36, 36, 36, 36] + Array(repeating: 40, count: 9))
    #expect(stage.session.song.range.start == Ticks(beats: 8))
  }

  @Test func `at once it goes on within two milliseconds, and what sounds follows the tails`()
    throws
  {
    for (tails, off) in [("cut", 1_100.0), ("ring", 1_250)] {
      let stage = try rolling("loop tails=\(tails)")
      try stage.perform("play")
      stage.run(milliseconds: 1_100)
      let commit = try #require(try stage.ask("go Chorus")["commit"]?.integer)
      #expect(commit - stage.clock.time.nanoseconds <= 1_000_000)
      stage.run(milliseconds: 300)
      #expect(stage.onsets().last?.pitch == 40)
      let end = stage.queue.heard.last {
        if case .noteOff(_, let pitch, _) = $0.message { pitch.number == 36 } else { false }
      }
      let milliseconds = Double((end?.time.nanoseconds ?? 0) - 1_005_000_000) / 1e6
      #expect(abs(milliseconds - off + (tails == "cut" ? 5 : 0)) < 1)
    }
  }

  @Test(arguments: [
    ("stop", "go Chorus", 8.0), ("go Chorus", "stop", 8), ("stop", "seek 2:3", 6),
    ("seek 2:3", "stop", 6), ("stop", "stop", 0),
  ])
  func `who stops at a place has stopped, in whatever order, and is where the others lead`(
    first: String, second: String, beats: Double
  ) throws {
    let stage = try rolling()
    try stage.perform("play")
    stage.run(milliseconds: 700)
    try stage.perform("\(first) when=bar")
    try stage.perform("\(second) when=bar")
    stage.run(milliseconds: 3_000)
    #expect(stage.onsets().map(\.pitch) == [36, 36, 36, 36])
    #expect(!stage.session.isRolling)
    #expect(stage.session.transport.position == Ticks(beats: beats))
  }

  @Test func `what follows is planned, and another plan takes its place`() throws {
    let stage = try rolling()
    try stage.perform("play")
    stage.run(milliseconds: 700)
    try stage.perform("go Chorus when=bar times=2 then=Bridge")
    stage.run(milliseconds: 1_500)
    #expect(try stage.ask("pending").list("pending").map { $0["when"]?.string } == ["2loops"])
    stage.run(milliseconds: 6_000)
    #expect(
      stage.onsets().map(\.pitch) == [36, 36, 36, 36] + Array(repeating: 40, count: 8) + [
        38, 38, 38, 38, 38,
      ])
    #expect(try stage.ask("pending").list("pending").isEmpty)
    try stage.perform("go Verse times=1")
    try stage.perform("go Chorus times=3 then=Verse")
    #expect(try stage.ask("pending").list("pending").count == 1)
    try stage.perform("loop 0 2")
    #expect(try stage.ask("pending").list("pending").isEmpty)
  }

  @Test func `a plan is told once as waiting, and then once what becomes of it`() throws {
    let stage = try rolling()
    try stage.perform("play")
    var events = stage.run(milliseconds: 100)
    events += try stage.perform("go Chorus when=bar times=1 then=Bridge").events
    events += stage.run(milliseconds: 2_500)
    events += try stage.perform("go Verse times=2 then=Chorus").events
    events += try stage.perform("loop 0 2").events
    let told = events.filter { $0.topic == .pending }.map { event in
      let words = ["state", "about"].compactMap { event.parameters[$0]?.string }
      return "\(event.parameters["pending"]?.integer ?? 0) \(words.joined(separator: " "))"
    }
    #expect(
      told == [
        "1 waiting Chorus", "2 waiting Bridge", "1 done Chorus", "2 cancelled Bridge",
        "3 waiting Chorus", "3 cancelled Chorus",
      ])
  }

  @Test func `times without a section that follows asks for then`() throws {
    let stage = try rolling()
    let error = try stage.refusal("go Chorus times=2")
    #expect(error.field == "then" && error.message.contains("no section comes after Chorus"))
  }

  @Test func `a plan that is dropped holds nothing back`() throws {
    for line in ["go again", "loop Chorus"] {
      let stage = try rolling()
      try stage.perform("play")
      stage.run(milliseconds: 700)
      try stage.ask("go Bridge times=2 then=Verse")
      stage.run(milliseconds: 100)
      try stage.ask(line)
      stage.run(milliseconds: 8_000)
      #expect(stage.onsets().last?.milliseconds ?? 0 > 8_000)
    }
  }

  @Test func `next, previous and again count from the section that loops`() throws {
    let stage = try rolling()
    func go(_ words: String) throws -> String? { try stage.ask("go \(words)")["section"]?.string }
    #expect(try go("next") == "Bridge")
    #expect(try go("next") == "Chorus")
    #expect(try stage.refusal("go next").field == "section")
    #expect(try go("again") == "Chorus")
    #expect(try go("previous") == "Bridge")
    #expect(stage.session.transport.position == Ticks(beats: 4))
    #expect(try stage.refusal("go Solo").kind == .notAllowed)
    #expect(try stage.refusal("go Nowhere").kind == .notFound)
    #expect(try stage.refusal("go Verse then=Nowhere").field == "then")
  }

  @Test func `the same place in another section is as far into it`() throws {
    let stage = try rolling()
    try stage.perform("seek 1.5")
    try stage.perform("go Chorus same=on")
    #expect(stage.session.transport.position == Ticks(beats: 9.5))
    try stage.perform("play")
    stage.run(milliseconds: 300)
    try stage.perform("go Verse same=on when=beat")
    stage.run(milliseconds: 700)
    #expect(stage.onsets().map(\.pitch) == [40, 36])
  }

  @Test func `eight mutes, a chord, a tempo and a go for one bar are one commit point`() throws {
    let stage = try rolling(
      "row keys channel=2 voices=poly", "chords keys Am at=1:1", "chords keys C at=3:1")
    for index in 0..<8 { try stage.perform("row r\(index)") }
    try stage.perform("play")
    stage.run(milliseconds: 300)
    for index in 0..<8 { try stage.perform("rows.set r\(index) mute=on when=bar") }
    try stage.perform("set keys@3:1 chord=F when=bar")
    try stage.perform("tempo 240 when=bar")
    try stage.perform("go Chorus when=bar")
    let events = stage.run(milliseconds: 2_500)
    let done = events.filter { $0.topic == .pending }.map(\.parameters)
    #expect(done.count == 11 && done.allSatisfy { $0["state"] == "done" })
    #expect(Set(done.map { $0["result"]?["commit"]?.integer }) == [3_005_000_000])
    #expect(events.count { $0.topic == .transport } == 1)
    let bass = stage.queue.heard.compactMap { message -> Double? in
      guard case .noteOn(let channel, let pitch, _) = message.message, channel.number == 1,
        pitch.number == 40
      else { return nil }
      return Double(message.time.nanoseconds - 1_005_000_000) / 1e6
    }
    #expect(bass.prefix(3) == [2_000, 2_250, 2_500])
  }

  @Test func `an early row begins the new section early, and a late one ends the old one late`()
    throws
  {
    let stage = try rolling(
      "row hat channel=2 delay=-30", "row pad channel=3 delay=40",
      "pattern hat F#2 at=1:1 step=1/4 times=12 gate=50",
      "pattern pad G2 at=1:1 step=1/4 times=12 gate=50")
    try stage.perform("play")
    stage.run(milliseconds: 700)
    try stage.perform("go Chorus when=bar")
    stage.run(milliseconds: 3_000)
    func times(_ pitch: Int) -> [Double] {
      stage.onsets().filter { $0.pitch == pitch }.map(\.milliseconds)
    }
    #expect(times(42).prefix(7) == [0, 470, 970, 1_470, 1_970, 2_470, 2_970])
    #expect(times(43).prefix(7) == [40, 540, 1_040, 1_540, 2_040, 2_540, 3_040])
  }
}
