import ControlProtocol
import Session
import Testing
import Timeline
import Transport

@Suite struct HandRequestTests {
  @Test func `a note through a row is played as the row plays, and a port takes its place`() throws
  {
    let stage = try Stage(
      "row bass port=synth channel=3 transpose=12 level=50", "tempo 120", "play")
    stage.run(milliseconds: 100)
    #expect(try stage.ask("note bass C2,E2 100 for=1/4")["commit"] != nil)
    try stage.perform("note C3 port=out channel=4 vel=7 ms=100")
    stage.run(milliseconds: 1_000)
    let ons = stage.queue.heard.compactMap { message -> String? in
      guard case .noteOn(let channel, let pitch, let velocity) = message.message else {
        return nil
      }
      return "\(message.port) \(channel.number) \(pitch.number) \(velocity.number)"
    }
    #expect(ons == ["synth 3 48 50", "synth 3 52 50", "out 4 48 7"])
    #expect(stage.queue.heard.count == 6)
    #expect(stage.session.revision == 1)
  }

  @Test func `cells are auditioned whole, and what holds no note is refused`() throws {
    let stage = try Stage(
      "row keys", "add keys 0 1 60,64", "add keys 4 1 program=5", "add keys 40 1 72", "tempo 120",
      "play from=8")
    stage.run(milliseconds: 100)
    try stage.perform("audition 1")
    stage.run(milliseconds: 1_000)
    #expect(stage.queue.heard.count == 4)
    #expect(try stage.refusal("audition 2").kind == .notAllowed)
    #expect(try stage.refusal("audition 9").kind == .notFound)
  }

  @Test func `what cannot be sent is refused by name`() throws {
    let stage = try Stage("row bass transpose=48")
    #expect(try stage.refusal("note nobody C4").field == "row")
    #expect(try stage.refusal("note bass G9").field == "notes")
    #expect(try stage.refusal("note bass C4 for=4000").field == "duration")
    #expect(try stage.refusal("note bass C4 for=1 ms=5").field == "ms")
    #expect(try stage.refusal("note bass C4 port=out").field == "notes")
    #expect(try stage.refusal("note C4 port=in").field == "port")
    #expect(try stage.refusal("send bass cutoff").field == "value")
    #expect(try stage.refusal("send bass cutoff 128").field == "value")
    #expect(try stage.refusal("send bass bend 8192").field == "value")
    #expect(try stage.refusal("send bass cutoff 1 program=2").kind == .badField)
    #expect(try stage.refusal("send bass").field == "control")
    for line in [
      "send bass bend -8192", "send bass program=5 bank=0:1", "send sysex=\"F0 7E F7\" port=out",
      "send pressure 100 port=out channel=16",
    ] { try stage.perform(line) }
  }

  @Test func `no more keys than the limit are held`() throws {
    let stage = try Stage("row bass", "play")
    for channel in 1...2 {
      for first in stride(from: 0, to: 128, by: 16) {
        let keys = (first..<first + 16).map { "\($0)" }.joined(separator: ",")
        try stage.perform("note notes=\(keys) port=out channel=\(channel) ms=60000")
      }
    }
    #expect(try stage.refusal("note bass C4").kind == .limit)
    try stage.perform("stop")
    try stage.perform("note bass C4")
  }
}
