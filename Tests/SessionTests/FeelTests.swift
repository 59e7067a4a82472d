import ControlProtocol
import Session
import Testing
import Timeline
import Transport

@Suite struct FeelTests {
  @Test func `from the third tap on the tempo is the median of the gaps, and one step`() throws {
    let stage = try Stage("row keys", "add keys 0 8 60", "tempo 90")
    let steps = stage.session.history.steps.count
    #expect(try stage.ask("tap time=10000000000")["taps"] == 1)
    #expect(try stage.ask("tap time=10500000000")["bpm"] == nil)
    #expect(try stage.ask("tap time=11000000000")["bpm"]?.number == 120)
    // One that is late by a tenth changes little.
    #expect(try stage.ask("tap time=11600000000")["bpm"]?.number == 120)
    #expect(try stage.ask("tap time=12100000000")["bpm"]?.number == 120)
    #expect(stage.session.song.tempo.tempo(at: .zero).beatsPerMinute == 120)
    #expect(stage.session.history.steps.count == steps + 1)
    try stage.perform("undo")
    #expect(stage.session.song.tempo.tempo(at: .zero).beatsPerMinute == 90)
  }

  @Test func `after two seconds taps are forgotten, and another client has its own`() throws {
    let stage = try Stage()
    for time in [10, 11] { try stage.perform("tap time=\(time)000000000") }
    #expect(try stage.ask("tap time=14000000000")["taps"] == 1)
    #expect(try stage.ask("tap time=14500000000", for: 2)["taps"] == 1)
  }

  @Test func `a tap while it rolls keeps the playhead's place`() throws {
    let stage = try Stage("row keys", "add keys 0 64 60", "tempo 100", "play")
    stage.run(milliseconds: 3_000)
    let before = stage.session.transport.position
    for tap in 0..<3 {
      if tap > 0 { stage.run(milliseconds: 400) }
      try stage.perform("tap")
    }
    // 800 ms at 100 beats a minute are 4/3 beats.
    let moved = stage.session.transport.position - before
    #expect(abs(moved.beats - 4.0 / 3) < 0.001)
    #expect(stage.session.song.tempo.tempo(at: .zero).beatsPerMinute == 150)
  }

  @Test func `taps that are too fast for any tempo are refused`() throws {
    let stage = try Stage("tap time=1", "tap time=1001")
    #expect(try stage.refusal("tap time=2001").field == "bpm")
  }

  @Test func `a nudge is refused while nothing plays, and else says its commit point`() throws {
    let stage = try Stage("row keys", "add keys 0 64 60")
    #expect(try stage.refusal("nudge 5").kind == .notAllowed)
    try stage.perform("play")
    stage.run(milliseconds: 500)
    #expect(try stage.ask("nudge 5")["commit"] != nil)
    #expect(try stage.refusal("nudge 251").field == "ms")
  }

  @Test func `the metronome is saved, told, and no step`() throws {
    let stage = try Stage("row keys")
    let steps = stage.session.history.steps.count
    let outcome = try stage.perform("metronome on port=beat accent=A4 countIn=2")
    #expect(outcome.reply["metronome"]?["port"] == "beat")
    #expect(outcome.reply["metronome"]?["accent"] == 69)
    #expect(outcome.events.first?.parameters["metronome"]?["on"] == true)
    #expect(outcome.record?.changesPorts == true)
    #expect(stage.session.history.steps.count == steps)
    #expect(stage.session.song.ports == ["beat", "out"])
    try stage.perform("metronome off")
    #expect(stage.session.song.metronome.isOn == false)
  }

  @Test func `a count-in is told, and so is its end`() throws {
    let stage = try Stage("row keys", "add keys 0 64 60", "metronome countIn=1")
    let reply = try stage.ask("play 2")
    #expect(reply["state"] == "counting in" && reply["position"] == 2)
    let begins = try #require(reply["anchor"]?["time"]?.integer)
    #expect(begins - stage.clock.time.nanoseconds == 2_005_000_000)
    #expect(try stage.ask("transport.next bar")["position"] == 4)
    let events = stage.run(milliseconds: 2_500)
    #expect(events.map { $0.parameters["cause"] } == ["counted in"])
    #expect(events.first?.parameters["state"] == "rolling")
    #expect(try stage.ask("play 2 countIn=0")["state"] == "rolling")
  }

  @Test(arguments: [
    "loop 2 2", "loop 3 1", "loop 0 0.001", "loop 0 0.01", "tempo 0", "tempo -120", "tempo 1001",
    "tempo 0.0001", "add keys 0 0 60", "add keys 0 1 60 vel=0", "add keys 0 1 60 vel=128",
    "add keys 0 1 60 vel=63.5", "resize 1 for=0",
  ])
  func `what cannot be played is refused, and what plays goes on`(line: String) throws {
    let stage = try Stage("row keys", "add keys 0 64 60", "loop 0 8", "play")
    stage.run(milliseconds: 500)
    _ = try stage.refusal(line)
    stage.run(milliseconds: 500)
    #expect(stage.session.transport.state == .rolling)
    #expect(stage.session.song.range.end == Ticks(beats: 8))
    #expect(stage.session.song.tempo.tempo(at: .zero).beatsPerMinute == 120)
  }
}
