import Testing
import Timeline
import Transport

@Suite struct SwungTests {
  private func notes(_ count: Int, every step: Double = 0.5) -> [(Int, Double, Double)] {
    (0..<count).map { (60 + $0 % 8, Double($0) * step, step) }
  }

  @Test func `off-beats sound late, and lengths stay legato`() throws {
    let stage = Stage(try song(notes(8), loop: 0...4).with(.swing(Swing(amount: 60_000))))
    let start = stage.transport.play()
    stage.run(milliseconds: 9_900)
    let ons = stage.tape.heard.filter { !$0.message.isOff }.map { $0.time - start }
    let offs = stage.tape.heard.filter(\.message.isOff).map { $0.time - start }
    #expect(ons.count == 20)
    for (index, on) in ons.enumerated() {
      #expect(on == Int64(index / 2) * 1_000_000_000 + (index % 2 == 0 ? 0 : 600_000_000))
    }
    #expect(offs == Array(ons[1...].prefix(offs.count)))
  }

  @Test func `a row's own swing goes before that of the song`() throws {
    var song = try song(notes(4)).with(.swing(Swing(amount: 75_000)))
    var draft = Draft(of: song)
    let own = try draft.addRow(named: "own", [.swing(50_000), .channel(Channel(2))])
    for index in 0..<4 { try add(60, Double(index) / 2, 0.25, to: own, in: &draft) }
    song.apply(draft.patch)
    let stage = Stage(song)
    let start = stage.transport.play()
    stage.run(milliseconds: 900)
    let ons = stage.tape.heard.compactMap { heard -> String? in
      guard case .noteOn(let channel, _, _) = heard.message else { return nil }
      return "\(channel.number) \((heard.time - start) / 1_000_000)"
    }
    #expect(ons == ["1 0", "2 0", "2 500", "1 750"])
  }

  @Test func `a loop that ends off the pairs plays each note once a pass`() throws {
    var song = try song(notes(10)).with(.swing(Swing(amount: 66_000)))
    var range = PlayRange()
    (range.start, range.end) = (beats(0.25), beats(2.75))
    (range.loops, range.auto) = (true, .off)
    song = song.with(.range(range))
    let stage = Stage(song)
    let start = stage.transport.play(from: beats(0.25))
    stage.run(milliseconds: 7_400)
    let ons = stage.notes(since: start).filter { $0.hasPrefix("on") }
    // Of the first pair and the last a part is missing: they are straight.
    let pass = [(61, 250), (62, 750), (63, 1_410), (64, 1_750), (65, 2_250)]
    let expected = (0..<3).flatMap { number in
      pass.map { "on \($0.0) \($0.1 + 2_500 * number)" }
    }
    #expect(ons == Array(expected.prefix(ons.count)) && ons.count > 13)
  }

  @Test(arguments: [true, false])
  func `a range head that follows the content in mid-pass takes no off-beat with it`(
    loops: Bool
  ) throws {
    var range = PlayRange()
    (range.end, range.loops, range.auto) = (beats(2.75), loops, .cell)
    let swing = SongField.swing(Swing(amount: 75_000))
    // Of the last pair a part is missing, which is there once the head has moved.
    for milliseconds in stride(from: Int64(500), through: 2_740, by: 35) {
      let stage = Stage(try song(notes(6)).with(.range(range)).with(swing))
      let start = stage.transport.play()
      stage.run(milliseconds: milliseconds)
      try stage.edit { draft in try add(80, 5, 0.5, in: &draft) }
      #expect(stage.transport.song.range.end == beats(5.5))
      stage.run(milliseconds: 5_700 - milliseconds)
      let ons = stage.notes(since: start).filter { $0.hasPrefix("on") }
      let pitches = ons.prefix(7).compactMap { $0.split(separator: " ").dropFirst().first }
      #expect(pitches == ["60", "61", "62", "63", "64", "65", loops ? "60" : "80"], "\(ons)")
    }
  }

  @Test(arguments: [(50, 75), (75, 50), (57, 66)] as [(Int64, Int64)])
  func `a swing that is changed at any moment loses and doubles no note`(
    from: Int64, to: Int64
  ) throws {
    for step in 0..<40 {
      let stage = Stage(
        try song((0..<32).map { (40 + $0, Double($0) / 8, 0.1) }, loop: 0...4)
          .with(.swing(Swing(amount: from * 1_000))))
      _ = stage.transport.play()
      stage.run(nanoseconds: 3_500_000_000 + Int64(step) * 31_250_001)
      stage.set(.swing(Swing(amount: to * 1_000)))
      stage.run(milliseconds: 300)
      stage.set(.tempo(TempoMap(try #require(Tempo(beatsPerMinute: 90)))))
      stage.run(milliseconds: 3_000)
      let ons = stage.tape.heard.compactMap { heard -> Int? in
        if case .noteOn(_, let pitch, _) = heard.message { Int(pitch.number) - 40 } else { nil }
      }
      #expect(ons == (0..<ons.count).map { $0 % 32 }, "step \(step)")
      _ = stage.transport.stop()
      stage.run(milliseconds: 100)
      #expect(stage.unbalanced == [], "step \(step)")
    }
  }

  @Test func `a seek onto an off-beat plays it late, and nothing from before`() throws {
    let stage = Stage(try song(notes(8, every: 0.25)).with(.swing(Swing(amount: 70_000))))
    let start = stage.transport.play(from: beats(0.5))
    stage.run(milliseconds: 600)
    #expect(
      Array(stage.notes(since: start).prefix(3)) == ["on 62 200", "off 62 350", "on 63 350"])
  }
}

@Suite struct ChaseTests {
  @Test func `a note that began before the start is struck there, and ends at its own end`() throws
  {
    let stage = Stage(try song([(60, 0, 8)]).with(.chase(true)))
    let start = stage.transport.play(from: beats(4))
    stage.run(milliseconds: 5_000)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 4000"])
  }

  @Test func `a note that begins just there is struck once`() throws {
    let stage = Stage(try song([(60, 4, 2), (62, 2, 2)]).with(.chase(true)))
    let start = stage.transport.play(from: beats(4))
    stage.run(milliseconds: 3_000)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 2000"])
  }

  @Test func `a seek out of a note ends it, and one back into it strikes it`() throws {
    let stage = Stage(try song([(60, 0, 8), (62, 30, 1)]).with(.chase(true)))
    let start = stage.transport.play()
    stage.run(nanoseconds: 2_004_500_000)
    _ = stage.transport.seek(to: beats(20))
    stage.run(milliseconds: 1_000)
    _ = stage.transport.seek(to: beats(4))
    stage.run(milliseconds: 4_500)
    #expect(
      stage.notes(since: start) == ["on 60 0", "off 60 2000", "on 60 3000", "off 60 7000"])
  }

  @Test func `an edit right after a play strikes nothing again, a count-in waits, a wrap is none`()
    throws
  {
    let stage = Stage(try song([(60, 0, 8)], loop: 2...6).with(.chase(true)))
    let start = stage.transport.play(from: beats(4), countIn: 1)
    stage.run(milliseconds: 4_005)
    try stage.edit { draft in try add(70, 5, 0.5, in: &draft) }
    stage.run(milliseconds: 4_000)
    let ons = stage.tape.heard.filter { $0.port == "out" && !$0.message.isOff }
    #expect(ons.map { $0.time - start } == [4_000_000_000, 5_000_000_000])
  }

  @Test func `a late row is chased late, and of a clip what sounds there`() throws {
    var sketch = Sketch()
    try sketch.row("keys", [.delay(50_000_000)])
    try sketch.add(.clip([(60, 0, 4), (62, 0, 1), (64, 3, 0.5)]), 1, 6)
    sketch.draft.set(.chase(true))
    let stage = sketch.stage
    let start = stage.transport.play(from: beats(3))
    stage.run(milliseconds: 2_500)
    #expect(
      stage.notes(since: start) == ["on 60 50", "on 64 1050", "off 64 1550", "off 60 2050"])
  }
}

@Suite struct OddsTests {
  @Test func `over eight passes what plays is what the odds say, and again on a replay`() throws {
    var heard: [[String]] = []
    for _ in 0..<2 {
      let song = try song((0..<4).map { (60 + $0, Double($0) / 4, 0.2) }, loop: 0...1)
        .with(.seed(42))
      var draft = Draft(of: song)
      let options = EditOptions(snap: .off)
      try draft.set([.turn(Odds.Turn(2, of: 4))], of: [Cell.ID(2)], options)
      try draft.set([.chance(50)], of: [Cell.ID(3)], options)
      var odd = song
      odd.apply(draft.patch)
      let stage = Stage(odd)
      let start = stage.transport.play()
      stage.run(milliseconds: 7_990)
      _ = stage.transport.stop()
      stage.run(milliseconds: 100)
      #expect(stage.unbalanced == [])
      let expected = (0..<8).flatMap { pass -> [String] in
        (0..<4).compactMap { index in
          let odds = odd.cell(Cell.ID(Int64(index + 1)))?.rare.odds ?? Odds()
          let plays = odds.play(Cell.ID(Int64(index + 1)), in: Int64(pass), seed: 42)
          return plays ? "on \(60 + index) \(pass * 1_000 + index * 250)" : nil
        }
      }
      heard.append(stage.notes(since: start).filter { $0.hasPrefix("on") })
      #expect(heard.last == expected && expected.count < 26)
    }
    #expect(heard[0] == heard[1])
  }

  @Test func `without a loop every pass is the first`() throws {
    let song = try song([(60, 0, 0.5), (62, 1, 0.5)])
    var draft = Draft(of: song)
    let options = EditOptions(snap: .off)
    try draft.set([.turn(Odds.Turn(1, of: 2))], of: [Cell.ID(1)], options)
    try draft.set([.turn(Odds.Turn(2, of: 2))], of: [Cell.ID(2)], options)
    var odd = song
    odd.apply(draft.patch)
    let stage = Stage(odd)
    for _ in 0..<2 {
      let start = stage.transport.play(from: .zero)
      stage.run(milliseconds: 3_000)
      #expect(stage.notes(since: start).suffix(2) == ["on 60 0", "off 60 500"])
    }
  }

  @Test func `a controller that does not play in a pass is not chased either`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    let cell = try sketch.add(.cc(7, 90), 0, 1)
    try sketch.add(.note(60), 2, 0.5)
    try sketch.draft.set(
      [.turn(Odds.Turn(2, of: 2))], of: [cell], EditOptions(snap: .off))
    sketch.loop(0, 4)
    let stage = sketch.stage
    let start = stage.transport.play(from: beats(1))
    stage.run(milliseconds: 3_500)
    #expect(stage.lines(since: start) == ["on 60 1000", "off 60 1500", "cc 7 90 3000"])
  }
}
