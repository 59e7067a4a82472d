import ControlProtocol
import Session
import Testing
import Timeline

/// Cells of other content than notes, in words.
struct ContentTests {
  /// The only cell of a song, without its id and row.
  private func cell(_ stage: Stage, _ keys: String...) throws -> [Value?] {
    let cell = try #require(try stage.ask("ls all").list("cells").first)
    return keys.map { cell[$0] }
  }

  @Test func `a ramp takes as long as its cell, unless it says otherwise`() throws {
    let stage = try Stage("row bass", "add bass 5:1 bar control=cc74 value=20 to=110")
    #expect(try cell(stage, "control", "value", "to", "over") == ["cc74", 20, 110, 4])
    try stage.ask("set bass control=bend value=0 to=-8192 over=1/4 offset=1/8")
    #expect(try cell(stage, "to", "over", "offset") == [-8_192, 1, 0.5])
    let update = try stage.ask("set bass control=sustain value=127").list("updates")[0]
    #expect(update["control"] == "cc64" && update["value"] == 127)
    #expect(update["to"] == .null && update["over"] == .null && update["offset"] == .null)
  }

  @Test func `a clip is added with its loop, and both are changed`() throws {
    let stage = try Stage(
      "row keys", "add keys 1:1 4bars clip=\"C4@0,1/8,90 cc1@1/4=5\" loop=bar offset=1/4")
    #expect(try cell(stage, "loop", "offset") == [4, 1])
    let note: Value = ["offset": 0, "duration": 0.5, "pitch": 60, "velocity": 90]
    let value: Value = ["offset": 1, "control": "cc1", "value": 5]
    #expect(try cell(stage, "clip") == [["notes": [note], "values": [value]]])
    #expect(try stage.ask("set keys loop= offset=-1/4").list("updates")[0]["loop"] == .null)
    #expect(try cell(stage, "loop", "offset") == [nil, -1])
    #expect(try stage.ask("ls all/pitch:60..60").list("cells").isEmpty)
  }

  @Test func `a program and a system exclusive are cells that contend with nothing`() throws {
    let stage = try Stage(
      "row bass", "add bass 0 4 36", "add bass 1 1/4 program=\"Electric Bass (finger)\" bank=1:2",
      "add bass 1 1/4 sysex=\"F0 7E 7F 09 01 F7\"")
    #expect(try stage.cells() == ["1 1 0 4", "2 1 1 1", "3 1 1 1"])
    let cells = try stage.ask("ls all").list("cells")
    #expect(cells[1]["program"] == 34 && cells[1]["bank"] == "1:2")
    #expect(cells[2]["sysex"] == "F0 7E 7F 09 01 F7" && cells[2]["notes"] == nil)
  }

  @Test func `notes become something else and come back`() throws {
    let stage = try Stage("row keys", "add keys 0 4 60,64 vel=80")
    let update = try stage.ask("set keys program=5").list("updates")[0]
    #expect(update["program"] == 5 && update["notes"] == .null && update["velocity"] == .null)
    try stage.ask("undo")
    #expect(try cell(stage, "notes", "velocity", "program") == [[60, 64], 80, nil])
  }

  @Test(
    arguments: [
      ("add keys 0 1 control=cc1", "value"), ("add keys 0 1 control=cc1 value=128", "value"),
      ("add keys 0 1 control=cc1 value=1 to=-1", "to"), ("add keys 0 1 60 value=1", "value"),
      ("add keys 0 1 control=cc1 value=1 over=2", "over"), ("add keys 0 1 60 loop=1", "loop"),
      ("add keys 0 1 60 bank=1:2", "bank"), ("add keys 0 1 60 offset=1", "offset"),
      ("add keys 0 1 control=cc1 value=1 offset=1", "offset"),
      ("add keys 0 1 clip=\"C4@0,1\" loop=0.01", "loop"),
      ("add keys 0 1 clip=\"C4@0,1\" vel=9", "velocity"), ("add keys 0 1 clip=x", "clip"),
      ("add keys 0 1 60 program=1", "program"), ("set 1 loop=1", "loop"),
      ("set 1 offset=1", "offset"), ("set 1 to=1", "to"), ("set 1 bank=1:1", "bank"),
      ("set 1 control=cc1 value=1 to=2 over=99999999bars", "over"),
    ])
  func `what does not fit is refused by its field`(line: String, field: String) throws {
    let stage = try Stage("row keys", "add keys 0 1 60")
    #expect(try stage.refusal(line).field == field)
  }

  @Test func `velocities are those of notes alone`() throws {
    let stage = try Stage("row keys voices=poly", "add keys 0 1 60", "add keys 0 1 program=1")
    let updates = try stage.ask("set all vel=9").list("updates")
    #expect(updates.map { $0["cell"] } == [1])
  }

  @Test func `large clips make a page shorter, and a result partial`() throws {
    let events = (0..<Limits.clipEvents).map { "C4@\($0),1" }.joined(separator: " ")
    let stage = try Stage("row keys", "add keys 0 1 clip=\"\(events)\"")
    let reply = try stage.ask("copy all times=19")
    #expect(reply["partial"] == true && reply["counts"]?["insertions"] == 19)
    var (seen, pages, line) = (0, 0, "ls all")
    while true {
      let page = try stage.ask(line)
      seen += page.list("cells").count
      pages += 1
      guard let next = page["next"] else { break }
      line = "ls all after=\(try CellCursor(next).text)"
    }
    #expect(seen == 20 && pages == 3)
  }

  @Test(arguments: [
    ("add a 8 1 clip=\"C4@0,1/8\" loop=0.001", "loop"), ("set 1 loop=0.001", "loop"),
    ("resize 1 scale=0.05", "scale"),
  ])
  func `a loop that is too short is out of range, whatever would make it so`(
    line: String, field: String
  ) throws {
    let stage = try Stage("row a", "add a 0 1 clip=\"C4@0,1/8\" loop=1/16")
    let error = try stage.refusal(line)
    #expect(error.kind == .outOfRange && error.field == field)
  }
}
