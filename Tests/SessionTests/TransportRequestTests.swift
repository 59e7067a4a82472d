import ControlProtocol
import Session
import Testing
import Timeline
import Transport

struct TransportRequestTests {
  @Test(arguments: [
    ("loop 4 2", "end"), ("loop 0 0", "end"), ("loop 0 0.001", "end"), ("loop half", "end"),
    ("loop 0 100000000; loop double", "op"), ("range.set by=100000000", "end"),
    ("range.set steps=1000000 snap=1024/1", "end"), ("range.set steps=1 snap=off", "steps"),
    ("range.set end=0", "end"), ("seek steps=1 snap=off", "steps"), ("scale 5", "scale"),
    ("tempo 100; tempo +950", "bpm"), ("play nowhere", "from"), ("seek 99999999:1", "position"),
    ("transport.next 4", "to"),
  ])
  func `what cannot be is refused by name`(line: String, field: String) throws {
    let stage = try Stage("loop 0 0.03125", "tempo 120")
    let error = #expect(throws: (any Error).self) { try stage.perform(line) }
    let named = (error as? RequestError)?.field ?? (error as? Refusal)?.error.field
    #expect(named == field)
    #expect(stage.session.song.range.end == Ticks(1, over: 32))
    #expect(stage.session.revision == 1)
  }

  @Test func `a loop is set, switched, halved and doubled`() throws {
    let stage = try Stage()
    #expect(try stage.ask("loop 4 12")["range"]?["on"] == true)
    #expect(try stage.ask("loop half")["range"]?["end"] == 8)
    #expect(try stage.ask("loop double")["range"]?["end"] == 12)
    let off = try stage.perform("loop off")
    #expect(off.reply["range"]?["on"] == false && off.reply["revision"] == 4)
    #expect(off.events.map(\.topic) == [.edit, .transport])
    #expect(try stage.perform("loop off").record == nil)
  }

  @Test func `a tempo that makes the loop too short is refused`() throws {
    let stage = try Stage("scale 4", "tempo 10", "loop 0 0.03125")
    #expect(try stage.refusal("tempo 1000").kind == .outOfRange)
  }

  @Test func `a seek lands on the grid, within the song, and says where`() throws {
    let stage = try Stage()
    #expect(try stage.ask("seek 5.1 snap=4")["position"] == 5)
    #expect(try stage.ask("seek by=-100")["position"] == 0)
    #expect(try stage.ask("seek steps=3")["position"] == 0.75)
    #expect(try stage.ask("seek by=99999999bars")["position"] == 100_000_000)
    let outcome = try stage.perform("seek 2")
    #expect(outcome.events.map(\.topic) == [.transport])
    #expect(outcome.events[0].parameters["cause"] == "seek")
  }

  @Test func `the next beat, bar, wrap and position are told before they come`() throws {
    let stage = try Stage("loop 0 8", "play")
    stage.run(milliseconds: 1_000)
    func next(_ to: String) throws -> (Double?, Int64) {
      let reply = try stage.ask("transport.next \(to)")
      let time = (reply["time"]?.integer ?? 0) - 1_000_000_000
      return (reply["position"]?.number, time / 1_000_000)
    }
    // The first tick sounds 5 ms after play, at 120 beats a minute.
    #expect(try next("beat") == (2, 1_005))
    #expect(try next("bar") == (4, 2_005))
    #expect(try next("loop") == (0, 4_005))
    #expect(try next("7") == (7, 3_505))
    #expect(try next("1") == (1, 4_505))
    #expect(throws: RequestError.self) { try next("9") }
  }

  @Test func `a state is of one moment, however long it takes to say`() throws {
    let stage = try Stage("tempo 120", "snap off", "loop 0 0.25", "play")
    stage.run(milliseconds: 100)
    var last = (pass: Int64(0), position: 0.0)
    for _ in 0..<500 {
      let before = stage.clock.time.nanoseconds
      stage.clock.pause = 7_000_000
      let state = stage.session.transportState()
      stage.clock.pause = 0
      let pass = try #require(state["pass"]?.integer)
      let position = try #require(state["position"]?.number)
      #expect((last.pass, last.position) < (pass, position))
      last = (pass, position)
      let start = try #require(state["anchor"]?["position"]?.number)
      let time = try #require(state["anchor"]?["time"]?.integer)
      let moment = time + Int64((position - start) * 500_000_000)
      #expect(before - 1_000...stage.clock.time.nanoseconds ~= moment)
      stage.run(milliseconds: 1)
    }
    #expect(last.pass > 30)
  }

  @Test func `the furthest moment of the slowest song is told, not trapped on`() throws {
    let stage = try Stage("tempo 1", "scale 0.1", "range.set end=100000000", "play")
    let time = try stage.ask("transport.next loop")["time"]?.integer
    #expect(time == .max)
    try stage.ask("seek 100000000")
    stage.run(milliseconds: 50)
  }

  @Test func `an empty song plays one bar and stops`() throws {
    let stage = try Stage("play")
    #expect(stage.run(milliseconds: 2_100).map { $0.parameters["cause"] } == ["stopped"])
    #expect(try stage.ask("seek 0")["state"] == "stopped")
  }

  @Test func `a sounding row may go, and the song plays on`() throws {
    let stage = try Stage(
      "row a note=40", "row b note=41", "add a 0 4", "add b 0 4", "loop 0 4", "play")
    stage.run(milliseconds: 200)
    try stage.ask("rows.remove a")
    stage.run(milliseconds: 3_000)
    #expect(try stage.ask("seek 1")["state"] == "rolling")
  }
}
