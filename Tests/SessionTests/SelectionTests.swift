import ControlProtocol
import Session
import Testing
import Timeline

struct SelectionTests {
  private func stage() throws -> Stage {
    try Stage("row a note=40", "row b note=41", "add a 0 1", "add a 1 1", "add b 0 1")
  }

  @Test func `what one client selects, all can name`() throws {
    let stage = try stage()
    let outcome = try stage.perform("select a@0.5..9", for: 1)
    #expect(outcome.reply.list("cells") == [1, 2])
    #expect(outcome.record == nil && outcome.events.map(\.topic) == [.selection])
    #expect(outcome.events.first?.parameters["client"] == 1)
    #expect(try stage.ask("selection.get", for: 2).list("cells") == [1, 2])
    try stage.ask("move selection by=4; resize selection for=2 overlap=allow", for: 2)
    #expect(try stage.cells() == ["3 2 0 1", "1 1 4 2", "2 1 5 2"])
  }

  @Test func `the same selection again is no event, and none is one`() throws {
    let stage = try stage()
    try stage.ask("select 3,1")
    #expect(try stage.perform("select 1,3").events.isEmpty)
    let outcome = try stage.perform("select where=")
    #expect(outcome.reply.list("cells").isEmpty && outcome.events.count == 1)
    #expect(try stage.refusal("cut selection").field == "where")
  }

  @Test func `what is gone is selected no more, until undo brings it back`() throws {
    let stage = try stage()
    try stage.ask("select 1,2")
    try stage.ask("cut 1")
    #expect(try stage.ask("selection.get").list("cells") == [2])
    try stage.ask("undo")
    #expect(try stage.ask("ls selection").list("cells").count == 2)
  }

  @Test func `another song has nothing selected`() throws {
    let stage = try stage()
    try stage.ask("select 1,2")
    let outcome = stage.session.replace(with: stage.session.song, name: "song.revert", client: 1)
    #expect(outcome.events.map(\.topic) == [.edit, .selection])
    #expect(try stage.ask("selection.get").list("cells").isEmpty)
    try stage.ask("select 1")
    let events = stage.session.open(stage.session.song, history: History(), revision: 0)
    #expect(events.map(\.topic) == [.edit, .selection])
  }

  @Test func `what is not there cannot be selected`() throws {
    let stage = try stage()
    try stage.ask("select 1")
    #expect(try stage.refusal("select 1,77").field == "where")
    #expect(try stage.ask("selection.get").list("cells") == [1])
  }
}
