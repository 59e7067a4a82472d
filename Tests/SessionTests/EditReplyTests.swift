import ControlProtocol
import Session
import Testing
import Timeline
import Transport

struct EditReplyTests {
  @Test func `an update says what is new and where the cell was`() throws {
    let stage = try Stage("row a note=40", "row b note=41", "add a 0 1")
    let update = try #require(try stage.ask("move 1 by=2 row=b").list("updates").first)
    #expect(update["cell"] == 1 && update["row"] == 2 && update["position"] == 2)
    #expect(update["was"] == ["row": 1, "position": 0, "duration": 1])
    #expect(update["velocity"] == nil)
    let louder = try #require(try stage.ask("set 1 vel=5 label=x").list("updates").first)
    #expect(louder["velocity"] == 5 && louder["label"] == "x" && louder["notes"] == nil)
  }

  @Test func `an insertion says which cell its content came from`() throws {
    let stage = try Stage("row a note=40", "add a 0 4")
    let reply = try stage.ask("add a 1 1 50")
    #expect(reply["cell"] == 2)
    let insertions = reply.list("insertions")
    #expect(insertions.map { $0["source"] } == [nil, 1])
    #expect(insertions[1]["position"] == 2 && insertions[1]["duration"] == 2)
    #expect(reply.list("updates").map { $0["duration"] } == [1])
  }

  @Test func `a covered cell is a removal`() throws {
    let stage = try Stage("row a note=40", "add a 1 1")
    #expect(try stage.ask("add a 0 4").list("removals") == [1])
  }

  @Test func `a row that is gone is told by its id and its name`() throws {
    let stage = try Stage("row a note=40", "row b note=41")
    let gone: Value = ["row": 2, "name": "c", "removed": true]
    #expect(try stage.ask("rows.set b name=c; rows.remove c").list("rows") == [gone])
  }

  @Test func `what snap made of a wish is said, also when that is nothing`() throws {
    let stage = try Stage("row a note=40", "add a 1 1")
    let some = try stage.ask("move 1 by=0.3")
    #expect(some["asked"] == 0.3 && some["stored"] == 0.25 && some["clamped"] == nil)
    let none = try stage.ask("move 1 by=0.2")
    #expect(none["asked"] == 0.2 && none["stored"] == 0 && none.list("updates").isEmpty)
    #expect(try stage.ask("move 1 by=0.5")["asked"] == nil)
    #expect(try stage.ask("add a 4.1 1")["stored"] == 4)
  }

  @Test func `a group that meets the start says which cell stopped it`() throws {
    let stage = try Stage("row a note=40", "add a 1 1", "add a 3 1")
    let reply = try stage.ask("move 1,2 by=-2")
    #expect(reply["clamped"] == 1 && reply["asked"] == -2 && reply["stored"] == -1)
    #expect(try stage.cells() == ["1 1 0 1", "2 1 2 1"])
  }

  @Test func `a group that meets the last beat goes there as one`() throws {
    let stage = try Stage("row a note=40", "add a 99999990 4", "add a 99999980 4")
    let reply = try stage.ask("move all by=10")
    #expect(reply["asked"] == 10 && reply["stored"] == 6 && reply["clamped"] == 1)
    #expect(try stage.cells() == ["2 1 99999986 4", "1 1 99999996 4"])
    #expect(try stage.ask("move all by=1")["stored"] == 0)
    #expect(try stage.ask("move 2 at=99999998")["stored"] == 99_999_996)
  }

  @Test(arguments: ["pattern a x.x", "euclid a 2 3", "chords a \"C . G\" step=1/16"])
  func `what is drawn begins on the grid, and the reply says so`(line: String) throws {
    let stage = try Stage("row a note=40")
    let reply = try stage.ask("\(line) at=1.1")
    #expect(reply["asked"] == 1.1 && reply["stored"] == 1)
    #expect(try stage.ask("\(line) at=4.1 snap=off").list("insertions").first?["position"] == 4.1)
  }

  @Test func `long maps are counted, and listed when asked for`() throws {
    let stage = try Stage("tempo 90 at=4")
    #expect(try stage.ask("meter 3/4 at=8")["maps"]?.list("tempo").count == 2)
    let lines = (1...1_000).map { "tempo 100 at=\($0 * 4)" }
    let maps = try stage.ask(lines.joined(separator: "; "))["maps"]
    #expect(maps?["partial"] == true && maps?["counts"] == ["tempo": 1_001, "meter": 2])
    #expect(maps?.list("tempo").isEmpty == true)
    #expect(try stage.ask("maps").list("tempo").count == 1_001)
  }

  @Test func `a group that meets the first or last row says how far it went and why`() throws {
    let stage = try Stage("row a note=40", "row b note=41", "row c note=42", "row d note=43")
    for line in ["add b 0 1", "add c 1 1"] { try stage.ask(line) }
    let up = try stage.ask("move 1,2 byRows=-2")
    #expect(up["byRows"] == ["asked": -2, "stored": -1, "cell": 1, "row": 1])
    #expect(up["asked"] == nil && up["clamped"] == nil)
    #expect(try stage.cells() == ["1 1 0 1", "2 2 1 1"])
    let down = try stage.ask("move 1,2 byRows=9 by=-0.1")
    #expect(down["byRows"] == ["asked": 9, "stored": 2, "cell": 2, "row": 4])
    #expect(down["asked"] == -0.1 && down["stored"] == 0)
    #expect(try stage.ask("move 1,2 byRows=-1")["byRows"] == nil)
    #expect(try stage.ask("copy 1,2 byRows=9 at=8")["byRows"]?["stored"] == 1)
  }

  @Test func `adjustments of several operations are listed with their numbers`() throws {
    let stage = try Stage("row a note=40")
    let adjusted = try stage.ask("add a 0.1 1; add a 4 1; add a 8.1 1").list("adjusted")
    #expect(adjusted.map { $0["op"] } == [1, 3] && adjusted.map { $0["stored"] } == [0, 8])
  }

  @Test func `an edit says how it moved the range head`() throws {
    let stage = try Stage("row a note=40")
    #expect(try stage.ask("add a 0 1")["range"]?["end"] == 4)
    #expect(try stage.ask("add a 1 1")["range"] == nil)
    #expect(try stage.ask("add a 4 1")["range"]?["end"] == 8)
    try stage.ask("range.set auto=off")
    #expect(try stage.ask("add a 12 1")["range"] == nil)
  }

  @Test func `while rolling an edit says when it takes effect`() throws {
    let stage = try Stage("row a note=40", "add a 0 1")
    #expect(try stage.ask("set 1 vel=9")["commit"] == nil)
    try stage.ask("play")
    stage.run(milliseconds: 100)
    let commit = try #require(try stage.ask("set 1 vel=10")["commit"]?.integer)
    #expect(commit >= stage.clock.time.nanoseconds)
  }

  @Test func `a large result is counted, and says where`() throws {
    let stage = try Stage("row a note=40")
    let reply = try stage.ask("pattern a x times=1001")
    #expect(reply["partial"] == true && reply["counts"]?["insertions"] == 1001)
    #expect(reply["touched"]?["from"] == 0 && reply["touched"]?["to"] == 250.25)
    #expect(reply.list("insertions").isEmpty && reply.list("cells").count == 1_000)
  }

  @Test func `an event tells what the reply told, who did it and why`() throws {
    let stage = try Stage("row a note=40")
    let outcome = try stage.perform("add a 0 1", for: 7)
    let event = try #require(outcome.events.first)
    #expect(event.topic == .edit && event.parameters["client"] == 7)
    #expect(event.parameters["cause"] == "cells.add")
    #expect(event.parameters["revision"] == outcome.reply["revision"])
    #expect(event.parameters["insertions"] == outcome.reply["insertions"])
  }

  @Test(arguments: [
    ("pattern a xx step=100000000 times=10000", "times"),
    ("pattern a x___ step=100000000", "pattern"),
    ("pattern a x step=99999999 at=2", "position"),
    ("pattern a x fill=100000000 step=1/1024", "fill"),
    ("pattern a x fill=100000000 step=0.0000002", "fill"),
  ])
  func `a pattern that fits no song is refused by name`(line: String, field: String) throws {
    let stage = try Stage("row a note=40")
    let error = try stage.refusal(line)
    #expect(error.field == field)
    #expect(error.message.contains("must"))
  }

  @Test func `rows are looked up once however often they are named`() throws {
    let stage = try Stage("row a tags=x", "row b tags=x")
    let names = Array(repeating: "tag:x", count: 20_000).joined(separator: ",")
    #expect(try stage.ask("rows.set \(names) level=50").list("rows").count == 2)
  }
}
