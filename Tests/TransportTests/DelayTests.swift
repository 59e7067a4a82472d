import Testing
import Timeline
import Transport

@Suite struct DelayTests {
  @Test(arguments: [7, -7, 500, -500, 0.25] as [Double])
  func `a late or early row keeps its distance through every wrap`(ms: Double) throws {
    let notes = (0..<8).map { (60 + $0, Double($0) / 2, 0.25) }
    let stage = Stage(try song(notes, loop: 0...4).delayed(by: ms))
    let start = stage.transport.play()
    stage.run(milliseconds: 20_000)
    let ons = stage.tape.heard.filter { !$0.message.isOff }.map { $0.time - start }
    #expect(ons.count >= 38)
    for (index, on) in ons.enumerated() {
      #expect(on == max(Int64(index) * 500_000_000 + Int64(ms * 1e6), 0))
    }
    let offs = stage.tape.heard.filter(\.message.isOff).map { $0.time - start }
    for (index, off) in offs.enumerated() where index > 1 {
      #expect(off == Int64(index) * 500_000_000 + 250_000_000 + Int64(ms * 1e6))
    }
  }

  @Test func `what is early sounds at the start of the play, and keeps its length`() throws {
    let stage = Stage(try song([(60, 0, 0.5), (62, 0.25, 0.01), (64, 1, 1)]).delayed(by: -400))
    let start = stage.transport.play()
    stage.run(milliseconds: 2_000)
    #expect(
      stage.notes(since: start) == [
        "on 60 0", "on 62 0", "off 62 10", "off 60 500", "on 64 600", "off 64 1600",
      ])
  }

  @Test func `of what lies before the start of an early row each controller comes once, the last`()
    throws
  {
    var sketch = Sketch()
    try sketch.row("keys", [.delay(-500_000_000), .program(3)])
    try sketch.add(.cc(74, 0, to: 100, over: 4), 0, 4)
    try sketch.add(.program(5), 0.1, 1)
    try sketch.add(.program(6), 0.2, 1)
    try sketch.add(.note(60), 0, 0.3)
    try sketch.add(.note(62), 0.4, 0.3)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 1_000)
    let lines = stage.lines(since: start).filter { !$0.hasPrefix("program 3") }
    #expect(
      Array(lines.prefix(6)) == [
        "program 6 0", "cc 74 13 0", "on 60 0", "on 62 0", "cc 74 14 41.666667",
        "cc 74 15 83.333333",
      ])
    // So it is after a seek, which first sets what holds there, and for a row that becomes earlier.
    let seek = stage.transport.seek(to: beats(2))
    stage.run(milliseconds: 300)
    let change = stage.transport.delay(ports: ["out": -500_000_000])
    stage.run(milliseconds: 300)
    func values(_ time: HostTime?) -> [String] {
      stage.tape.heard.filter { $0.time == time }.map(\.message.line).filter { $0.hasPrefix("cc") }
    }
    #expect(values(seek) == ["cc 74 50", "cc 74 63"])
    #expect(values(change) == ["cc 74 82"])
  }

  @Test func `a late row plays out what it has left, and then all has stopped`() throws {
    let stage = Stage(try song([(60, 0, 1), (62, 1.9, 0.05)], loop: 0...2).delayed(by: 300))
    var range = stage.transport.song.range
    range.loops = false
    stage.set(range)
    let start = stage.transport.play()
    stage.run(milliseconds: 3_000)
    #expect(
      stage.notes(since: start) == ["on 60 300", "off 60 1300", "on 62 2200", "off 62 2250"])
    #expect(stage.notices == [.stopped])
    #expect(stage.transport.position == Ticks(beats: 2))
  }

  @Test func `a stop, a seek and a mute silence a late row at once`() throws {
    for silence in [
      { _ = $0.transport.stop() }, { _ = $0.transport.seek(to: Ticks(beats: 8)) },
      { stage in stage.edit { draft in draft.set([.mute(true)], ofRow: 1) } },
    ] as [(Stage) -> Void] {
      let stage = Stage(try song([(60, 0, 4), (62, 1, 4), (64, 9, 1)]).delayed(by: 100))
      let start = stage.transport.play()
      stage.run(nanoseconds: 1_054_500_000)
      silence(stage)
      stage.run(milliseconds: 500)
      #expect(stage.notes(since: start) == ["on 60 100", "off 60 1050"])
    }
  }

  @Test func `after a seek a late row is as late, and an early one begins with it`() throws {
    for (ms, times) in [(100.0, [1_150, 2_150]), (-100, [1_050, 1_950])] {
      let notes = [(60, 8, 0.5), (62, 9, 0.5)].map { ($0.0, Double($0.1), $0.2) }
      let stage = Stage(try song(notes).delayed(by: ms))
      let start = stage.transport.play()
      stage.run(nanoseconds: 1_054_500_000)
      _ = stage.transport.seek(to: Ticks(beats: 8))
      stage.run(milliseconds: 1_500)
      let ons = stage.notes(since: start).filter { $0.hasPrefix("on") }
      #expect(ons == ["on 60 \(times[0])", "on 62 \(times[1])"])
    }
  }

  @Test(arguments: [(0, 30), (30, 0), (-30, 30), (30, -30), (-500, 500), (500, -500)])
  func `a delay that is changed at any moment loses and doubles no note`(
    from: Int, to: Int
  ) throws {
    for step in 0..<40 {
      let notes = (0..<128).map { (40 + $0 % 64, Double($0) / 16, 1.0 / 32) }
      let stage = Stage(try song(notes, loop: 0...4).delayed(by: Double(from)))
      let start = stage.transport.play()
      stage.run(nanoseconds: 3_500_000_000 + Int64(step) * 15_625_001)
      try stage.edit { try $0.set([.delay(Int64(to) * 1_000_000)], of: Row.ID(1)) }
      stage.run(nanoseconds: 7_031_250_000 - (stage.clock.time - start) + 5_000_000)
      stage.run(milliseconds: 600)
      let ons = stage.tape.heard.compactMap { heard -> Int? in
        if case .noteOn(_, let pitch, _) = heard.message { Int(pitch.number) - 40 } else { nil }
      }
      #expect(ons.count > 100)
      #expect(ons == (0..<ons.count).map { $0 % 64 }, "step \(step)")
      let times = stage.tape.heard.map(\.time)
      #expect(times == times.sorted())
      _ = stage.transport.stop()
      stage.run(milliseconds: 100)
      #expect(stage.unbalanced == [], "step \(step)")
    }
  }

  @Test(arguments: [25, -25, 500, -500])
  func `changes of tempo and nudges lose and double nothing of a late or early row`(
    ms: Int
  ) throws {
    for step in 0..<20 {
      let notes = (0..<128).map { (40 + $0 % 64, Double($0) / 16, 1.0 / 32) }
      let stage = Stage(try song(notes, loop: 0...4).delayed(by: Double(ms)))
      _ = stage.transport.play()
      stage.run(nanoseconds: 1_000_000_000 + Int64(step) * 15_625_001)
      for (number, bpm) in [200.0, 47, 133.7].enumerated() {
        stage.set(.tempo(TempoMap(try #require(Tempo(beatsPerMinute: bpm)))))
        stage.run(milliseconds: 40 + 111 * Int64(number))
        _ = stage.transport.nudge(by: 20_000_000)
        stage.run(milliseconds: 700)
      }
      let ons = stage.tape.heard.compactMap { heard -> Int? in
        if case .noteOn(_, let pitch, _) = heard.message { Int(pitch.number) - 40 } else { nil }
      }
      #expect(ons == (0..<ons.count).map { $0 % 64 }, "step \(step)")
    }
  }

  @Test func `a note that sounds while its row is delayed ends when it would have`() throws {
    let stage = Stage(try song([(60, 0, 2), (62, 5, 1)]))
    let start = stage.transport.play()
    stage.run(milliseconds: 1_000)
    try stage.edit { try $0.set([.delay(50_000_000)], of: Row.ID(1)) }
    stage.run(milliseconds: 5_500)
    #expect(
      stage.notes(since: start) == ["on 60 0", "off 60 2000", "on 62 5050", "off 62 6050"])
  }

  @Test func `rows that share a key strike it in turn, however late each is`() throws {
    var song = try song((0..<32).map { (60, Double($0) / 8, 0.12) }, loop: 0...4)
    var draft = Draft(of: song)
    let late = try draft.addRow(named: "late", [.voices(.poly), .delay(40_000_000)])
    let early = try draft.addRow(named: "early", [.voices(.poly), .delay(-35_000_000)])
    for row in [late, early] {
      for index in 0..<32 { try add(60, Double(index) / 8, 0.1, to: row, in: &draft) }
    }
    song.apply(draft.patch)
    let stage = Stage(song)
    _ = stage.transport.play()
    stage.run(milliseconds: 8_900)
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    #expect(stage.unbalanced == [])
    #expect(stage.tape.heard.count { !$0.message.isOff } > 200)
  }

  @Test func `a port's delay adds to that of its rows, and moves the metronome's clicks`() throws {
    var song = try song([(60, 1, 0.5)]).delayed(by: 10)
    var metronome = Metronome()
    metronome.isOn = true
    song = song.with(.metronome(metronome))
    let stage = Stage(song)
    #expect(stage.transport.delay(ports: ["out": 5_000_000, "click": -20_000_000]) == nil)
    let start = stage.transport.play()
    stage.run(milliseconds: 1_200)
    let ons = stage.notes(since: start).filter { $0.hasPrefix("on") }
    #expect(ons == ["on 76 0", "on 77 980", "on 60 1015"])
    #expect(stage.transport.delay(ports: [:]) != nil)
    stage.run(milliseconds: 1_000)
    #expect(stage.notes(since: start).filter { $0.hasPrefix("on") }.last == "on 77 2000")
  }

  @Test func `controllers, programs and labels are as late as the notes of their row`() throws {
    var sketch = Sketch()
    try sketch.row("keys", [.delay(20_000_000)])
    try sketch.row("pedal", [.channel(Channel(2))])
    try sketch.add(.cc(7, 90), 1, 1)
    try sketch.add(.program(5), 1, 1)
    try sketch.add(.note(60), 1, 0.5, label: "la")
    try sketch.add(.cc(64, 127), 1, 1, to: 2)
    sketch.loop(0, 2)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 2_500)
    #expect(
      stage.lines(since: start) == [
        "cc 64 127 1000", "program 5 1020", "cc 7 90 1020", "on 60 1020", "off 60 1520",
        "cc 64 0 2000",
      ])
    #expect(stage.crossings(since: start) == ["+la 1020 at 1.0", "-la 1520 at 1.5"])
  }

  @Test(arguments: 1...40)
  func `whatever is edited while rows are late and early, each note-on has its own off`(
    seed: UInt64
  ) throws {
    var jam = try Jam(seed: seed, content: seed % 4 == 0, feel: true)
    for _ in 0..<150 {
      if seed % 2 == 0 { jam.preempt() }
      try jam.step()
    }
    jam.end()
    let wrong = jam.stage.unbalanced.filter {
      jam.stage.transport.health.lateCommits == 0 || !$0.hasPrefix("off without on")
    }
    #expect(wrong == [], "seed \(seed)")
    #expect(jam.stage.tape.heard.count > 20, "seed \(seed)")
    let silent = jam.stage.tape.heard.count
    jam.stage.run(milliseconds: 2_000)
    #expect(jam.stage.tape.heard.count == silent, "seed \(seed)")
  }

  @Test(arguments: 1...20)
  func `an edit that reaches nothing of late and early rows sounds as if decided anew`(
    seed: UInt64
  ) throws {
    var (jam, anew) = (try Jam(seed: seed, feel: true), try Jam(seed: seed, feel: true))
    anew.stage.decidesAnew = true
    for _ in 0..<150 {
      try jam.step()
      try anew.step()
    }
    jam.end()
    anew.end()
    let (heard, again) = (jam.stage.tape.heard, anew.stage.tape.heard)
    #expect(heard.count == again.count && Set(heard) == Set(again), "seed \(seed)")
  }
}

extension Song {
  /// With its first row late by milliseconds, or early.
  func delayed(by milliseconds: Double) throws -> Song {
    var draft = Draft(of: self)
    try draft.set([.delay(Int64(milliseconds * 1e6))], of: Row.ID(1))
    var song = self
    song.apply(draft.patch)
    return song
  }

  /// With two more rows that play the same keys, late and early.
  func withFeel(_ dice: inout Dice) throws -> Song {
    var draft = Draft(of: self)
    for name in ["late", "early"] {
      let delay = Int64(dice.roll(200) - 100) * 1_000_000
      let row = try draft.addRow(named: name, [.voices(.poly), .delay(delay)])
      for _ in 0..<20 {
        let (start, length) = (Double(dice.roll(64)) / 8, Double(1 + dice.roll(24)) / 8)
        try add(60 + dice.roll(6), start, length, to: row, in: &draft)
      }
    }
    var song = self
    song.apply(draft.patch)
    return song
  }
}

extension Jam {
  /// Makes a random row late or early, or swing otherwise, or a port late.
  mutating func changeFeel() throws {
    let delay = Int64(dice.roll(300) - 150) * 1_000_003
    guard dice.roll(4) > 0 else {
      _ = stage.transport.delay(ports: ["out": delay / 2])
      return
    }
    let row = Row.ID(Int64(1 + dice.roll(3)))
    let swing = dice.roll(2) == 0 ? nil : Int64(50_000 + dice.roll(25_001))
    try stage.edit { try $0.set([.delay(delay), .swing(swing)], of: row) }
  }
}
