import ControlProtocol
import Session
import Testing
import Timeline

/// An edit of more cells than a turn has time for is decided elsewhere, and committed later.
struct LargeEditTests {
  /// Row a with 600 cells, row b with one, row c without.
  private static func stage() throws -> Stage {
    try Stage(
      "row a note=40 tags=big", "row b note=41", "row c note=42", "add b 0 1",
      "pattern a x times=600")
  }

  @Test(arguments: [
    "move a by=1", "cut a@0..200", "set all vel=9", "quantize tag:big 1/4",
    "resize 2 for=200", "add a 0 200 40", "undo", "rows.remove a", "rows.duplicate a d",
    "insert 0 1bar", "time.remove 0 1bar rows=a", "pattern c x times=501",
    "copy b times=501", "split 1 every=1000", "move selection by=1",
    "pattern c x............... times=100",
  ])
  func `an edit that touches more than a few cells is not decided at once`(line: String) throws {
    let stage = try LargeEditTests.stage()
    try stage.ask("select a")
    let song = stage.session.song
    _ = try stage.large(line)
    #expect(stage.session.song.hasSameContent(as: song) && stage.session.revision == 5)
  }

  @Test func `an edit of a few cells is decided at once, be the song large`() throws {
    let stage = try LargeEditTests.stage()
    for line in ["move a@0..100 by=0.25", "add b 4 1", "cut b", "resize a@100 for=20", "undo"] {
      guard case .done = try stage.begin(line) else {
        Issue.record("\(line) is called large")
        continue
      }
    }
  }

  @Test func `a batch of many operations is large, whatever they touch`() throws {
    let stage = try LargeEditTests.stage()
    let titles = (0...500).map { "song.set title=\($0)" }
    _ = try stage.large(titles.joined(separator: "; "))
  }

  @Test(arguments: [
    "move a by=1", "cut a@0..200", "resize 2 for=200", "undo", "rows.remove a",
    "pattern c x times=501; move $1 row=b", "insert 0 1bar", "move all byRows=1",
  ])
  func `an edit decided elsewhere comes to what it does at once`(line: String) throws {
    let (stage, other) = (try LargeEditTests.stage(), try LargeEditTests.stage())
    let edit = try stage.large(line)
    let outcome = try #require(stage.session.commit(try edit.decide(on: stage.session.basis)))
    let expected = try other.perform(line)
    #expect(outcome.reply == expected.reply && outcome.events == expected.events)
    #expect(stage.session.song.hasSameContent(as: other.session.song))
    #expect(stage.session.history.position == other.session.history.position)
  }

  @Test func `a decision counts only on the song that it was decided on`() throws {
    let stage = try LargeEditTests.stage()
    let edit = try stage.large("move a by=1")
    let decision = try edit.decide(on: stage.session.basis)
    try stage.ask("add b 8 1")
    let song = stage.session.song
    #expect(stage.session.commit(decision) == nil)
    #expect(stage.session.song.hasSameContent(as: song) && stage.session.revision == 6)
    let again = try edit.decide(on: stage.session.basis)
    #expect(stage.session.commit(again)?.reply["revision"] == 7)
    #expect(try stage.ask("ls b").list("cells").count == 2)
    #expect(try stage.ask("ls a limit=1").list("cells")[0]["position"]?.number == 1)
  }

  @Test func `here and selection are what they were when it was asked for`() throws {
    let stage = try LargeEditTests.stage()
    try stage.ask("select a")
    try stage.ask("seek 16")
    let edit = try stage.large("move selection position=here")
    try stage.ask("seek 0")
    try stage.ask("select b")
    _ = stage.session.commit(try edit.decide(on: stage.session.basis))
    #expect(try stage.ask("ls a limit=1").list("cells")[0]["position"]?.number == 16)
    #expect(try stage.ask("ls b").list("cells")[0]["position"]?.number == 0)
  }

  @Test func `an edit that is only to be tried needs no song that stands still`() throws {
    let stage = try LargeEditTests.stage()
    let decision = try stage.large("move a by=1 dryRun=on").decide(on: stage.session.basis)
    try stage.ask("add b 8 1")
    let outcome = try #require(stage.session.commit(decision))
    #expect(outcome.record == nil && outcome.reply["revision"] == 5)
  }

  @Test func `a base is compared when an edit is asked for, not again`() throws {
    let stage = try LargeEditTests.stage()
    #expect(throws: RequestError.self) { try stage.begin("move a by=1 base=4") }
    let edit = try stage.large("move a by=1 base=5")
    try stage.ask("add b 8 1")
    #expect(stage.session.commit(try edit.decide(on: stage.session.basis)) != nil)
  }

  @Test func `large steps that the history gives up come with the outcome`() throws {
    let stage = try LargeEditTests.stage()
    try stage.ask("undo")
    #expect(try stage.perform("add b 8 1").leftovers.map(\.command) == ["cells.pattern"])
    try stage.ask("pattern a x times=600")
    #expect(try stage.perform("history.set 0").leftovers.map(\.command) == ["cells.pattern"])
  }
}

struct ScopeTests {
  @Test(arguments: [
    ("add a 0 1", [1]), ("move 1 by=1", [1]), ("move 1,2 byRows=1", [1, 2, 3]),
    ("move 3 byRows=-1", [2, 3]), ("move a row=c", [1, 3]), ("cut a,b@0..4", [1, 2]),
    ("rows.set b mute=on", [2]), ("cut tag:low", [3]), ("move selection by=1", [2]),
    ("insert 0 1 rows=a,c", [1, 3]), ("cut 1; cut b", [1, 2]), ("cut 77", []),
    ("move c byRows=10000", [3]),
  ])
  func `an edit concerns the rows it names and those its cells come to`(
    line: String, rows: [Int64]
  ) throws {
    let stage = try ScopeTests.stage()
    #expect(try stage.scope(line) == .rows(Set(rows.map { Row.ID($0) })))
  }

  @Test(arguments: [
    "row d", "rows.remove a", "rows.set a name=z", "tempo 90", "undo", "history.set 5",
    "insert 0 1", "move 1,2 row=c", "section A 0 4", "snap 1/8",
  ])
  func `what rows cannot tell concerns everything`(line: String) throws {
    #expect(try ScopeTests.stage().scope(line) == .everything)
  }

  @Test(arguments: ["loop 0 4", "range.set 0 8", "tempo.scale 1.1"])
  func `the loop and the tempo scale concern no edit`(line: String) throws {
    #expect(try ScopeTests.stage().scope(line) == .nothing)
  }

  @Test(arguments: ["ls a", "play", "select 1", "history.list", "ping"])
  func `what changes nothing about the song has no scope`(line: String) throws {
    #expect(try ScopeTests.stage().scope(line) == nil)
  }

  @Test func `scopes meet that share a row, or when one is everything`() {
    let (one, two) = (Scope.rows([Row.ID(1)]), Scope.rows([Row.ID(2)]))
    #expect(one.meets(one) && !one.meets(two) && one.meets(.everything))
    #expect(Scope.everything.meets(.rows([])) && !Scope.everything.meets(.nothing))
  }

  private static func stage() throws -> Stage {
    try Stage(
      "row a note=40", "row b note=41", "row c note=42 tags=low", "add a 0 1", "add b 0 1",
      "add c 0 1", "select 2")
  }
}

extension Stage {
  /// Begins to do what a line asks.
  fileprivate func begin(_ line: String) throws -> Session.Progress {
    try session.begin(try request(line), for: 1)
  }

  /// The edit of a line that is too large to be decided at once.
  fileprivate func large(_ line: String) throws -> Edit {
    guard case .tooLarge(let edit) = try begin(line) else {
      throw RequestError(.notAllowed, "\(line) was decided at once")
    }
    return edit
  }

  fileprivate func scope(_ line: String) throws -> Scope? {
    session.scope(of: try request(line))
  }
}
