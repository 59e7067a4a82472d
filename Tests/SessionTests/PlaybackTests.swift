import ControlProtocol
import Session
import Testing
import Timeline

/// What changes how a song sounds and not what is written in it, in words.
@Suite struct PlaybackTests {
  @Test func `a row is late, early or swung by what is said, and undone alone`() throws {
    let stage = try Stage("row hat")
    let row = try stage.ask("rows.set hat delay=-7.25 swing=62").list("rows")[0]
    #expect(row["delay"]?.number == -7.25 && row["swing"]?.number == 62)
    #expect(try stage.ask("rows.set hat swing=").list("rows")[0]["swing"] == nil)
    try stage.perform("undo")
    #expect(stage.session.song.row(named: "hat")?.swing == 62_000)
    try stage.perform("undo")
    #expect(stage.session.song.row(named: "hat")?.delay == 0)
    #expect(try stage.refusal("rows.set hat delay=501").field == "delay")
    #expect(try stage.refusal("rows.set hat swing=49.9").field == "swing")
  }

  @Test func `swing is an edit of the song: shown, one step, and what is not said stays`() throws {
    let stage = try Stage("row hat", "add hat 0 1/16 60")
    let cells = try stage.cells()
    #expect(try stage.ask("swing 57 1/16")["swing"] == ["amount": 57.0, "step": "1/16"])
    #expect(try stage.ask("swing 66.667")["swing"] == ["amount": 66.667, "step": "1/16"])
    #expect(try stage.cells() == cells)
    #expect(try stage.ask("song.outline")["swing"] == ["amount": 66.667, "step": "1/16"])
    try stage.perform("undo")
    #expect(stage.session.song.swing == Swing(amount: 57_000, step: .sixteenth))
    #expect(try stage.refusal("swing 76").field == "amount")
    #expect(try stage.refusal("swing 60 1/32").field == "step")
  }

  @Test func `odds are shown where there are any, kept by copies, and cleared`() throws {
    let stage = try Stage("row hat", "add hat 0 1 60 chance=60 every=2:4", "add hat 2 1 62")
    var cells = try stage.ask("ls hat").list("cells")
    #expect(cells[0]["chance"] == 60 && cells[0]["every"] == "2:4")
    #expect(cells[1]["chance"] == nil && cells[1]["every"] == nil)
    try stage.perform("cells.duplicate 1 at=4")
    try stage.perform("cells.split 1 at=0.5")
    cells = try stage.ask("ls hat").list("cells")
    #expect(cells.filter { $0["every"] == "2:4" && $0["chance"] == 60 }.count == 3)
    let update = try stage.ask("set 1 chance= every=").list("updates")[0]
    #expect(update["chance"] == 100 && update["every"] == .null)
    #expect(stage.session.song.cell(Cell.ID(1))?.cell.hasRare == false)
    try stage.perform("undo")
    #expect(stage.session.song.cell(Cell.ID(1))?.rare.odds.chance == 60)
    for (line, field) in [
      ("set 1 chance=0", "chance"), ("set 1 every=5:4", "every"), ("set 1 every=4", "every"),
      ("set 1 every=1:1", "every"), ("add hat 8 1 60 every=1:257", "every"),
    ] {
      #expect(try stage.refusal(line).field == field)
    }
  }

  @Test func `a seed is a setting of the song, and chase no step`() throws {
    let stage = try Stage("row hat")
    #expect(try stage.ask("song.set seed=-7")["seed"] == -7)
    let steps = stage.session.history.steps.count
    #expect(try stage.ask("chase on")["chase"] == true)
    #expect(try stage.ask("chase toggle")["chase"] == false)
    #expect(stage.session.history.steps.count == steps)
    try stage.perform("undo")
    #expect(stage.session.song.seed == 0)
  }
}
