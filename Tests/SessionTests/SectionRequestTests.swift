import ControlProtocol
import Session
import Testing
import Timeline

struct SectionRequestTests {
  private func stage() throws -> Stage {
    try Stage(
      "row a note=40", "add a 15 1", "add a 16 1", "add a 31 1", "add a 32 1",
      "section Chorus 5:1 9:1", "marker Solo 5:1")
  }

  @Test func `a section is told in reply, event, list and outline`() throws {
    let stage = try stage()
    let outcome = try stage.perform("section Verse 1:1 Chorus")
    let verse: Value = ["name": "Verse", "from": 0, "to": 16]
    #expect(outcome.reply.list("sections") == [verse])
    #expect(outcome.events.first?.parameters.list("sections") == [verse])
    let all: [Value] = [
      verse, ["name": "Solo", "position": 16], ["name": "Chorus", "from": 16, "to": 32],
    ]
    #expect(try stage.ask("sections").list("sections") == all)
    #expect(try stage.ask("song.outline").list("sections") == all)
    #expect(
      try stage.ask("sections.remove Verse").list("sections")
        == [["name": "Verse", "removed": true]])
    #expect(try stage.ask("undo").list("sections") == [verse])
  }

  @Test func `one edge may be given, and a new name`() throws {
    let stage = try stage()
    try stage.ask("section Chorus to=7:1 rename=Refrain")
    #expect(
      try stage.ask("sections").list("sections").last
        == ["name": "Refrain", "from": 16, "to": 24])
    try stage.ask("section Solo rename=Lead")
    #expect(stage.session.song.section(named: "Lead")?.isMarker == true)
  }

  @Test func `an edge lands on the grid, and the reply says so`() throws {
    let stage = try stage()
    let reply = try stage.ask("marker Hit 4.1")
    #expect(reply["asked"] == 4.1 && reply["stored"] == 4)
    try stage.ask("marker Hit 4.1 snap=off")
    #expect(stage.session.song.section(named: "Hit")?.start.beats == 4.1)
  }

  @Test func `a position may be a name`() throws {
    let stage = try stage()
    #expect(try stage.ask("seek Chorus+1bar")["position"] == 20)
    #expect(try stage.ask("play Solo")["position"] == 16)
    let ids = { (place: String) in
      try stage.ask("ls \(place)").list("cells").compactMap { $0["cell"]?.integer }
    }
    #expect(try ids("a@Chorus") == [2, 3])
    #expect(try ids("a@Solo") == [2])
    #expect(try ids("a@Chorus+15..") == [3, 4])
    #expect(try ids("a@..Chorus") == [1])
  }

  @Test func `a loop or range of a section is the section`() throws {
    for verb in ["loop", "range.set"] {
      let stage = try stage()
      try stage.ask("\(verb) Chorus")
      let range = stage.session.song.range
      #expect(range.start.beats == 16 && range.end.beats == 32)
      #expect(range.auto == .off && range.loops == (verb == "loop"))
      try stage.ask("\(verb) Solo end=8:1")
      #expect(stage.session.song.range.end.beats == 28)
    }
  }

  @Test func `undo of one section never undoes another`() throws {
    let stage = try stage()
    try stage.ask("section Chorus to=10:1")
    try stage.ask("marker Solo 6:1 history=none")
    try stage.ask("undo")
    #expect(stage.session.song.section(named: "Chorus")?.end.beats == 32)
    #expect(stage.session.song.section(named: "Solo")?.start.beats == 20)
    try stage.ask("redo")
    try stage.ask("section Chorus to=11:1 history=none")
    #expect(try stage.refusal("undo").message.contains("Chorus"))
  }

  @Test(
    arguments: [
      ("section Verse 1:1", "to"), ("section Verse rename=B", "from"),
      ("section Chorus 9:1", "to"), ("section Verse 0 0.05", "to"),
      ("section Solo 5:1 6:1", "name"), ("marker Chorus 5:1", "name"),
      ("section Chorus rename=Solo", "name"), ("sections.remove Chrous", "name"),
      ("marker X Nowhere", "position"), ("seek Nowhere", "position"),
      ("section Verse Nowhere 5:1", "from"),
    ])
  func `a wrong section is refused by its field`(line: String, field: String) throws {
    #expect(try stage().refusal(line).field == field)
  }

  @Test func `a near miss of a name is asked back`() throws {
    #expect(try stage().refusal("seek Chrous").hint == "Chorus")
    #expect(try stage().refusal("sections.remove Chrous").hint == "Chorus")
  }

  @Test func `sections are no rows: both may have one name`() throws {
    let stage = try stage()
    try stage.ask("row Chorus note=50")
    try stage.ask("add Chorus Chorus 1")
    #expect(try stage.ask("ls Chorus@Chorus").list("cells").count == 1)
  }

  @Test func `a filter passes only the cells that are so`() throws {
    let stage = try Stage(
      "row a note=40", "row b note=50 mute=on", "add a 0 1 vel=80", "add a 1 1 45,70 label=x",
      "add b 0 1 vel=80")
    let ids = { (filter: Value) in
      let request = try Request(["method": "cells.list", "params": ["where": ["filter": filter]]])
      return try stage.session.perform(request, for: 1).reply.list("cells")
        .compactMap { $0["cell"]?.integer }
    }
    #expect(try ids(["pitch": [40, 45]]) == [1, 2])
    #expect(try ids(["velocity": 80]) == [1, 3])
    #expect(try ids(["label": "x"]) == [2])
    #expect(try ids(["muted": true]) == [3])
    #expect(try ids(["velocity": 80, "muted": false]) == [1])
    let cut: Value = ["rows": "a", "from": 0.5, "filter": ["pitch": [0, 127]]]
    let request = try Request(["method": "cells.remove", "params": ["where": cut]])
    #expect(try stage.session.perform(request, for: 1).reply.list("removals") == [1, 2])
  }
}
