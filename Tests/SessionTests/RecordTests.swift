import ControlProtocol
import Session
import Testing
import Timeline
import Transport

/// What is played while a row is armed becomes cells, pass by pass.
@Suite struct RecordTests {
  /// A loop of one bar at 120, a beat of 500 ms, played from its start with a row armed.
  private func stage(
    _ arm: String, _ lines: String..., loop: String = "loop 0 4", play: String = "play"
  ) throws -> Stage {
    let stage = try Stage("tempo 120", "row keys voices=poly", "row bass")
    for line in lines + [loop, arm, play] { try stage.perform(line) }
    return stage
  }

  private func cells(_ stage: Stage, _ row: String = "keys") throws -> [String] {
    try stage.cells(of: row)
  }

  @Test func `what is played stands where it was played, with how hard and how long`() throws {
    let stage = try stage("arm keys")
    stage.hear([(0.5, on(60, 101)), (1.25, off(60, 33)), (2, on(64, 1)), (2.001, off(64))])
    stage.hear([], until: 4.1)
    #expect(try cells(stage) == ["0.5 0.75 60 101 33", "2 0.010416666666666666 64 1 64"])
  }

  @Test func `each pass is one step, one record and one event`() throws {
    let stage = try stage("arm keys")
    let before = stage.session.revision
    stage.hear([
      (1, on(60)), (2, off(60)), (3, on(62)), (3.5, off(62)), (5, on(64)), (6, off(64)),
      // Nothing in the third pass.
      (13, on(65)), (14, off(65)),
    ])
    try stage.perform("stop")
    stage.hear([], until: 15)
    #expect(stage.kept.count == 3 && stage.session.revision == before + 3)
    #expect(stage.kept.allSatisfy { $0.record != nil })
    let causes = stage.kept.flatMap(\.events).map { $0.parameters["cause"] }
    #expect(causes == ["record", "record", "record"])
    let steps = try stage.ask("history.list").list("steps").suffix(3)
    #expect(steps.map { $0["name"] } == ["record 2 cells", "record 1 cell", "record 1 cell"])
    try stage.perform("undo")
    try stage.perform("undo")
    #expect(try cells(stage) == ["1 1 60 100 64", "3 0.5 62 100 64"])
  }

  @Test func `what is held over the wrap ends there, and its off ends nothing else`() throws {
    let stage = try stage("arm keys")
    stage.hear([(3, on(60)), (5, off(60)), (5.5, on(60)), (6, off(60))])
    stage.hear([], until: 8.1)
    #expect(try cells(stage) == ["1.5 0.5 60 100 64", "3 1 60 100 64"])
  }

  @Test func `what is held over the stop ends there`() throws {
    let stage = try stage("arm keys")
    stage.hear([(1, on(60))], until: 2)
    let commit = try #require(try stage.ask("stop")["commit"]?.integer)
    stage.hear([(2.5, off(60))], until: 3)
    let end = Double(commit - 1_005_000_000) / 5e8
    let cell = try #require(try stage.ask("ls keys").list("cells").first)
    #expect(abs((cell["duration"]?.number ?? 0) + 1 - end) < 1e-6)
    #expect(!stage.session.isRecording)
  }

  @Test func `what came before the wrap and is taken in after it belongs to the pass before`()
    throws
  {
    let stage = try stage("arm keys")
    stage.hear([(1, on(62)), (1.5, off(62))], until: 3.95)
    stage.hear([(3.999, on(60)), (4.001, on(61)), (4.2, off(60)), (4.3, off(61))], until: 4.5)
    #expect(try cells(stage) == ["1 0.5 62 100 64", "3.999 0.001 60 100 64"])
    stage.hear([], until: 8.1)
    let added = try #require(stage.kept.last).reply.list("insertions")
    #expect(added.map { $0["position"]?.number } == [0.001])
  }

  @Test func `quantized, a note is drawn to the nearest line and keeps its length`() throws {
    let stage = try stage("arm keys quantize=1/16")
    stage.hear([(0.6, on(60)), (1, off(60)), (1.4, on(62)), (1.5, off(62))])
    stage.hear([], until: 4.1)
    #expect(try cells(stage) == ["0.5 0.4 60 100 64", "1.5 0.1 62 100 64"])
    let half = try self.stage("arm keys quantize=1/4 strength=50")
    half.hear([(1.2, on(60)), (1.5, off(60))])
    half.hear([], until: 4.1)
    #expect(try cells(half) == ["1.1 0.3 60 100 64"])
  }

  @Test func `drawn to one line, the longer note of a key counts, in a row of one voice of all`()
    throws
  {
    let events = [
      (0.9, on(60, 1)), (0.95, off(60)), (1.05, on(60, 2)), (1.3, off(60)), (1.9, on(60)),
      (1.95, off(60)), (2.1, on(64)), (2.3, off(64)),
    ]
    let keys = try stage("arm keys quantize=1/4")
    keys.hear(events, until: 4.1)
    #expect(try cells(keys) == ["1 0.25 60 2 64", "2 0.05 60 100 64", "2 0.2 64 100 64"])
    let bass = try stage("arm bass quantize=1/4")
    bass.hear(events, until: 4.1)
    #expect(try cells(bass, "bass") == ["1 0.25 60 2 64", "2 0.2 64 100 64"])
  }

  @Test func `drawn to the end of the loop, a note starts the next pass`() throws {
    let stage = try stage("arm keys quantize=1/16")
    stage.hear([(3.95, on(60)), (4.5, off(60)), (7.9, on(62))], until: 8.05)
    #expect(try cells(stage) == ["0 0.55 60 100 64"])
    stage.hear([(8.5, off(62))], until: 9)
    try stage.perform("stop")
    stage.hear([], until: 9.1)
    #expect(try cells(stage) == ["0 0.55 60 100 64", "0 0.6 62 100 64"])
  }

  @Test func `drawn to before the loop, a note starts the loop`() throws {
    let stage = try stage("arm keys quantize=1/4", loop: "loop 1.3 5.3", play: "play 1.3")
    stage.hear([(0.1, on(60)), (0.3, off(60))], until: 4.1)
    #expect(try cells(stage) == ["1.3 0.2 60 100 64"])
  }

  @Test func `half a step before the count-in is over counts as the first tick`() throws {
    let stage = try stage("arm keys quantize=1/8", play: "play countIn=1")
    stage.hear([
      (1, on(59)), (2, off(59)), (3.74, on(61)), (3.8, on(60)), (4.5, off(60)), (5, off(61)),
    ])
    stage.hear([], until: 8.1)
    #expect(try cells(stage) == ["0 0.7 60 100 64"])
    let free = try self.stage("arm keys", play: "play countIn=1")
    free.hear([(3.99, on(60)), (4.2, off(60)), (5, on(62)), (5.5, off(62))])
    free.hear([], until: 8.1)
    #expect(try cells(free) == ["1 0.5 62 100 64"])
  }

  @Test func `struck again, a pitch ends; in a row of one voice any does`() throws {
    let events = [(0.0, on(60)), (0.9, on(62)), (1, off(60)), (2, on(62)), (3, off(62))]
    let keys = try stage("arm keys")
    keys.hear(events)
    keys.hear([], until: 4.1)
    #expect(try cells(keys) == ["0 1 60 100 64", "0.9 1.1 62 100 64", "2 1 62 100 64"])
    let bass = try stage("arm bass")
    bass.hear(events)
    bass.hear([], until: 4.1)
    #expect(try cells(bass, "bass") == ["0 0.9 60 100 64", "0.9 1.1 62 100 64", "2 1 62 100 64"])
  }

  @Test func `overdubbed, what is there makes room as for any edit`() throws {
    let stage = try stage("arm bass", "add bass 0 4 C2")
    stage.hear([(1, on(60)), (2, off(60))])
    stage.hear([], until: 4.1)
    #expect(try cells(stage, "bass") == ["0 1 36 100 64", "1 1 60 100 64", "2 2 36 100 64"])
  }

  @Test func `replaced goes what a pass found where the playhead was, once something is played`()
    throws
  {
    let stage = try stage(
      "arm keys mode=replace", "add keys 0 1 50", "add keys 2 4 51", loop: "loop 1 5",
      play: "play 1")
    stage.hear([], until: 4.2)
    #expect(try cells(stage) == ["0 1 50 100 64", "2 4 51 100 64"])
    stage.hear([(5, on(60)), (5.5, off(60))])
    try stage.perform("add keys 3 0.5 70")
    stage.hear([], until: 8.1)
    #expect(
      try cells(stage) == [
        "0 1 50 100 64", "2 0.5 60 100 64", "3 0.5 70 100 64", "5 1 51 100 64",
      ])
    stage.hear([(9, on(61)), (9.5, off(61))], until: 10)
    try stage.perform("stop")
    stage.hear([], until: 11)
    // The third pass has come 5.5 ms beyond 3, and found what was added in the second.
    #expect(
      try cells(stage) == [
        "0 1 50 100 64", "2 0.5 61 100 64", "3.011 0.489 70 100 64", "5 1 51 100 64",
      ])
  }

  @Test func `a latency puts all where it was meant, over wrap and stop too`() throws {
    let stage = try stage("arm keys latency=100")
    stage.hear([(1.2, on(60)), (2.2, off(60)), (4.1, on(62)), (4.5, off(62))], until: 5)
    try stage.perform("stop")
    stage.hear([(5.1, on(64))], until: 7)
    #expect(
      try cells(stage) == ["0.9 0.111 64 100 64", "1 1 60 100 64", "3.9 0.1 62 100 64"])
  }

  @Test func `only while it rolls and is armed anything is recorded, whatever the channel`() throws
  {
    let stage = try stage("arm keys", play: "stop")
    let revision = stage.session.revision
    stage.hear([(0.5, on(60)), (0.7, off(60))], until: 1)
    try stage.perform("play")
    let begin = stage.beat
    stage.hear(
      [
        (begin + 1, .noteOn(Channel(9), Pitch(61), Velocity(99))),
        (begin + 1.5, .noteOff(Channel(3), Pitch(61), velocity: 0)),
      ], until: begin + 2)
    try stage.perform("disarm")
    stage.hear([(begin + 2.5, on(62)), (begin + 3, off(62))], until: begin + 3.5)
    #expect(stage.session.revision == revision + 1)
    #expect(try stage.ask("ls keys").list("cells").map { $0["velocity"]?.integer } == [99])
  }

  @Test func `a seek ends a pass, and what came before it stays where it was`() throws {
    let stage = try stage("arm keys")
    stage.hear([(1, on(60))], until: 2)
    try stage.perform("seek 3")
    stage.hear([(2.25, on(62)), (2.5, off(62))], until: 2.7)
    try stage.perform("stop")
    stage.hear([], until: 3)
    #expect(stage.kept.count == 2)
    #expect(try cells(stage) == ["1 1.011 60 100 64", "3.239 0.25 62 100 64"])
  }

  @Test func `a tempo step within a pass does not part it`() throws {
    let stage = try stage("arm keys", "tempo 60 at=2")
    stage.hear([(1, on(60)), (3, off(60))], until: 3.2)
    try stage.perform("tempo 90 at=3")
    stage.hear([], until: 9)
    #expect(stage.kept.count == 1)
    #expect(try cells(stage) == ["1 1.5 60 100 64"])
  }

  @Test func `status shows what is armed, and nothing else is`() throws {
    let stage = try stage("arm keys quantize=1/16 strength=80 mode=replace latency=12.5")
    let armed = stage.session.transportState()["armed"]
    #expect(
      armed == [
        "row": 1, "name": "keys", "mode": "replace", "quantize": "1/16", "strength": 80,
        "latency": 12.5,
      ])
    #expect(try stage.ask("arm bass")["armed"]?["name"] == "bass")
    #expect(try stage.ask("disarm")["armed"] == .null)
    #expect(stage.session.transportState()["armed"] == nil)
    #expect(try stage.refusal("arm nobody").field == "row")
    #expect(try stage.refusal("arm keys latency=501").field == "latency")
  }

  @Test func `what begins with the loop is heard on the very next pass, as soon as it is kept`()
    throws
  {
    let stage = try stage("arm keys")
    stage.hear([(0, on(60)), (0.5, off(60)), (1, on(62)), (1.5, off(62))], until: 8.9)
    let onsets = stage.onsets()
    try #require(onsets.map(\.pitch) == [60, 62, 60])
    // Kept by the turn after the wrap, 10 ms later at most.
    #expect((2_000...2_011).contains(onsets[0].milliseconds))
    #expect(abs(onsets[1].milliseconds - 2_500) < 0.01 && onsets[2].milliseconds == 4_000)
    let offs = stage.queue.heard.filter {
      if case .noteOff = $0.message { true } else { false }
    }
    let ends = offs.map { Double($0.time.nanoseconds - 1_005_000_000) / 1e6 }
    #expect(zip(ends, [2_250, 2_750, 4_250]).allSatisfy { abs($0 - $1) < 0.01 } && ends.count == 3)
  }

  @Test func `what would begin too late waits for the pass after that`() throws {
    let stage = try stage("arm keys latency=50")
    stage.hear([(0.1, on(60)), (0.6, off(60))], until: 9)
    #expect(stage.onsets().map(\.milliseconds) == [4_000])
  }

  @Test func `until what was played before a stop is kept, something is to be done`() throws {
    let stage = try stage("arm keys latency=200")
    stage.hear([(1, on(60)), (1.2, off(60))], until: 2)
    let commit = try #require(try stage.ask("stop")["commit"]?.integer)
    #expect(stage.session.takesDue?.nanoseconds == Int64(commit) + 200_000_000)
    for _ in 0..<100 where stage.session.isBusy { stage.hear([], until: stage.beat + 0.01) }
    #expect(!stage.session.isBusy && stage.session.takesDue == nil)
    #expect(try cells(stage).count == 1)
  }

  @Test func `what came before another row is armed belongs to the one before, and to no two`()
    throws
  {
    let stage = try stage("arm keys")
    stage.hear([(1, on(60)), (1.5, off(60))], until: 2)
    try stage.perform("arm bass")
    stage.hear([(1.99, on(61)), (2.2, off(61)), (2.5, on(62)), (3, off(62))], until: 4.1)
    #expect(try stage.ask("ls keys").list("cells").map { $0["position"]?.number } == [1, 1.99])
    #expect(try cells(stage, "bass") == ["2.5 0.5 62 100 64"])
  }

  @Test func `a count-in that leads to nothing records nothing`() throws {
    let stage = try stage("arm keys quantize=1/8", play: "play countIn=1")
    stage.hear([(3.9, on(60))], until: 3.95)
    try stage.perform("stop")
    stage.hear([], until: 5)
    #expect(stage.kept.isEmpty && !stage.session.isRecording)
  }

  @Test func `another song ends the recording, and what came is kept in the one before`() throws {
    let stage = try stage("arm keys")
    let other = ComingSong(Song(), history: History(), revision: 3)
    _ = try stage.session.expect(other, askedBy: stage.request("song.new when=loop"), for: 1)
    stage.hear([(1, on(60)), (1.5, off(60)), (2, on(61))], until: 3.8)
    var outcomes: [Outcome] = []
    while stage.beat < 5 {
      _ = stage.session.advance()
      outcomes += stage.session.decidePending()
      stage.clock.advance(milliseconds: 10)
    }
    try #require(outcomes.count == 2)
    #expect(outcomes[0].record != nil)
    #expect(outcomes[0].events.map { $0.parameters["cause"] } == ["record"])
    let former = try #require(outcomes[1].arrival).former.song
    #expect(former.cellCount == 2 && stage.session.song.cellCount == 0)
    #expect(stage.session.transportState()["armed"] == nil && !stage.session.isRecording)
  }
}
