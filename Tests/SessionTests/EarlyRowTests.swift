import ControlProtocol
import Session
import Testing
import Timeline
import Transport

/// What waits for a place, in songs with rows that are early or late.
@Suite struct EarlyRowTests {
  /// Two bars of eighths at 120, and quarters on a row that is so many milliseconds late.
  private func rolling(_ delay: Int, _ lines: String...) throws -> Stage {
    let stage = try Stage(
      "row bass channel=1", "row far channel=2", "rows.set far delay=\(delay)",
      #"pattern bass "C2 . C2 . C2 . C2 . C2 . C2 . C2 . C2 ." times=2 gate=50"#,
      #"pattern far "C4 . . . D4 . . . E4 . . . F4 . . ." times=2 gate=50"#, "loop 0 8")
    for line in lines { try stage.perform(line) }
    try stage.perform("play")
    stage.run(milliseconds: 300)
    return stage
  }

  private func times(_ stage: Stage, _ channel: Int) -> [Double] {
    stage.onsets(channel).map(\.milliseconds)
  }

  @Test(arguments: [0, -500, 70])
  func `a tempo or a scale that waits begins at its place, in each row as far from it as that is`(
    delay: Int
  ) throws {
    for line in ["tempo 240", "scale 2"] {
      let stage = try rolling(delay)
      try stage.ask("\(line) when=bar")
      stage.run(milliseconds: 2_600)
      let bass = (0..<8).map { Double($0) * 250 } + (0..<8).map { 2_000 + Double($0) * 125 }
      #expect(times(stage, 1).prefix(15) == bass.prefix(15))
      let far = (0..<4).map { Double($0) * 500 } + (0..<4).map { 2_000 + Double($0) * 250 }
      #expect(times(stage, 2).prefix(6) == far.map { max(0, $0 + Double(delay)) }.prefix(6))
      try stage.perform("stop")
      stage.run(milliseconds: 100)
      stage.expectBalance()
    }
  }

  @Test(arguments: [0, -500, 70])
  func `a stop that waits has each row play as far as its place, where the playhead rests`(
    delay: Int
  ) throws {
    let stage = try rolling(delay, "add bass 3.5 2 C2")
    try stage.ask("stop when=bar")
    stage.run(milliseconds: 1_650)
    #expect(stage.session.isRolling)
    let events = stage.run(milliseconds: 1_000)
    #expect(times(stage, 1) == (0..<8).map { Double($0) * 250 })
    #expect(times(stage, 2) == (0..<4).map { max(0, Double($0) * 500 + Double(delay)) })
    #expect(stage.session.transport.position == Ticks(beats: 4) && !stage.session.isRolling)
    #expect(events.filter { $0.topic == .transport }.last?.parameters["state"] == "stopped")
    let off = stage.queue.heard.last {
      if case .noteOff(let channel, _, _) = $0.message { channel.number == 1 } else { false }
    }
    #expect(off?.time.nanoseconds == 3_005_000_000)
    stage.expectBalance()
  }

  @Test func `a stop that waits stays one, whatever comes before the place`() throws {
    for line in ["tempo 60", "rows.set far transpose=1", "loop 0 4", "cut bass@7", "nudge 5"] {
      let stage = try rolling(-500)
      try stage.ask("stop when=bar")
      stage.run(milliseconds: 1_500)
      try stage.ask(line)
      stage.run(milliseconds: 1_500)
      #expect(stage.session.transport.position == Ticks(beats: 4), "\(line)")
      #expect(!stage.session.isRolling, "\(line)")
      stage.expectBalance()
    }
    let stage = try rolling(-500)
    try stage.ask("stop when=bar")
    stage.run(milliseconds: 1_500)
    try stage.ask("seek 1")
    stage.run(milliseconds: 3_000)
    #expect(stage.session.isRolling)
  }

  @Test func `what is decided for a place stands, whatever is edited before the playhead is there`()
    throws
  {
    for (wish, next) in [("seek 6", 6.0), ("go B", 4), ("tempo 60", 4)] {
      for line in ["rows.set far transpose=1", "nudge 5", "tempo 100", "cut far@3"] {
        let stage = try rolling(-500, "section B 4 6")
        try stage.ask("\(wish) when=bar")
        stage.run(milliseconds: 1_500)
        try stage.ask(line)
        stage.run(milliseconds: 190)
        #expect(abs(stage.session.transport.position.beats - 3.98) < 0.03, "\(wish), \(line)")
        stage.run(milliseconds: 30)
        let position = stage.session.transport.position.beats
        #expect(position >= next && position < next + 0.1, "\(wish), \(line)")
      }
    }
  }

  @Test func `a seek that waits ends what sounds in each row where that comes to it`() throws {
    let stage = try rolling(-500, "add bass 2 3 E2")
    try stage.ask("seek 6 when=bar")
    stage.run(milliseconds: 2_000)
    let off = stage.queue.heard.last {
      if case .noteOff(_, let pitch, _) = $0.message { pitch.number == 40 } else { false }
    }
    #expect(off?.time.nanoseconds == 3_005_000_000)
  }

  @Test func `with a loop that is soon over each click is struck once a pass`() throws {
    let stage = try Stage(
      "row bass channel=1", "rows.set bass delay=-50", "tempo 240", "snap off", "metronome on",
      "add bass 0 0.25 C2", "loop 0 0.25", "play")
    stage.run(milliseconds: 104)
    try stage.ask("tempo 999 when=loop")
    stage.run(milliseconds: 200)
    let clicks = times(stage, 10)
    #expect(clicks.prefix(2) == [0, 62.5] && clicks.dropFirst(2).first == 125)
    #expect(zip(clicks.dropFirst(2), clicks.dropFirst(3)).allSatisfy { $1 - $0 > 15 })
    try stage.perform("stop")
    stage.run(milliseconds: 100)
    stage.expectBalance()
  }

  @Test(arguments: Array(0..<30) + [83, 153, 360])
  func `each note ends once and each label is told once, whatever is asked and for what place`(
    seed: UInt64
  ) throws {
    var dice = Dice(seed)
    let stage = try Stage(
      "row a channel=1", "row b channel=2 voices=poly", "row c channel=3", "snap off", "tempo 240",
      "section A 0 4", "section B 4 8", "metronome on", "loop 0 8",
      #"pattern a "C2 D2 E2 F2" step=1/16 times=8 gate=100"#,
      #"pattern b "C3 . G3 ." step=1/16 times=8 gate=80"#, "add c 0 2 C4 label=x",
      "add c 2 3 D4 label=y", "add c 6 2 E4 label=z")
    try stage.perform("rows.set \(dice.draw(["a", "b", "c"])) delay=\(dice.draw([-500, -60, -7]))")
    try stage.perform("rows.set \(dice.draw(["a", "b", "c"])) delay=\(dice.draw([-90, 11, 200]))")
    try stage.perform("play")
    var events: [Event] = []
    for _ in 0..<40 {
      events += stage.run(milliseconds: Int64(1 + dice.draw(dice.draw([20, 400]))))
      let (row, beat) = (dice.draw(["a", "b", "c"]), dice.draw(8))
      let wish = dice.draw([
        "tempo \(60 + dice.draw(400))", "scale 0.5", "scale 2", "go A", "go B times=1 then=A",
        "seek \(beat)", "loop 0 4", "loop \(beat) \(beat + 1)", "loop tails=ring", "stop",
        "mute \(row) toggle", "solo \(row) toggle", "transpose \(row) 1 sounding=swap",
        "add \(row) \(beat) 2 A3", "cut \(row)@\(beat)",
        "rows.set \(row) delay=\(dice.draw(200) - 100)",
        "resize \(row)@\(beat) by=1/8", "nudge \(dice.draw(60) - 30)", "undo", "swing 66",
        "rows.set \(row) transpose=\(dice.draw(12))", "rows.set \(row) channel=\(1 + dice.draw(3))",
      ])
      let when = dice.draw(["", "", " when=beat", " when=bar", " when=loop"])
      let isPlain = ["nudge", "swing"].contains { wish.hasPrefix($0) }
      // What does not fit is refused, and that is well.
      let outcome = try? stage.perform(wish + (isPlain ? "" : when))
      events += outcome?.events ?? []
      if !stage.session.isRolling { events += try stage.perform("play").events }
    }
    events += stage.run(milliseconds: 700)
    events += try stage.perform("stop").events
    events += stage.run(milliseconds: 900)
    stage.expectBalance()
    var inside: Set<Int64> = []
    for event in events where event.topic == .cells {
      guard let cell = event.parameters["cell"]?.integer else { continue }
      let enters = event.name == "cell.started"
      #expect(enters ? inside.insert(cell).inserted : inside.remove(cell) != nil, "\(event)")
    }
  }
}
