import ControlProtocol
import Session
import Testing
import Timeline

struct ShapeTests {
  @Test func `split, join and copy say which cells they made, and undo takes them back`() throws {
    let stage = try Stage("row a note=40", "add a 0 4")
    let before = stage.session.song
    #expect(try stage.ask("split 1 every=bar")["cells"] == [])
    let split = try stage.ask("split a at=1:3")
    #expect(split["cells"] == [2])
    #expect(split.list("insertions").map { $0["source"] } == [1])
    #expect(try stage.ask("join 1,2")["cells"] == [1])
    #expect(try stage.cells() == ["1 1 0 4"])
    #expect(try stage.ask("copy 1 times=2")["cells"] == [3, 4])
    #expect(try stage.cells() == ["1 1 0 4", "3 1 4 4", "4 1 8 4"])
    for _ in 0..<3 { try stage.ask("undo") }
    #expect(
      stage.session.song.with(.range(before.range)).hasSameContent(as: before))
    for _ in 0..<3 { try stage.ask("redo") }
    #expect(try stage.cells() == ["1 1 0 4", "3 1 4 4", "4 1 8 4"])
  }

  @Test func `a copied region keeps its rests`() throws {
    let stage = try Stage("row a note=40", "add a 1 1", "copy a@1:1..2:1", "copy a@1:1..2:1 5:1")
    #expect(try stage.cells() == ["1 1 1 1", "2 1 5 1", "3 1 17 1"])
    try stage.ask("copy a@5:1..")
    try stage.ask("copy a@..2:1 by=bar overlap=allow snap=off")
    #expect(try stage.cells() == ["1 1 1 1", "2 1 5 1", "5 1 5 1", "3 1 17 1", "4 1 19 1"])
  }

  @Test func `operations may name what was split, joined and copied before them`() throws {
    let stage = try Stage("row a note=40", "row b", "add a 0 1", "add a 1 1")
    try stage.ask("join a; split $1 every=1/8; copy $2 row=b at=8; set $3 label=x; set $2 vel=9")
    #expect(
      try stage.cells() == [
        "1 1 0 0.5", "3 1 0.5 0.5", "4 1 1 0.5", "5 1 1.5 0.5", "6 2 8 0.5", "7 2 8.5 0.5",
        "8 2 9 0.5",
      ])
    let cells = try stage.ask("ls all").list("cells")
    #expect(cells.map { $0["label"] } == [nil, nil, nil, nil, "x", "x", "x"])
    #expect(cells.map { $0["velocity"] } == [100, 9, 9, 9, 100, 100, 100])
    try stage.ask("rows.duplicate b c; move $1 by=1")
    #expect(try stage.ask("ls c").list("cells").map { $0["position"] } == [9, 9.5, 10])
  }

  @Test func `a region is played at half the speed by one edit, and undone by one`() throws {
    let stage = try Stage("row a note=40", "pattern a x.x. at=2:1", "resize a@2:1..3:1 scale=2")
    #expect(try stage.cells() == ["1 1 4 0.5", "2 1 5 0.5"])
    try stage.ask("undo")
    #expect(try stage.cells() == ["1 1 4 0.25", "2 1 4.5 0.25"])
  }

  @Test func `rows change places, and the reply says where they stand`() throws {
    let stage = try Stage("row a", "row b", "row c")
    let moved = try #require(try stage.ask("rows.move c 0").list("rows").first)
    #expect(moved["name"] == "c" && moved["index"] == 0 && moved["moved"] == true)
    func names() throws -> [Value?] { try stage.ask("rows.list").list("rows").map { $0["name"] } }
    #expect(try names() == ["c", "a", "b"])
    let outcome = try stage.perform("rows.move c 0")
    #expect(outcome.record == nil && outcome.events.isEmpty)
    try stage.ask("undo")
    #expect(try names() == ["a", "b", "c"])
    let copy = try stage.ask("rows.duplicate a d")
    #expect(copy["row"] == 4 && copy.list("rows").first?["index"] == 1)
    #expect(copy.list("rows").first?["moved"] == nil)
    #expect(try names() == ["a", "d", "b", "c"])
  }

  @Test(
    arguments: [
      ("split 1 every=off", "every"), ("split 9 at=1", "where"), ("split 1 at=nowhere", "position"),
      ("join 1,2", "where"), ("join 1,9", "where"), ("copy 1 by=-9", "by"), ("copy 1 row=x", "row"),
      ("copy 1 steps=1 snap=off", "steps"), ("rows.move a 2", "index"), ("rows.move x 0", "rows"),
      ("rows.duplicate a b", "name"), ("rows.duplicate x y", "row"),
      ("rows.duplicate a c index=3", "index"), ("row c index=3", "index"),
      ("copy all byRows=1 at=99999999", "position"), ("move a,b row=b", "row"),
    ])
  func `what is wrong is refused by the name of its field`(line: String, field: String) throws {
    let stage = try Stage("row a note=40", "row b note=41", "add a 0 4", "add b 0 4")
    let error = try stage.refusal(line)
    #expect(error.field == field, "\(error.message)")
  }

  @Test(arguments: [
    ("pattern a x... at=99999999.5 times=1", "position"),
    ("pattern a x... at=99999998 times=9", "times"),
    ("pattern a x... at=99999998 fill=3", "fill"),
    ("pattern a x at=99999999.75 gate=400", "position"),
    ("euclid a 3 8 at=99999999", "position"),
  ])
  func `what is drawn beyond the end blames what put it there`(line: String, field: String) throws {
    let error = try Stage("row a note=40").refusal(line)
    #expect(error.kind == .outOfRange && error.field == field)
  }
}
