import ControlProtocol
import Session
import Testing
import Timeline

struct BatchTests {
  @Test(arguments: [
    "add a 4 1; add nowhere 5 1; add a 6 1", "add a 4 1; move 77 by=1",
    "cut all; add a 0 1 1,2,3; row a",
    "row b; rows.remove a; add a 0 1", "tempo 90; tempo +950", "add a 4 1; resize $3 by=1",
    "snap off; move 1 steps=1; title x", "pattern a x at=99999999 times=400; cut 1",
  ])
  func `a batch of which one operation fails does nothing`(line: String) throws {
    let stage = try Stage("row a note=40", "add a 0 1")
    let error = try stage.refusal(line)
    #expect(error.operation != nil)
    #expect(!error.message.isEmpty)
  }

  @Test func `a batch is one revision, one step and one event`() throws {
    let stage = try Stage("row a note=40")
    let outcome = try stage.perform("add a 0 1; add a 1 1; tempo 90")
    #expect(outcome.reply["revision"] == 2)
    #expect(outcome.events.count == 1)
    #expect(stage.session.history.steps.count == 2)
    try stage.ask("undo")
    #expect(try stage.cells().isEmpty)
  }

  @Test func `an operation may name the cells that an earlier one made`() throws {
    let stage = try Stage("row a note=40", "row b note=41")
    try stage.ask("pattern a \"x.x.\"; move $1 row=b; resize $1 for=1; add a 8 1; cut $4")
    #expect(try stage.cells() == ["1 2 0 1", "2 2 1 0.5"])
    #expect(try stage.refusal("add a 0 1; move $2 by=1").field == "where")
    #expect(try stage.refusal("tempo 90; move $1 by=1").field == "where")
  }

  @Test func `what is said once for a batch holds for every operation that says nothing`() throws {
    let stage = try Stage("row a note=40")
    try stage.ask("add a 0.1 1 snap=off; add a 4.1 1")
    #expect(try stage.cells() == ["1 1 0.1 1", "2 1 4 1"])
  }

  @Test func `a dry run answers what would be, and changes nothing`() throws {
    let stage = try Stage("row a note=40", "add a 0 1")
    let outcome = try stage.perform("cut 1; add a 2 1 dryRun=on")
    #expect(outcome.record == nil && outcome.events.isEmpty)
    #expect(outcome.reply.list("removals") == [1])
    #expect(outcome.reply.list("insertions").count == 1)
    #expect(outcome.reply["revision"] == 2)
    #expect(try stage.cells() == ["1 1 0 1"])
  }

  @Test func `an edit based on an old revision is refused and told the new one`() throws {
    let stage = try Stage("row a note=40", "add a 0 1")
    let error = try stage.refusal("cut 1 base=1")
    #expect(error.kind == .conflict && error.field == "base")
    #expect(error.details["revision"] == 2)
    try stage.ask("cut 1 base=2")
  }

  @Test func `an edit that changes nothing has no revision, step, record or event`() throws {
    let stage = try Stage("row a note=40", "add a 0 1")
    for line in [
      "move 1 by=0.1", "set 1 vel=100", "snap 4", "rows.set a name=a", "tempo 120",
      "row b; add b 0 1 C4; rows.set b note=41; rows.remove b",
    ] {
      let outcome = try stage.perform(line)
      #expect(outcome.record == nil && outcome.events.isEmpty, "\(line)")
      #expect(stage.session.revision == 2)
      #expect(stage.session.history.steps.count == 2)
    }
  }

  @Test func `ten thousand changes of tempo or meter in one batch are one change of the map`()
    throws
  {
    let stage = try Stage()
    for line in ["tempo 90", "meter 3/4"] {
      let batch = (0..<2_000).map { "\(line) at=\($0 * 3)" }.joined(separator: "; ")
      let record = try #require(try stage.perform(batch).record)
      guard case .patch(let patch) = record.change else { throw Unexpected() }
      #expect(patch.fields.count == 1)
    }
    #expect(stage.session.song.tempo.events.count == 2_000)
    #expect(stage.session.song.meters.events.count == 2_000)
  }

  private struct Unexpected: Error {}
}
