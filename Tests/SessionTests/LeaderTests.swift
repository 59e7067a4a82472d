import ControlProtocol
import Session
import Testing
import Timeline
import Transport

@Suite struct LeaderTests {
  @Test(arguments: ["tempo 90", "tap", "scale 2", "nudge 5"])
  func `what the leader's clock makes void is refused while it leads`(line: String) throws {
    let stage = try Stage("row keys", "add keys 0 8 60")
    try stage.session.checkLed(stage.request(line))
    _ = stage.session.follow(.continue)
    let request = try stage.request(line)
    let error = #expect(throws: RequestError.self) { try stage.session.checkLed(request) }
    #expect(error?.message.contains("follow off") == true)
    _ = stage.session.follow(nil)
    try stage.session.checkLed(request)
  }

  @Test(arguments: ["tempo 90 at=5:1", "play", "add keys 0 8 60", "undo", "loop off"])
  func `everything else is as good as ever`(line: String) throws {
    let stage = try Stage("row keys")
    _ = stage.session.follow(.stop)
    try stage.session.checkLed(stage.request(line))
  }

  @Test func `machine control plays, stops and locates`() throws {
    let stage = try Stage("row keys", "add keys 0 64 60", "tempo 120")
    func obey(_ bytes: UInt8...) throws -> [Value?] {
      let message = SystemExclusive([0xF0, 0x7F, 0x7F, 6] + bytes + [0xF7])
      let control = try #require(message.flatMap { MachineControl($0) })
      return stage.session.obey(control).map { $0.parameters["cause"] }
    }
    #expect(try obey(0x44, 6, 1, 0x60, 0, 4, 0, 0, 0x03) == ["seek", "play"])
    stage.run(milliseconds: 1_000)
    // Two beats, less the run-up of 5 ms.
    #expect(abs(stage.session.transport.position.beats - 9.99) < 0.001)
    #expect(try obey(0x02) == [])
    #expect(try obey(0x01) == ["stop"])
    #expect(try obey(0x01) == [])
    #expect(stage.session.transport.state == .stopped)
    #expect(abs(stage.session.transport.position.beats - 9.99) < 0.01)
  }

  @Test func `the state says that it waits, and then whose tempo it is`() throws {
    let stage = try Stage("row keys", "add keys 0 64 60", "tempo 90", "scale 0.5")
    _ = stage.session.follow(.continue)
    let waiting = try stage.ask("play")
    #expect(waiting["state"] == "waiting" && waiting["commit"] == nil)
    var events: [Event] = []
    for _ in 0..<100 {
      events += stage.session.hear(.clock, at: stage.clock.time)
      events += stage.run(milliseconds: 20)
    }
    let state = stage.session.transportState()
    #expect(state["state"] == "rolling" && state["bpm"]?.number == 125)
    #expect(state["scale"]?.number == 1)
    #expect(stage.session.syncState["locked"] == true)
    #expect(stage.session.syncState["bpm"]?.number == 125)
    events += stage.session.hear(.stop, at: stage.clock.time)
    #expect(events.contains { $0.parameters["cause"] == "clock stop" })
    #expect(stage.session.transportState()["state"] == "stopped")
    _ = stage.session.follow(nil)
    #expect(stage.session.syncState == ["source": "internal"])
    #expect(stage.session.transportState()["scale"]?.number == 0.5)
  }
}
