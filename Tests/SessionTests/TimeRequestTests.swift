import ControlProtocol
import Session
import Testing
import Timeline

struct TimeRequestTests {
  private func stage() throws -> Stage {
    try Stage(
      "row a note=40", "row b note=41", "add a 0 8", "add b 16 1", "section Chorus 5:1 6:1",
      "tempo 90 at=5:1")
  }

  @Test func `time put in is one step that undo takes back whole`() throws {
    let stage = try stage()
    let before = stage.session.song
    let reply = try stage.ask("insert 2:1 bar")
    #expect(try stage.cells() == ["1 1 0 4", "3 1 8 4", "2 2 20 1"])
    #expect(reply.list("sections") == [["name": "Chorus", "from": 20, "to": 24]])
    #expect(reply["maps"]?.list("tempo").last?["position"] == 20)
    try stage.ask("undo")
    let after = stage.session.song
    #expect(after.with(.range(before.range)).hasSameContent(as: before))
  }

  @Test func `a section is taken out by its name`() throws {
    let stage = try stage()
    try stage.ask("excise Chorus")
    #expect(try stage.cells() == ["1 1 0 8"])
    #expect(stage.session.song.sections.isEmpty)
  }

  @Test func `rows may be named, and then nothing else moves`() throws {
    let stage = try stage()
    let reply = try stage.ask("insert 0 1 rows=b")
    #expect(try stage.cells() == ["1 1 0 8", "2 2 17 1"])
    #expect(reply["sections"] == nil && reply["maps"] == nil)
    try stage.ask("excise 0 1 rows=b; excise 0 1 rows=a,b")
    #expect(try stage.cells() == ["1 1 0 7", "2 2 15 1"])
  }

  @Test func `the place is on the grid, the length as given`() throws {
    let stage = try stage()
    let reply = try stage.ask("insert 15.9 0.1")
    #expect(reply["asked"] == 15.9 && reply["stored"] == 16)
    #expect(try stage.cells().last == "2 2 16.1 1")
  }

  @Test(
    arguments: [
      ("excise 5:1", "duration"), ("excise Chorus+1", "duration"),
      ("insert 0 100000000", "duration"), ("insert Nowhere 1", "position"),
      ("excise 5:1 1 rows=nobody", "rows"),
    ])
  func `a wrong stretch is refused by its field`(line: String, field: String) throws {
    #expect(try stage().refusal(line).field == field)
  }

  @Test func `nothing to move is no revision`() throws {
    let stage = try stage()
    let outcome = try stage.perform("insert 100:1 bar")
    #expect(outcome.record == nil && outcome.events.isEmpty)
  }
}
