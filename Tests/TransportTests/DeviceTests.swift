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

  @Test func `what sounds on a port ends before its connection goes, and the others play on`()
    throws
  {
    var draft = Draft(of: Song())
    for port in ["left", "right"] {
      let row = try draft.addRow(named: port, [.port(port), .voices(.poly)])
      for pitch in [60, 64] { try add(pitch, 0, 4, to: row, in: &draft) }
    }
    let stage = Stage(draft.song)
    let start = stage.transport.play()
    stage.run(milliseconds: 500)
    let before = stage.tape.heard.count
    stage.transport.silence(port: "left")
    // At once: by the next moment the connection may be gone.
    let ended = stage.tape.heard[before...]
    #expect(ended.map(\.port) == ["left", "left"] && ended.allSatisfy(\.message.isOff))
    stage.run(milliseconds: 5_000)
    let right = stage.tape.heard.filter { $0.port == "right" && $0.message.isOff }
    #expect(right.map { $0.time - start } == [2_000_000_000, 2_000_000_000])
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
