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

  @Test func `a joined step that is cancelled is none, though the range has followed`() throws {
    let stage = try Stage("row a note=40", "add a 0 4", "resize 1 by=4")
    try stage.ask("resize 1 by=-4 history=join")
    #expect(stage.session.history.steps.count == 2)
  }

  @Test func `a joined step copies from no cell that came and went in it`() throws {
    let stage = try Stage("row a note=40")
    #expect(try stage.ask("add a 0 8; add a 2 1").list("insertions").last?["source"] == 1)
    try stage.ask("cut 1 history=join")
    try stage.ask("undo")
    let insertions = try stage.ask("redo").list("insertions")
    #expect(insertions.map { $0["cell"] } == [2, 3])
    #expect(insertions.allSatisfy { $0["source"] == nil })
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

  @Test(arguments: [
    ("add a 8 1", "add 1 cell to a"), ("pattern a x.x. at=8", "add 2 cells to a"),
    ("move 1,2 by=1", "move 2 cells"), ("resize 1 by=8", "resize 1 cell"),
    ("set all vel=5", "set 2 cells"), ("cut 1,2", "remove 2 cells"),
    ("split 1 at=0.5", "split 1 cell"), ("copy 1,2 at=16", "duplicate 2 cells"),
    ("row bass", "add row bass"), ("rows.remove a", "remove row a"),
    ("rows.set a level=5", "set row a"), ("row x; row y", "edit 2 rows"),
    ("row x; add a 8 1; add a 12 1", "edit row x and 2 cells"),
    ("section Chorus 8 16", "set section Chorus"), ("marker Solo 4", "set marker Solo"),
    ("tempo 99", "set tempo"), ("insert 0 4", "insert time"), ("title x", "set song"),
  ])
  func `a step has a name of what was done`(line: String, name: String) throws {
    let stage = try Stage("row a note=40", "add a 0 1", "add a 4 1", line)
    let step = try #require(try stage.ask("history.list").list("steps").last)
    #expect(step["name"]?.string == name)
    #expect(try stage.ask("undo")["name"]?.string == name)
  }

  @Test func `a step says who made it, by name where a client has one`() throws {
    let stage = try Stage("row a note=40")
    stage.session.names[2] = "Anna"
    try stage.ask("add a 0 1", for: 2)
    let steps = try stage.ask("history.list").list("steps")
    #expect(steps.map { $0["author"] } == [1, "Anna"])
    let outcome = try stage.perform("undo", for: 3)
    #expect(outcome.reply["author"] == "Anna" && outcome.reply["step"] == "cells.add")
    let event = try #require(outcome.events.first).parameters
    #expect(event["client"] == 3 && event["author"] == "Anna" && event["cause"] == "history.undo")
    #expect(event["name"] == "add 1 cell to a")
  }

  @Test func `joined steps are named by what they come to`() throws {
    let stage = try Stage("row a note=40", "add a 0 1", "move 1 by=4")
    try stage.ask("add a 8 1 history=join")
    #expect(try stage.ask("history.list").list("steps").last?["name"] == "edit 2 cells")
  }

  @Test func `undo brings the range back that the edit extended, redo extends it again`() throws {
    let stage = try Stage("row a note=40", "add a 0 1")
    let before = stage.session.song
    try stage.ask("add a 9 1")
    let after = stage.session.song
    #expect(after.range.end != before.range.end)
    try stage.ask("undo")
    #expect(stage.session.song.hasSameContent(as: before))
    #expect(try stage.ask("redo")["range"]?["end"] == 12)
    #expect(stage.session.song.hasSameContent(as: after))
  }

  @Test(arguments: ["set 1 vel=7 history=join", "add a 2 1 history=join"])
  func `undo of a joined step leaves a head that an edit in between has moved`(
    joined: String
  ) throws {
    let stage = try Stage("row a note=40", "add a 0 1", "add a 4 1 history=none")
    #expect(stage.session.song.range.end == Ticks(beats: 8))
    try stage.ask(joined)
    #expect(stage.session.history.steps.count == 2)
    for line in ["undo dryRun=on", "undo force=on"] {
      #expect(try stage.ask(line)["range"] == nil)
    }
    #expect(stage.session.song.range.end == Ticks(beats: 8))
  }

  @Test func `undo leaves a range that was set by hand since`() throws {
    let stage = try Stage("row a note=40", "add a 0 1", "add a 9 1", "range.set end=6")
    #expect(try stage.ask("undo")["range"] == nil)
    #expect(stage.session.song.range.end == Ticks(beats: 6))
    #expect(try stage.ask("redo")["range"] == nil)
  }

  @Test func `undo names who is in the way, and by force is done all the same`() throws {
    let stage = try Stage("row a note=40", "add a 0 2", "move 1 by=4")
    stage.session.names[2] = "Anna"
    try stage.ask("set 1 vel=7 history=none", for: 2)
    let error = try stage.refusal("undo")
    #expect(error.details["cells"] == [1] && error.details["by"] == ["Anna"])
    #expect(error.field == "force" && error.message.contains("by Anna: nothing was done"))
    let found = stage.session.song
    try stage.ask("undo force=on")
    #expect(try stage.cells() == ["1 1 0 2"])
    #expect(try stage.ask("ls 1").list("cells").first?["velocity"] != 7)
    try stage.ask("redo")
    #expect(stage.session.song.hasSameContent(as: found))
    try stage.ask("undo")
    #expect(try stage.cells() == ["1 1 0 2"])
  }

  @Test func `undo puts no cell over one that an unrecorded edit has brought there`() throws {
    let stage = try Stage("row a note=40", "add a 0 2", "move 1 by=4")
    stage.session.names[2] = "Anna"
    try stage.ask("add a 0 1 history=none", for: 2)
    let error = try stage.refusal("undo")
    #expect(error.kind == .conflict && error.details["cells"] == [2])
    #expect(error.details["by"] == ["Anna"] && error.field == "force")
    try stage.ask("undo force=on")
    #expect(try stage.cells() == ["1 1 0 2"])
    try stage.ask("redo")
    #expect(try stage.cells() == ["2 1 0 1", "1 1 4 2"])

    let other = try Stage("row a note=40", "add a 0 2", "undo", "add a 1 2 history=none")
    #expect(try other.refusal("redo").details["cells"] == [2])
  }

  @Test func `an unrecorded edit is in the way only where it is new to the step`() throws {
    let lines = ["row a note=40", "add a 0 4", "add a 1 1 overlap=allow history=none"]
    let stage = try Stage("row a note=40")
    for line in lines[1...] { try stage.ask(line) }
    try stage.ask("move 1 by=8")
    try stage.ask("undo")
    try stage.ask("redo")
    try stage.ask("undo")
    #expect(try stage.cells() == ["1 1 0 4", "2 1 1 1"])
    try stage.ask("set 1 vel=9")
    try stage.ask("set 2 vel=9 history=none")
    try stage.ask("undo")
    #expect(try stage.cells() == ["1 1 0 4", "2 1 1 1"])
  }

  @Test func `nobody is sure any more what very many unrecorded edits have changed`() throws {
    let stage = try Stage("row a note=40", "row b note=40", "add a 0 2", "add a 1 1 overlap=allow")
    try stage.ask("move 1 by=4")
    try stage.ask("pattern b xx times=5001 history=none")
    #expect(try stage.refusal("undo").details["cells"] == [2])
    try stage.ask("undo force=on")
  }

  @Test func `undo and redo may be tried out, and be based on a revision`() throws {
    let stage = try Stage("row a note=40", "add a 0 1")
    let revision = stage.session.revision
    #expect(try stage.ask("undo dryRun=on").list("removals") == [1])
    #expect(stage.session.revision == revision && stage.session.history.canUndo)
    let error = try stage.refusal("undo base=\(revision - 1)")
    #expect(error.field == "base" && error.details["revision"] == Value(revision))
    try stage.ask("undo base=\(revision)")
    #expect(try stage.refusal("redo base=\(revision)").kind == .conflict)
  }

  @Test func `a refused edit leaves the steps to redo, an edit without effect too`() throws {
    let stage = try Stage("row a note=40", "add a 0 1", "undo")
    _ = try stage.refusal("add a 0 1; cut 999")
    try stage.ask("rows.set a level=100")
    #expect(try stage.ask("redo").list("insertions").count == 1)
  }

  @Test func `moving past others, undone and redone a hundred times, ends where it was`() throws {
    let stage = try Stage("row a note=40", "add a 0 1", "add a 4 1", "add a 8 1")
    try stage.ask("move 3 by=-8")
    let moved = stage.session.song
    for _ in 0..<100 {
      try stage.ask("undo")
      try stage.ask("redo")
    }
    #expect(stage.session.song.hasSameContent(as: moved))
    #expect(try stage.cells() == ["3 1 0 1", "2 1 4 1"])
  }
}
