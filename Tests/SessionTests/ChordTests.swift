import ControlProtocol
import Session
import Testing
import Timeline

struct ChordTests {
  /// Each cell as position, duration, chord and notes.
  private func chords(_ stage: Stage) throws -> [String] {
    try stage.ask("ls all").list("cells").map { cell in
      let notes = cell.list("notes").compactMap(\.integer).map { "\($0)" }
      let place = ["position", "duration"].map { "\(cell[$0]?.number ?? .nan)" }
      return (place + [cell["chord"]?.string ?? "-", notes.joined(separator: ",")])
        .joined(separator: " ").replacing(".0 ", with: " ")
    }
  }

  @Test func `a chord is added, listed, changed and taken back`() throws {
    let stage = try Stage("row keys")
    let added = try stage.ask("add keys 0 bar chord=D-7 vel=80")
    #expect(added.list("insertions").first?["chord"] == "Dm7")
    #expect(try chords(stage) == ["0 4 Dm7 62,65,69,72"])
    let changed = try #require(
      try stage.ask("set keys chord=F voicing=open octave=3").list("updates").first)
    #expect(changed["chord"] == "F" && changed["notes"] == [53, 60, 69])
    let cleared = try #require(try stage.ask("set keys notes=60").list("updates").first)
    #expect(cleared["chord"] == .null && cleared["notes"] == [60])
    try stage.ask("undo")
    #expect(try chords(stage) == ["0 4 F 53,60,69"])
    try stage.ask("undo")
    #expect(try chords(stage) == ["0 4 Dm7 62,65,69,72"])
  }

  @Test func `a progression stands in its bars, each chord led from the one before`() throws {
    let stage = try Stage("row keys", "chords keys \"Dm7 G7 | Cmaj7 _ | Am7 . D7\" at=5:1 vel=70")
    #expect(
      try chords(stage) == [
        "16 2 Dm7 62,65,69,72", "18 2 G7 62,65,67,71", "20 4 Cmaj7 60,64,67,71",
        "24 1.3333333333333333 Am7 60,64,67,69",
        "26.666666666666668 1.3333333333333333 D7 60,62,66,69",
      ])
    try stage.ask("undo")
    #expect(try chords(stage).isEmpty)
  }

  @Test func `a single chord is led from what its row plays before it, if asked`() throws {
    let stage = try Stage(
      "row keys", "add keys 0 4 chord=Dm7", "add keys 4 4 chord=G7 lead=on",
      "add keys 8 4 chord=Cmaj7 lead=on", "add keys 12 4 chord=G7")
    #expect(
      try chords(stage) == [
        "0 4 Dm7 62,65,69,72", "4 4 G7 62,65,67,71", "8 4 Cmaj7 60,64,67,71",
        "12 4 G7 67,71,74,77",
      ])
    #expect(try stage.refusal("add keys 16 4 60 lead=on").field == "lead")
  }

  @Test func `a step, a number of times and no leading are heeded`() throws {
    let stage = try Stage("row keys", "chords keys \"C F | _ .\" step=1/4 times=2 lead=off")
    #expect(
      try chords(stage) == [
        "0 1 C 60,64,67", "1 2 F 65,69,72", "4 1 C 60,64,67", "5 2 F 65,69,72",
      ])
  }

  @Test func `bars are as long as their meter, and every pass sounds like the first`() throws {
    let stage = try Stage(
      "row keys", "meter 3/4", "meter 6/4 at=3:1", "chords keys \"C F G\" times=2")
    let shown = try chords(stage)
    #expect(
      shown.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "0 3 C", "3 3 F", "6 6 G", "12 6 C", "18 6 F", "24 6 G",
      ])
    let notes = shown.compactMap { $0.split(separator: " ").last }
    #expect(notes.prefix(3) == notes.suffix(3))
  }

  @Test func `a progression names the cells that it made`() throws {
    let stage = try Stage("row keys")
    #expect(try stage.ask("chords keys \"C . F\"")["cells"] == [1, 2])
    try stage.ask("chords keys \"G\" at=4:1; set $1 vel=5")
    #expect(stage.session.song.cell(Cell.ID(3))?.cell.velocity == Velocity(5))
  }

  @Test func `a pattern may strike chords, but what reads as a note is one`() throws {
    let stage = try Stage("row keys", "pattern keys \"Dm7 _ D7 C!\" step=1/4")
    #expect(
      try chords(stage) == ["0 2 Dm7 62,65,69,72", "2 1 - 98", "3 1 C 60,64,67"])
  }

  @Test(arguments: [
    ("add keys 0 1 octave=3", "octave"), ("add keys 0 1 60 voicing=open", "voicing"),
    ("set 1 vel=3 inversion=1", "inversion"), ("add keys 0 1 chord=C inversion=3", "inversion"),
    ("add keys 0 1 chord=Cmaj7 octave=9", "octave"),
    ("chords keys \"C F\" step=60000000", "progression"),
    ("chords keys C at=99999999", "progression"),
    ("chords keys C inversion=5", "inversion"),
    ("chords keys C octave=-1 voicing=drop2", "octave"), ("chords nowhere C", "row"),
  ])
  func `what makes no chord is refused by name`(line: String, field: String) throws {
    let stage = try Stage("row keys", "add keys 0 1 60")
    #expect(try stage.refusal(line).field == field)
  }

  @Test func `too many chords are refused by name`() throws {
    let stage = try Stage("row keys")
    let chords = String(repeating: "C ", count: 101)
    let error = try stage.refusal("chords keys \"\(chords)\" step=1/64 times=10000")
    #expect(error.kind == .limit && error.field == "times")
  }
}
