import Testing
import Timeline
import Transport

@Suite struct ControlTests {
  @Test func `a ramp sends each of its values once, in whatever pieces it is filled`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    try sketch.add(.cc(74, 0, to: 10), 0, 1)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 2_000)
    let values = stage.tape.heard.map(\.message.line)
    #expect(values == (0...10).map { "cc 74 \($0)" })
    let spacing = 1_000_000_000 / 96
    for heard in stage.tape.heard { #expect((heard.time - start) % Int64(spacing) < 96) }
  }

  @Test func `at one tick come sysex, bank, program, controllers, and then notes`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    try sketch.add(.note(60), 1, 1)
    try sketch.add(.control(.bend, 500), 1, 1)
    try sketch.add(.cc(7, 90), 1, 1)
    try sketch.add(.program(5, bank: Row.Bank(msb: 1, lsb: 2)), 1, 1)
    try sketch.add(.sysex([0x7E]), 1, 1)
    try sketch.add(.note(50), 0, 1)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 1_500)
    #expect(
      stage.lines(since: start) == [
        "on 50 0", "off 50 1000", "sysex 3 1000", "cc 0 1 1000", "cc 32 2 1000",
        "program 5 1000", "bend 500 1000", "cc 7 90 1000", "on 60 1000",
      ])
  }

  @Test func `the longest sysex goes out whole and once, before the note of its tick`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    try sketch.add(
      .sysex([UInt8](repeating: 1, count: Limits.systemExclusive - 2)), 1, 1)
    try sketch.add(.note(60), 1, 1)
    sketch.loop(0, 4)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 1_500)
    #expect(stage.lines(since: start) == ["sysex \(Limits.systemExclusive) 1000", "on 60 1000"])
    // In a pool it takes the room of so many notes, of which there is ten times as much.
    #expect(stage.tape.heard.first?.message.room == 148)
  }

  @Test func `play sends what holds at its place before the first note`() throws {
    var sketch = Sketch()
    try sketch.row("keys", [.program(3), .bank(Row.Bank(msb: 0, lsb: 9))])
    try sketch.add(.cc(7, 127), 0, 1)
    try sketch.add(.cc(7, 64), 1, 1)
    try sketch.add(.cc(7, 10), 4, 1)
    try sketch.add(.cc(74, 0, to: 100, over: 4), 0, 4)
    try sketch.add(.program(8), 1, 1)
    try sketch.add(.note(60), 2, 1)
    let stage = sketch.stage
    _ = stage.transport.play(from: beats(2))
    stage.run(milliseconds: 20)
    let lines = stage.tape.heard.map(\.message.line)
    #expect(
      lines == ["cc 0 0", "cc 32 9", "program 8", "cc 7 64", "cc 74 50", "on 60", "cc 74 51"]
        || lines == ["cc 0 0", "cc 32 9", "program 8", "cc 7 64", "cc 74 50", "on 60"])
  }

  @Test func `a seek back sends what holds there, and lets a pedal up that nothing holds`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    try sketch.add(.cc(7, 127), 0, 1)
    try sketch.add(.cc(7, 10), 2, 1)
    try sketch.add(.cc(64, 127), 2, 1)
    try sketch.add(.note(60), 1, 0.5)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(nanoseconds: 3_004_500_000)
    _ = stage.transport.seek(to: beats(1))
    stage.run(milliseconds: 100)
    #expect(
      Array(stage.lines(since: start).suffix(3)) == ["cc 7 127 3000", "cc 64 0 3000", "on 60 3000"])
  }

  @Test func `a wrap sends only what differs`() throws {
    var sketch = Sketch()
    try sketch.row("keys", [.program(4)])
    try sketch.add(.cc(7, 100), 0, 1)
    try sketch.add(.cc(10, 30), 0, 1)
    try sketch.add(.cc(10, 90), 3, 1)
    sketch.loop(2, 4)
    let stage = sketch.stage
    let start = stage.transport.play(from: beats(2))
    stage.run(milliseconds: 4_500)
    let lines = stage.lines(since: start).dropFirst(3)
    #expect(
      Array(lines) == [
        "cc 10 90 1000", "cc 10 30 2000", "cc 10 90 3000", "cc 10 30 4000",
      ])
  }

  @Test func `stop resets the pedal and the bend that were set, and nothing else`() throws {
    var sketch = Sketch()
    try sketch.row("keys", [.program(4)])
    try sketch.row("other", [.channel(Channel(2))])
    try sketch.add(.cc(64, 127), 0, 4)
    try sketch.add(.control(.bend, 300), 0, 4)
    try sketch.add(.cc(7, 100), 0, 4)
    try sketch.add(.cc(64, 127), 0, 1, to: 2)
    try sketch.add(.cc(64, 0), 0.5, 1, to: 2)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(nanoseconds: 1_004_500_000)
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    #expect(Array(stage.lines(since: start).suffix(2)) == ["cc 64 0 1000", "bend 0 1000"])
    #expect(stage.tape.heard.count == 8)
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    #expect(stage.tape.heard.count == 8)
  }

  @Test func `of two ramps of one controller the one that starts later wins`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    try sketch.row("hands")
    try sketch.add(.cc(74, 0, to: 8, over: 8), 0, 8)
    try sketch.add(.cc(74, 100, to: 102, over: 2), 3, 2, to: 2)
    let stage = sketch.stage
    _ = stage.transport.play()
    stage.run(milliseconds: 9_000)
    #expect(
      stage.tape.heard.map(\.message.line) == [
        "cc 74 0", "cc 74 1", "cc 74 2", "cc 74 3", "cc 74 100", "cc 74 101", "cc 74 102",
      ])
  }

  @Test func `a muted row sets nothing, and an unmuted one catches up`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    try sketch.add(.cc(74, 5), 0, 1)
    try sketch.add(.cc(74, 20), 2, 1)
    try sketch.add(.program(7), 2, 1)
    try sketch.add(.note(60), 5, 1)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 1_000)
    stage.edit { draft in draft.set([.mute(true)], ofRow: 1) }
    stage.run(nanoseconds: 2_004_500_000)
    stage.edit { draft in draft.set([.mute(false)], ofRow: 1) }
    stage.run(milliseconds: 500)
    #expect(
      stage.lines(since: start) == ["cc 74 5 0", "program 7 3000", "cc 74 20 3000"])
  }

  @Test func `a value that is edited while it holds is sent at the commit point`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    let cell = try sketch.add(.cc(74, 5), 0, 1)
    try sketch.add(.cc(74, 90), 4, 1)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(nanoseconds: 2_004_500_000)
    try stage.edit { draft in
      guard let louder = Control(.controller(74), value: 6) else { return }
      try draft.set([.content(.control(louder))], of: [cell], EditOptions(snap: .off))
    }
    stage.run(milliseconds: 500)
    #expect(stage.lines(since: start) == ["cc 74 5 0", "cc 74 6 2000"])
  }

  @Test func `a controller that an edit puts at a queued note comes before it`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    try sketch.add(.note(60), 1, 1)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 990)
    try stage.edit { draft in
      let cell = NewCell(position: beats(1), duration: beats(1), content: .cc(7, 3))
      _ = try draft.add([cell], to: Row.ID(1), .allow)
    }
    stage.run(milliseconds: 100)
    #expect(stage.lines(since: start) == ["cc 7 3 1000", "on 60 1000"])
  }

  @Test func `after a stall what holds is set, without all that was missed`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    try sketch.add(.cc(74, 0, to: 100, over: 4), 0, 4)
    try sketch.add(.note(60), 3.5, 1)
    let stage = sketch.stage
    _ = stage.transport.play()
    stage.run(milliseconds: 1_000)
    let before = stage.tape.heard.count
    stage.clock.advance(by: 2_000_000_000)
    _ = stage.transport.advance()
    stage.clock.advance(by: 1_000_000)
    #expect(stage.tape.heard.count - before < 8)
    stage.run(milliseconds: 2_000)
    #expect(stage.tape.heard.contains { $0.message.line == "cc 74 100" })
  }

  @Test func `a device that appears while a song plays is set as the others are`() throws {
    var sketch = Sketch()
    try sketch.row("keys", [.program(4), .bank(Row.Bank(msb: 0, lsb: 1))])
    try sketch.row("strings", [.port("strings"), .program(48)])
    try sketch.add(.cc(7, 100), 0, 1)
    try sketch.add(.note(60), 2, 1)
    let stage = sketch.stage
    _ = stage.transport.play()
    stage.run(milliseconds: 1_000)
    let before = stage.tape.heard.count
    stage.transport.deviceCame("out")
    #expect(
      stage.tape.heard[before...].map(\.message.line)
        == ["cc 0 0", "cc 32 1", "program 4", "cc 7 100"])
  }

  @Test func `pressure goes to the row's channel and is not chased`() throws {
    var sketch = Sketch()
    try sketch.row("keys", [.channel(Channel(3))])
    try sketch.add(.control(.channelPressure, 40), 0, 1)
    try sketch.add(.control(.keyPressure(Pitch(61)), 50), 1, 1)
    try sketch.add(.note(60), 2, 1)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 1_500)
    #expect(stage.lines(since: start) == ["pressure 40 0", "key 61 pressure 50 1000"])
    #expect(stage.tape.heard.map(\.message.bytes) == [[0xD2, 40], [0xA2, 61, 50]])
    _ = stage.transport.seek(to: beats(2))
    stage.run(milliseconds: 20)
    #expect(stage.tape.heard.map(\.message.line).suffix(1) == ["on 60"])
  }

  @Test func `when a pool is too small for all, notes go first`() throws {
    var sketch = Sketch()
    for row in 1...100 {
      try sketch.row("row \(row)", [.port("port \(row)")])
      for number in 0..<20 {
        try sketch.add(.cc(UInt8(number + 70), row), 1, 1, to: Int64(row))
      }
      try sketch.add(.note(60), 1, 1, to: Int64(row))
    }
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 1_500)
    let ons = stage.tape.heard.filter { $0.message.line == "on 60" }
    #expect(ons.count == 100 && ons.allSatisfy { $0.time == start + 1_000_000_000 })
    #expect(stage.tape.heard.count == 2_100)
  }
}

extension Draft {
  /// Sets fields of a row that is there.
  mutating func set(_ fields: [RowField], ofRow number: Int64) {
    try? set(fields, of: Row.ID(number))
  }
}
