import ControlProtocol
import Session
import Testing
import Timeline
import Transport

struct CrossingTests {
  @Test func `a label is told on the topic of cells, with its data, place and moment`() throws {
    let stage = try Stage(
      "tempo 60", "row lights", "add lights 1 2 label=blue", "add lights 4 1 C4")
    try stage.perform("play")
    let events = stage.run(milliseconds: 3_500).filter { $0.topic == .cells }
    #expect(events.map(\.name) == ["cell.started", "cell.ended"])
    #expect(events.map { $0.value["method"] } == ["cell.started", "cell.ended"])
    // The first tick sounds 5 ms after play.
    let (start, end) = (events[0].parameters, events[1].parameters)
    #expect(start["cell"] == 1 && start["row"] == 1 && start["label"] == "blue")
    #expect(start["position"] == 1 && start["time"] == 2_005_000_000)
    #expect(end["cell"] == 1 && end["position"] == 3 && end["time"] == 4_005_000_000)
  }

  @Test func `a label whose start a row leaves behind as it becomes earlier is told once`() throws {
    let stage = try Stage("tempo 60", "row lights", "add lights 1 2 label=blue", "play")
    var events = stage.run(milliseconds: 970)
    try stage.ask("rows.set lights delay=-67")
    events += stage.run(milliseconds: 3_000)
    #expect(events.filter { $0.topic == .cells }.map(\.name) == ["cell.started", "cell.ended"])
  }
}
