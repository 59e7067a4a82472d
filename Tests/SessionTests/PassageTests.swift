import ControlProtocol
import Session
import Testing
import Timeline
import Transport

/// What is made of a song at a place, where rows are early or late.
@Suite struct PassageTests {
  /// Two bars of eighths at 120 on a row in time, and of quarters on one that is so many
  /// milliseconds late, in a song that has something made of it at the second bar.
  private func changing(_ delay: Int, _ line: String, before: [String] = []) throws -> Stage {
    let stage = try Stage(
      "row bass channel=1", "row far channel=2", "rows.set far delay=\(delay)",
      #"pattern bass "C2 . C2 . C2 . C2 . C2 . C2 . C2 . C2 ." times=2 gate=50"#,
      #"pattern far "C4 . . . C4 . . . C4 . . . C4 . . ." times=2 gate=50"#, "loop off")
    for line in before { try stage.perform(line) }
    try stage.perform("play")
    stage.run(milliseconds: 300)
    try stage.ask("\(line) when=bar")
    stage.run(milliseconds: 5_000)
    stage.expectBalance()
    return stage
  }

  @Test(arguments: [-400, -100, 0, 70])
  func `a row plays until it comes to where it is silenced, and from where it is heard again`(
    delay: Int
  ) throws {
    let (first, second) = ((0..<4).map { $0 * 500 }, (4..<8).map { $0 * 500 })
    let cases: [(line: String, before: [String], beats: [Int])] = [
      ("mute far", [], first), ("unmute far", ["mute far"], second), ("solo bass", [], first),
      ("unsolo", ["solo bass"], second), ("mute bass", [], first + second),
      ("scene loud", ["scenes.save loud", "mute far"], second), ("cut far@2:1..3:1", [], first),
      ("undo", ["cut far@2:1..3:1"], second.reversed() + first),
      ("rows.set far channel=3", [], first), ("rows.set far transpose=100", [], first),
    ]
    for (line, before, beats) in cases {
      let stage = try changing(delay, line, before: before)
      let expected = beats.sorted().map { Double(max(0, $0 + delay)) }
      #expect(stage.onsets(2).map(\.milliseconds) == expected, "\(line)")
      let bass = (0..<(line == "mute bass" ? 8 : 16)).map { Double($0) * 250 }
      #expect(line == "unsolo" || stage.onsets(1).map(\.milliseconds) == bass, "\(line)")
    }
  }

  @Test(arguments: [-100, 0, 70])
  func `an edit by hand on the way to a place is heard at once, whoever has been there`(
    delay: Int
  ) throws {
    for (line, heard) in [("cut far@2:2", false), ("mute far", false), ("cut bass@2:2", true)] {
      let stage = try Stage(
        "row bass channel=1", "row far channel=2", "rows.set far delay=\(delay)",
        "add far 5 1/2 C4", "add bass 5 1/2 C2", "add bass 7 1/2 D2", "loop off", "play")
      try stage.ask("transpose bass 1 when=2:2")
      stage.run(milliseconds: 2_370)
      try stage.perform(line)
      stage.run(milliseconds: 1_500)
      #expect((stage.onsets(2).count == 1) == heard, "\(line)")
      #expect((stage.onsets(1).first?.pitch == 37) != heard, "\(line)")
      stage.expectBalance()
    }
  }

  @Test func `where the range has changed, what waits for its end is made on the way all the same`()
    throws
  {
    let stage = try Stage(
      "row hat channel=2", "tempo 240", "add hat 6 1/8 63", "loop 2 7", "play 2")
    try stage.ask("move 1 position=2.75 when=2bars")
    stage.run(milliseconds: 300)
    // Now the playhead comes to 2 by way of 5 and 0, just when it would have at the end.
    try stage.perform("loop 0 5")
    stage.run(milliseconds: 1_800)
    #expect(stage.onsets().map(\.milliseconds) == [1_437.5])
  }

  /// Plays three rows with these delays, in milliseconds, while things wait for places that are
  /// drawn by a seed; returns what each channel has played when, and each row's labels.
  private func deeds(_ delays: [Int], seed: UInt64) throws -> [[Deed]] {
    let stage = try Stage("section A 0 4", "section B 4 8", "section C 8 11", "loop 0 8")
    let gates = [50, 100, 80]
    for (index, delay) in delays.enumerated() {
      let row = "r\(index)"
      try stage.perform("row \(row) channel=\(index + 1) voices=poly")
      try stage.perform("rows.set \(row) delay=\(delay)")
      let notes = (0..<12).map { beat in
        ["C", "D", "E", "F", "G", "A"][(beat + index) % 6] + "\(beat / 6 + 2) ."
      }
      try stage.perform(
        "pattern \(row) \"\(notes.joined(separator: " "))\" step=1/8 gate=\(gates[index])")
      try stage.perform("add \(row) 2.5 3 label=x\(index)")
      try stage.perform("add \(row) \(3 + index) 4 control=cc74 value=0 to=\(20 + index)")
      try stage.perform("add \(row) 5.5 1 control=sustain value=127")
    }
    var (dice, events) = (Dice(seed), try stage.perform("play").events)
    for _ in 0..<8 {
      events += stage.run(milliseconds: Int64(200 + dice.draw(1_200)))
      guard stage.session.isRolling else { break }
      let line = "\(wish(&dice)) when=\(dice.draw(["bar", "beat", "loop", "2bars"]))"
      // Who is early has gone too far for what is closer.
      let time = stage.session.transport.place(of: .beat)?.time ?? stage.clock.time
      guard time - stage.clock.time > 200_000_000 else { continue }
      // What does not fit is refused, and that is well.
      events += (try? stage.perform(line))?.events ?? []
    }
    events += stage.run(milliseconds: 1_000)
    let over = stage.clock.time
    events += stage.run(milliseconds: 200)
    if stage.session.isRolling { try stage.perform("stop") }
    stage.run(milliseconds: 200)
    stage.expectBalance()
    return delays.enumerated().flatMap { index, delay in
      // What is stopped by hand in the end, is so at one moment for all.
      let end = over + Int64(delay - 300) * 1_000_000
      return [
        [Deed](stage.queue.heard.filter { $0.time < end }, channel: index + 1),
        [Deed](events, row: index + 1).filter { $0.time < end.sinceStart },
      ]
    }
  }

  private func wish(_ dice: inout Dice) -> String {
    let (beat, row) = (dice.draw(11), "r\(dice.draw(3))")
    return dice.draw([
      "tempo 90", "tempo 240", "scale 0.8", "scale 1.5", "go A", "go B", "go C", "seek 5",
      "seek 1.5", "loop 0 4", "loop off", "loop tails=ring", "stop", "mute \(row) toggle",
      "mute \(row) toggle", "solo \(row) toggle", "transpose \(row) 1",
      "transpose \(row) 2 sounding=swap", "transpose \(row)@2..6 -1 sounding=cut",
      "rows.set \(row) transpose=5", "rows.set \(row) level=50", "rows.set \(row) program=3",
      "add \(row) \(beat).25 1 A5", "add \(row) \(beat) 2 B5", "cut \(row)@\(beat)", "undo",
      "cut \(row)@4..8", "resize \(row)@4..6 by=1/2", "swing 60", "swing 50",
      "add \(row) \(beat).5 2 control=cc74 value=\(beat) to=90",
      "add \(row) \(beat) 1 control=sustain value=127", "add \(row) \(beat) 2 label=y",
    ])
  }

  @Test(arguments: 0..<60)
  func `early and late rows play what others do, as much earlier or later, whatever waits`(
    seed: UInt64
  ) throws {
    let delays = [[0, -120, 70], [-200, 0, -50], [90, 90, -1], [-150, -150, 40]][Int(seed % 4)]
    let onTime = try deeds([0, 0, 0], seed: seed)
    let moved = try deeds(delays, seed: seed)
    for (index, (onTime, moved)) in zip(onTime, moved).enumerated() {
      let expected = onTime.map { $0.moved(by: delays[index / 2]) }.changes
      let (row, heard) = ("row \(index / 2)", moved.changes)
      if let (one, other) = zip(expected, heard).first(where: { $0 != $1 }) {
        #expect(one == other, "\(row)")
      } else {
        #expect(expected.count == heard.count, "\(row)")
      }
    }
  }
}
