import ControlProtocol
import Session
import Testing
import Timeline

struct MusicTests {
  @Test(arguments: ["cells.quantize", "cells.transpose", "cells.humanize", "cells.euclid"])
  func `the example works, and undo takes it back`(method: String) throws {
    let stage = try Stage(
      "row bass note=E2", "row hat note=hat", "row clave note=clave",
      "pattern bass x_.x at=5:1 fill=8bars", "pattern hat x at=5:1 fill=8bars")
    let before = stage.session.song
    let reply = try stage.ask(Command.method(method).example)
    #expect(reply["revision"] == 6)
    try stage.ask("undo")
    #expect(stage.session.song.hasSameContent(as: before))
    try stage.ask("redo")
    #expect(!stage.session.song.hasSameContent(as: before))
  }

  @Test func `quantize draws to the song's snap unless a step is given`() throws {
    let stage = try Stage("row a note=40", "add a 1.2 1 snap=off", "add a 3.3 0.5 snap=off")
    #expect(try stage.ask("quantize all dryRun=on").list("updates").count == 2)
    try stage.ask("quantize a")
    #expect(try stage.cells() == ["1 1 1.25 1", "2 1 3.25 0.5"])
    try stage.ask("undo")
    try stage.ask("quantize a 1/4 strength=50")
    #expect(try stage.cells() == ["1 1 1.1 1", "2 1 3.15 0.5"])
    try stage.ask("quantize a bar ends=on")
    #expect(try stage.cells() == ["1 1 0 4", "2 1 4 4"])
    #expect(stage.session.history.steps.count == 5)
  }

  @Test func `swing is a share of the pair`() throws {
    let stage = try Stage("row a note=40", "pattern a xxxx step=1/8", "quantize a 1/8 swing=62.5")
    #expect(
      try stage.cells() == ["1 1 0 0.5", "2 1 0.625 0.375", "3 1 1 0.5", "4 1 1.625 0.5"])
  }

  @Test(arguments: ["quantize a off", "quantize a snap=off", "snap off; quantize a"])
  func `quantize without a grid is refused`(line: String) throws {
    let stage = try Stage("row a note=40", "add a 0 1")
    let error = try stage.refusal(line)
    #expect(error.kind == .notAllowed && error.field == "step")
  }

  @Test func `transpose takes semitones or degrees of a scale in a key`() throws {
    let stage = try Stage("row a", "add a 0 1 D4", "add a 1 1 F#4", "add a 2 1 G4,B4")
    try stage.ask("transpose a 12")
    #expect(try notes(stage) == [[74], [78], [79, 83]])
    try stage.ask("transpose a semitones=-12")
    try stage.ask("transpose a degrees=2 scale=major key=D")
    #expect(try notes(stage) == [[66], [69], [71, 74]])
    let error = try stage.refusal("transpose a 60")
    #expect(error.field == "semitones" && error.kind == .outOfRange)
    #expect(error.message.contains("cell 2") && error.details["cells"] == [2])
    let degrees = try stage.refusal("add a 9 1 C4; transpose a degrees=-100 scale=blues key=C")
    #expect(degrees.field == "degrees" && degrees.operation == 2)
  }

  @Test(arguments: [
    ("transpose a degrees=1", "scale"), ("transpose a degrees=1 key=C", "scale"),
    ("transpose a degrees=1 scale=blues", "key"), ("transpose b 1", "where"),
    ("humanize 7 time=1", "where"), ("quantize 7", "where"),
  ])
  func `what is missing is named`(line: String, field: String) throws {
    let stage = try Stage("row a note=40", "add a 0 1")
    #expect(try stage.refusal(line).field == field)
  }

  @Test func `humanize is the same for the same seed`() throws {
    func jam(_ seed: Int) throws -> Song {
      let stage = try Stage("row a note=40", "pattern a x times=16")
      try stage.ask("humanize a time=5 vel=10 seed=\(seed)")
      return stage.session.song
    }
    #expect(try jam(1).hasSameContent(as: jam(1)))
    #expect(try !jam(1).hasSameContent(as: jam(2)))
  }

  @Test func `euclid is a pattern that is worked out`() throws {
    for (line, drawn) in [
      ("euclid a 3 8 at=4 times=2", "pattern a x..x..x. at=4 times=2"),
      ("euclid a 5 8 rotation=1 step=1/8 gate=50", "pattern a .x.xx.xx step=1/8 gate=50"),
      (
        "euclid a 4 7 fill=2bars vel=64 notes=C4,E4",
        "pattern a \"C4,E4 . C4,E4 . C4,E4 . C4,E4\" fill=2bars vel=64"
      ),
    ] {
      let (worked, written) = (try Stage("row a note=40"), try Stage("row a note=40"))
      let reply = try worked.ask(line)
      #expect(reply.list("cells") == (try written.ask(drawn)).list("cells"))
      #expect(worked.session.song.hasSameContent(as: written.session.song))
    }
  }

  @Test func `what fills a length ends with it`() throws {
    for line in [
      "pattern a x__ step=1 fill=4", "pattern a x step=1.5 fill=4", "pattern a x gate=400 fill=4",
      "euclid a 1 3 step=1 gate=300 fill=4",
    ] {
      let stage = try Stage("row a note=40", line)
      #expect(stage.session.song.contentEnd.beats == 4, "\(line)")
    }
  }

  @Test func `euclid takes cycles up to its limit, and no hits at all`() throws {
    let stage = try Stage("row a note=40")
    #expect(try stage.ask("euclid a 0 8").list("insertions").isEmpty)
    #expect(try stage.ask("euclid a 513 1024").list("insertions").count == 513)
  }

  @Test(arguments: [
    ("euclid a 9 8", "hits"), ("euclid b 3 8", "notes"), ("euclid c 3 8", "row"),
    ("euclid a 1 1024 times=10000", "times"), ("euclid a 3 8 at=99999999", "position"),
    ("euclid a 3 8 fill=100000000", "fill"),
  ])
  func `a cycle that cannot be is refused by its field`(line: String, field: String) throws {
    let stage = try Stage("row a note=40", "row b")
    #expect(try stage.refusal(line).field == field)
  }

  @Test func `an operation may name what euclid made`() throws {
    let stage = try Stage("row a note=40")
    try stage.ask("euclid a 3 8; transpose $1 12; humanize $1 vel=20 seed=1; quantize $1 1/4")
    #expect(stage.session.history.steps.count == 2)
    #expect(try notes(stage) == [[52], [52], [52]])
  }

  private func notes(_ stage: Stage) throws -> [[Int]] {
    try stage.ask("ls all").list("cells").map { cell in
      cell.list("notes").compactMap { $0.integer.map { Int($0) } }
    }
  }
}
