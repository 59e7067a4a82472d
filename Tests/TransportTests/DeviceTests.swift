import Testing
import Timeline
import Transport

@Suite struct DeviceTests {
  @Test func `a device that returns gets its offs, the pedal up and the program first`() throws {
    var draft = Draft(of: Song())
    let row = try draft.addRow(named: "keys", [.voices(.poly), .program(7)])
    for pitch in [60, 64] { try add(pitch, 0, 4, to: row, in: &draft) }
    try add(67, 0, 0.9, to: row, in: &draft)
    let stage = Stage(draft.song)
    _ = stage.transport.play()
    stage.run(milliseconds: 500)
    stage.transport.deviceLeft("out")
    stage.run(milliseconds: 100)
    let before = stage.tape.heard.count
    stage.transport.deviceCame("out")
    let first = stage.tape.heard[before...].map(\.message)
    let channel = try #require(draft.song.row(row)).channel
    #expect(
      first.prefix(4).allSatisfy { message in
        message.isOff || message == .control(channel, controller: 64, value: 0)
      })
    #expect(first.filter(\.isOff).count == 3)
    #expect(first.dropFirst(3).first == .control(channel, controller: 64, value: 0))
    #expect(first.dropFirst(4) == [.program(channel, 7)])
  }

  @Test func `a note whose off found the device gone gets it anew, stopped meanwhile or not`()
    throws
  {
    let stage = Stage(try song([(60, 0, 4)]))
    _ = stage.transport.play()
    stage.run(milliseconds: 500)
    // Gone by now, and stopped before the news of it comes.
    _ = stage.transport.stop()
    stage.run(milliseconds: 30)
    stage.transport.deviceLeft("out")
    stage.run(milliseconds: 5_000)
    let before = stage.tape.heard.count
    stage.transport.deviceCame("out")
    #expect(
      stage.tape.heard[before...].map(\.message) == [
        .noteOff(Channel(1), Pitch(60), velocity: 64),
        .control(Channel(1), controller: 64, value: 0),
      ])
  }

  @Test func `a device that comes for the first time gets no offs`() throws {
    let stage = Stage(try song([(60, 0, 4)]))
    _ = stage.transport.play()
    stage.run(milliseconds: 500)
    let before = stage.tape.heard.count
    stage.transport.deviceCame("out")
    #expect(stage.tape.heard.count == before)
  }

  @Test func `a device is left with notes off, pedal up, bend straight and clock stopped`() throws {
    var draft = Draft(of: Song())
    for port in ["left", "right"] {
      let row = try draft.addRow(named: port, [.port(port), .voices(.poly)])
      for pitch in [60, 64] { try add(pitch, 0, 4, to: row, in: &draft) }
    }
    let stage = Stage(draft.song)
    _ = stage.transport.sendClock(to: [ClockPort(name: "left")])
    #expect(stage.transport.lastWords(of: "left") == rests(Channel(1)))
    let start = stage.transport.play()
    stage.run(milliseconds: 500)
    // A knob on a channel where no row plays.
    let pedal = HandSetting(
      port: "left", channel: Channel(7), change: .control(.controller(64), 127))
    _ = stage.transport.set(pedal)
    let before = stage.tape.heard.count
    #expect(
      stage.transport.lastWords(of: "left")
        == [off(60), off(64)] + rests(Channel(1)) + rests(Channel(7)) + [.sync(.stop)])
    #expect(stage.transport.lastWords(of: "right") == [off(60), off(64)] + rests(Channel(1)))
    #expect(stage.transport.offs(of: "left", since: start) == [off(60), off(64)])
    #expect(stage.transport.offs(of: "left", since: start + 100_000_000) == [])
    // Other devices of the port play on.
    #expect(stage.tape.heard.count == before)
    stage.run(milliseconds: 5_000)
    let offs = stage.tape.heard.filter(\.message.isOff)
    #expect(offs.map { $0.time - start } == [Int64](repeating: 2_000_000_000, count: 4))
  }

  private func off(_ pitch: UInt8) -> MIDIMessage {
    .noteOff(Channel(1), Pitch(pitch), velocity: 64)
  }

  private func rests(_ channel: Channel) -> [MIDIMessage] {
    [.control(channel, controller: 64, value: 0), .bend(channel, 0)]
  }

  @Test func `a device that left another port undisturbed leaves it so`() throws {
    var draft = Draft(of: Song())
    for port in ["left", "right"] {
      let row = try draft.addRow(named: port, [.port(port)])
      try add(60, 0, 4, to: row, in: &draft)
    }
    let stage = Stage(draft.song)
    _ = stage.transport.play()
    stage.run(milliseconds: 500)
    stage.transport.deviceLeft("left")
    let before = stage.tape.heard.count
    stage.transport.deviceCame("left")
    #expect(stage.tape.heard[before...].allSatisfy { $0.port == "left" })
    #expect(stage.tape.heard.count == before + 2)
    #expect(stage.transport.portsInUse == ["left", "right"])
  }
}
