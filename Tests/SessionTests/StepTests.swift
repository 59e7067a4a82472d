import ControlProtocol
import Session
import Testing
import Timeline

struct StepTests {
  @Test func `joined edits of one client are one step, of another they are two`() throws {
    let stage = try Stage("row a note=40", "add a 0 1")
    try stage.perform("add a 1 1 history=join", for: 1)
    #expect(stage.session.history.steps.count == 2)
    try stage.perform("add a 2 1 history=join", for: 2)
    #expect(stage.session.history.steps.count == 3)
    try stage.ask("undo")
    try stage.ask("undo")
    #expect(try stage.cells().isEmpty)
  }

  @Test func `storage is told of a joined edit what the history made of it`() throws {
    let stage = try Stage("history.set 2", "row a note=40", "add a 0 1")
    guard case .append? = try stage.perform("add a 1 1 history=join", for: 2).record?.history else {
      Issue.record("a step of another client is appended, also to a full history")
      return
    }
    guard case .replaceNewest? = try stage.perform("add a 2 1 history=join", for: 2).record?.history
    else {
      Issue.record("one's own step grows")
      return
    }
    guard case .dropNewest? = try stage.perform("cut 2,3 history=join", for: 2).record?.history
    else {
      Issue.record("a step that comes to nothing is gone")
      return
    }
    #expect(stage.session.history.steps.count == 1)
  }

  @Test func `an unrecorded edit is no step and leaves what can be redone`() throws {
    let stage = try Stage("row a note=40", "add a 0 1", "add a 4 1", "undo")
    try stage.ask("set 1 vel=9 history=none")
    #expect(stage.session.history.steps.count == 3)
    try stage.ask("redo")
    #expect(try stage.cells().count == 2)
  }

  @Test func `an unrecorded edit drops what needs its cells`() throws {
    let stage = try Stage("row a note=40", "add a 0 1", "set 1 vel=9", "undo")
    try stage.ask("set 1 vel=7 history=none")
    #expect(try stage.refusal("redo").message == "there is nothing to redo")
  }

  @Test func `undo is refused when its cells have changed since`() throws {
    let stage = try Stage("row a note=40", "add a 0 1", "set 1 vel=7 history=none")
    let error = try stage.refusal("undo")
    #expect(error.kind == .conflict && error.details["cells"] == [1])
    try stage.ask("set 1 vel=100 history=none")
    try stage.ask("undo")
    #expect(try stage.cells().isEmpty)
  }

  @Test(arguments: [
    ["rows.remove a history=none"], ["add a 8 1 history=none"],
    ["row b", "undo", "row b history=none"],
  ])
  func `undo and redo of rows that have changed since never trap`(lines: [String]) throws {
    let stage = try Stage("row a note=40")
    for line in lines { try stage.ask(line) }
    for _ in 0..<3 {
      _ = try? stage.perform("undo")
      _ = try? stage.perform("redo")
    }
    #expect(try stage.ask("rows.list").list("rows").count <= 2)
  }

  @Test func `undo takes back what an edit did, but not mute, range and scale`() throws {
    let stage = try Stage("row a note=40", "rows.set a mute=on", "range.set end=12", "scale 0.5")
    #expect(stage.session.history.steps.count == 1)
    try stage.ask("add a 0 1")
    try stage.ask("undo")
    let outline = stage.session.outline
    #expect(outline["range"]?["end"] == 12 && outline["transport"]?["scale"] == 0.5)
  }

  @Test func `undo is refused when its tempo is too fast for the loop`() throws {
    let stage = try Stage("scale 4", "tempo 1000", "tempo 10", "loop 0 0.03125")
    #expect(try stage.refusal("undo").field == "end")
    try stage.ask("loop off")
    try stage.ask("undo")
  }

  @Test func `the undo of another song counts the steps as they are after it`() throws {
    let stage = try Stage("row a note=40")
    _ = stage.session.replace(with: Song(), name: "song.import", client: 1)
    #expect(try stage.ask("undo")["counts"]?["redo"] == 1)
    #expect(try stage.ask("rows.list").list("rows").count == 1)
    #expect(try stage.ask("redo")["counts"]?["redo"] == 0)
  }

  @Test func `ids are never given twice, not after undo and not by another song`() throws {
    let stage = try Stage("row a note=40", "add a 0 1", "undo")
    #expect(try stage.ask("add a 0 1")["cell"] == 2)
    _ = stage.session.replace(with: Song(), name: "song.import", client: 1)
    #expect(try stage.ask("row b note=40")["row"] == 2)
    #expect(try stage.ask("add b 0 1")["cell"] == 3)
  }

  @Test func `nothing to undo or redo is said`() throws {
    let stage = try Stage("history.set 0", "row a")
    #expect(try stage.refusal("undo").kind == .notAllowed)
    #expect(try stage.refusal("redo").kind == .notAllowed)
  }
}
