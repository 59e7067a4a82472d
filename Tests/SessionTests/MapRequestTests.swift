import ControlProtocol
import Session
import Testing
import Timeline
import Transport

/// Tempo, meter and their changes, as they are asked for.
struct MapRequestTests {
  /// The tempo map as "position bpm" or "position bpm → bpm over beats".
  private func tempos(_ stage: Stage) throws -> [String] {
    try stage.ask("maps").list("tempo").map { event in
      let numbers = [event["position"], event["bpm"], event["to"]?["bpm"], event["over"]]
      let texts = numbers.compactMap { $0?.number.map { "\($0)".replacing(".0", with: "") } }
      guard texts.count == 4 else { return texts.joined(separator: " ") }
      return "\(texts[0]) \(texts[1]) → \(texts[2]) over \(texts[3])"
    }
  }

  @Test func `an accelerando and a tempo are two words`() throws {
    let stage = try Stage("tempo 100 at=9:1")
    let reply = try stage.ask("tempo 140 at=5:1 over=4bars")
    #expect(try tempos(stage) == ["0 120", "16 120 → 140 over 16", "32 100"])
    #expect(reply["maps"] == (try stage.ask("maps")))
    #expect(reply["maps"]?.list("tempo")[1]["to"]?["picoseconds"] == 428_571_428_571)
    try stage.ask("undo")
    #expect(try tempos(stage) == ["0 120", "32 100"])
    try stage.ask("redo")
    #expect(try tempos(stage).count == 3)
  }

  @Test func `a ramp starts here unless it says where, and takes the place of what it passes over`()
    throws
  {
    let stage = try Stage("tempo 60 at=2", "tempo 70 at=3", "seek 1:2", "tempo 240 over=1/1")
    #expect(try tempos(stage) == ["0 120", "1 120 → 240 over 4"])
  }

  @Test func `a change lifts a ramp as a whole, and a plain tempo ends it`() throws {
    let stage = try Stage("tempo 140 over=4bars", "seek 2:1", "tempo +10")
    #expect(try tempos(stage) == ["0 130 → 150 over 16"])
    #expect(try stage.refusal("tempo +900").field == "bpm")
    try stage.ask("tempo -50 at=8 over=8")
    #expect(try tempos(stage).last?.contains("over 8") == true)
    try stage.ask("tempo 99")
    #expect(try tempos(stage).first == "0 99")
  }

  @Test func `inside a ramp a change goes on from the tempo there`() throws {
    let stage = try Stage("tempo 60", "tempo 120 over=8", "tempo +0.5 at=4")
    // Half way in time per beat: (1 + 0.5) / 2 seconds are 80 a minute.
    #expect(try tempos(stage) == ["0 60 → 120 over 8", "4 80.5 → 120.5 over 4"])
  }

  @Test func `changes are removed one by one or in a stretch`() throws {
    let stage = try Stage(
      "tempo 90 at=8; tempo 95 at=12; tempo 140 at=16 over=4; meter 3/4 at=16; meter 7/8 at=28")
    try stage.ask("tempo.remove 8")
    #expect(try tempos(stage) == ["0 120", "12 95", "16 95 → 140 over 4"])
    try stage.ask("tempo.remove 1 20; meter.remove at=16")
    #expect(try tempos(stage) == ["0 120"])
    #expect(try stage.ask("maps").list("meter").map { $0["position"] } == [0, 28])
    #expect(stage.session.history.steps.count == 3)
  }

  @Test(
    arguments: [
      ("tempo.remove 1:1", "position"), ("tempo.remove 1 3", "position"),
      ("meter.remove 5:1", "position"), ("meter.remove 3 1", "to"),
      ("tempo -21 at=2:1", "bpm"), ("tempo 140 at=99999999 over=4bars", "over"),
      ("tempo 140 over=100000000bars", "over"), ("tempo +881 over=4", "bpm"),
      ("tempo 100 at=nowhere over=1", "position"),
    ])
  func `a wrong change is refused by its field`(line: String, field: String) throws {
    #expect(try Stage("tempo 120", "tempo 21 at=4").refusal(line).field == field)
  }

  @Test func `one more change than a song holds is refused, and the place and limit are named`()
    throws
  {
    let steps = (0..<Limits.mapEvents).map { (Ticks(count: Int64($0)), TempoCurve(.standard)) }
    let meters = (0..<Limits.mapEvents).map { (Ticks(count: Int64($0)), Meter.common) }
    let song = Song().with(.tempo(TempoMap(changes: steps)))
      .with(.meters(MeterMap(changes: meters)))
    let stage = try Stage(song: song)
    for line in ["tempo 99 at=90", "tempo 99 at=90 over=2", "meter 3/4 at=90"] {
      let error = try stage.refusal(line)
      #expect(error.kind == .limit && error.field == "position")
      #expect(error.message.contains("mapEvents") && error.message.contains("100000"))
    }
  }

  @Test func `a ramp that makes the loop too short is refused`() throws {
    let stage = try Stage("tempo 30", "loop 0 0.03125", "scale 4")
    #expect(try stage.refusal("tempo 1000 over=0.03125").kind == .outOfRange)
    try stage.ask("tempo 1000 over=4bars")
  }

  /// What a client works out that knows only the newest transport state.
  private func time(of position: Double, from state: Value) throws -> Double {
    let anchor = try #require(state["anchor"]?["position"]?.number)
    let start = try #require(state["anchor"]?["time"]?.number)
    let scale = try #require(state["scale"]?.number)
    func passed(_ beats: Double) throws -> Double {
      guard let ramp = state["ramp"] else {
        return beats * (try #require(state["picoseconds"]?.number))
      }
      let from = try #require(ramp["picoseconds"]?.number)
      let to = try #require(ramp["to"]?["picoseconds"]?.number)
      let x = beats - (try #require(ramp["position"]?.number))
      return from * x + (to - from) * x * x / (2 * (try #require(ramp["over"]?.number)))
    }
    return start + (try passed(position) - passed(anchor)) / 1_000 / scale
  }

  @Test func `from the newest transport event a client can tell every moment up to the next`()
    throws
  {
    let stage = try Stage(
      "tempo 120", "tempo 180 at=4 over=8", "tempo 90 at=16", "tempo 60 at=20 over=4", "scale 1.25",
      "loop 6 22")
    var state = try stage.ask("play 3")
    var causes: [String] = []
    var ahead: (told: Double, ideal: HostTime)?
    for _ in 0..<1_500 {
      let events = stage.run(milliseconds: 10)
      for event in events {
        state = event.parameters
        causes.append(state["cause"]?.string ?? "?")
      }
      if let ahead, events.isEmpty {
        #expect(abs(ahead.told - Double(ahead.ideal.nanoseconds)) < 2)
      }
      // Within the next ten milliseconds, at any tempo here.
      let place = stage.session.transport.position + Ticks(1, over: 100)
      guard place < Ticks(beats: 22) else { continue }
      ahead = (try time(of: place.beats, from: state), try stage.time(of: place))
    }
    #expect(
      Array(causes.prefix(8)) == [
        "tempo", "tempo", "tempo", "tempo", "wrapped", "tempo", "tempo", "tempo",
      ])
  }
}
