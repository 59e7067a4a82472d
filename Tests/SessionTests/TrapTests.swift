import ControlProtocol
import Session
import Testing
import Timeline

/// What other editors have stumbled over.
struct TrapTests {
  @Test func `D2 while it plays each command is a step, and playing is none`() throws {
    let stage = try Stage("row a note=40", "add a 0 1", "add a 8 1", "loop 0 4", "play")
    let steps = stage.session.history.steps.count
    for line in ["move 1 by=1", "cut 2", "seek 2", "rows.set a mute=on"] { try stage.ask(line) }
    #expect(stage.session.history.steps.count == steps + 2)
    #expect(try stage.ask("undo")["name"] == "remove 1 cell")
    #expect(try stage.cells() == ["1 1 1 1", "2 1 8 1"])
  }

  @Test func `D3 a move of two hundred cells is one step`() throws {
    let stage = try Stage("row a note=40", "pattern a x times=200", "move all by=4")
    #expect(stage.session.history.steps.count == 3)
    try stage.ask("undo")
    #expect(try stage.cells().first == "1 1 0 0.25")
  }

  @Test func `D12 off the grid every path says the same tick`() throws {
    let stage = try Stage("row a note=40", "add a 0.1 0.2 snap=off")
    let outcome = try stage.perform("move 1 by=0.2 snap=off")
    for told in [outcome.reply, try #require(outcome.events.first).parameters] {
      #expect(told.list("updates").first?["position"] == 0.3)
    }
    #expect(try stage.cells() == ["1 1 0.3 0.2"])
    try stage.ask("undo")
    #expect(try stage.cells() == ["1 1 0.1 0.2"])
    try stage.ask("redo")
    #expect(try stage.cells() == ["1 1 0.3 0.2"])
  }

  @Test func `D14 all that was split from a cell has its label`() throws {
    let stage = try Stage("row a note=40", "add a 0 8 label=Kick", "split 1 every=1")
    let labels = try stage.ask("ls all").list("cells").map { $0["label"] }
    #expect(labels == Array(repeating: "Kick", count: 8))
  }

  @Test(arguments: ["b", "\"\"", "all", "12", "x,y", "../x"])
  func `D14 a row has a name of its own that can be typed`(name: String) throws {
    #expect(try Stage("row a", "row b").refusal("rows.set a name=\(name)").field == "name")
  }

  @Test func `D16 rows are known by their ids, wherever they stand and whatever sounds`() throws {
    let stage = try Stage("row a note=40", "row b note=41", "add a 0 8", "add b 0 8")
    for line in ["rows.set a solo=on", "loop 0 8", "play", "rows.move a 1"] { try stage.ask(line) }
    try stage.ask("set 1 vel=9")
    try stage.ask("rows.remove 1")
    #expect(try stage.refusal("set 1 vel=10").field == "where")
    #expect(try stage.refusal("move 2 row=1").field == "row")
    try stage.ask("undo")
    let rows = try stage.ask("rows.list").list("rows")
    #expect(rows.map { $0["row"] } == [2, 1] && rows.map { $0["solo"] } == [false, true])
  }

  @Test func `D18 a song that is opened brings its own steps`() throws {
    let stage = try Stage("row a note=40", "add a 0 1")
    _ = stage.session.open(Song(), history: History(), revision: 0)
    #expect(try stage.refusal("undo").message == "there is nothing to undo")
  }
}
