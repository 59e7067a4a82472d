import Testing
import Timeline

/// The history table of the edit model's origin, and what is ours.
///
/// Differs from the origin in that the song before the first edit is not one of the steps, so that
/// a limit of n allows n undos, not n − 1.
struct HistoryTests {
  private func step(_ name: String, by client: Int64? = nil, _ patch: Patch = Patch())
    -> History.Step
  {
    History.Step(
      command: "edit", name: name, author: client.map { History.Author(client: $0) },
      change: .patch(patch))
  }

  private func history(limit: Int = Limits.history, _ names: String...) -> History {
    var history = History(limit: limit)
    for name in names { history.append(step(name)) }
    return history
  }

  @Test func `H1 a new history has nothing to take back or again`() {
    #expect(!history().canUndo && !history().canRedo && history().newest == nil)
    let two = history("1", "2")
    #expect(two.newest?.name == "2" && two.canUndo && !two.canRedo)
  }

  @Test func `H2 undo and redo walk over the steps and keep them`() {
    var history = history("edited")
    history.stepBack(in: 2)
    #expect(!history.canUndo && history.canRedo && history.next?.name == "edited")
    history.stepForward(in: 2)
    #expect(history.canUndo && !history.canRedo && history.newest?.name == "edited")
  }

  @Test func `H3 a new step drops what could be redone`() {
    var history = history("1", "2", "3")
    history.stepBack(in: 2)
    #expect(history.newest?.name == "2")
    history.append(step("4"))
    #expect(history.steps.map(\.name) == ["1", "2", "4"] && !history.canRedo)
  }

  @Test func `H4 the limit forgets the oldest`() {
    let history = history(limit: 2, "1", "2", "3")
    #expect(history.steps.map(\.name) == ["2", "3"] && history.position == 2)
  }

  @Test func `H5 a limit of three takes three steps back`() {
    var history = history(limit: 3, "[1]", "[1,2]")
    #expect(history.canUndo && !history.canRedo)
    history.stepBack(in: 2)
    #expect(history.newest?.name == "[1]" && history.canUndo && history.canRedo)
    history.stepBack(in: 2)
    #expect(!history.canUndo && history.canRedo)
  }

  @Test func `G17 a limit of 0 keeps nothing and of 1 one undo`() {
    #expect(!history(limit: 0, "1").canUndo)
    #expect(history(limit: 1, "1", "2").steps.map(\.name) == ["2"])
    #expect(history(limit: 1, "1", "2").canUndo)
    let ten = history(limit: 10, "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")
    #expect(ten.steps.first?.name == "3" && ten.position == 10)
  }

  /// Differs from the origin, which trimmed only at the next step.
  @Test func `G17 a lowered limit trims at once`() {
    var history = history(limit: 5, "1", "2", "3", "4", "5")
    history.limit = 2
    #expect(history.steps.map(\.name) == ["4", "5"])
    history.stepBack(in: 2)
    history.append(step("9"))
    #expect(history.steps.map(\.name) == ["4", "9"] && history.position == 2)
  }

  @Test func `a lowered limit never leaves a step to redo whose predecessor is gone`() {
    var history = history("1", "2", "3", "4", "5")
    for _ in 0..<4 { history.stepBack(in: 2) }
    history.limit = 2
    #expect(history.position == 0)
    #expect(history.steps.map(\.name) == ["2", "3"])
  }

  @Test func `the oldest steps are forgotten when memory is short, the newest never`() throws {
    let large = String(repeating: "x", count: Limits.historyBytes / 4)
    let change = Patch(fields: [Patch.FieldChange(from: .data(nil), to: .data(large))])
    var history = History()
    for name in ["1", "2", "3", "4"] { history.append(step(name, change)) }
    #expect(history.steps.map(\.name) == ["2", "3", "4"] && history.position == 3)
    #expect(history.bytes <= Limits.historyBytes && history.bytes > Limits.historyBytes / 2)
    let huge = Patch(
      fields: Array(repeating: Patch.FieldChange(from: .data(large), to: .data(large)), count: 4))
    history.append(step("huge", huge))
    #expect(history.steps.map(\.name) == ["huge"] && history.bytes > Limits.historyBytes)
    history.append(step("small"))
    #expect(history.steps.map(\.name) == ["small"] && history.bytes < 1_000)
  }

  @Test func `what is forgotten counts no more`() {
    var history = history(limit: 3, "1", "2", "3", "4")
    let three = history.bytes
    history.stepBack(in: 2)
    history.dropRedo()
    history.append(step("5"))
    #expect(history.bytes == three)
    history.limit = 0
    #expect(history.bytes == 0)
  }

  @Test func `a restored history is trimmed to its limit`() {
    let restored = History(steps: ["1", "2", "3"].map { step($0) }, position: 3, limit: 2)
    #expect(restored.steps.map(\.name) == ["2", "3"] && restored.position == 2)
  }

  @Test func `dropping what could be redone keeps what is in effect`() {
    var history = history("1", "2")
    history.stepBack(in: 2)
    history.dropRedo()
    #expect(history.steps.map(\.name) == ["1"] && history.canUndo && !history.canRedo)
  }

  @Test func `joining extends the newest step of the same author only`() throws {
    let before = song([(0, 1)])
    let first = try before.patch { _ = try $0.move([cell(1)], .by(beats(1)), .exact) }
    let middle = try before.after { _ = try $0.move([cell(1)], .by(beats(1)), .exact) }
    let second = try middle.patch { _ = try $0.add(note(8, 1), to: row(1), .exact) }
    var history = History()
    history.join(step("move", by: 1, first)) { _ in "both" }
    history.join(step("add", by: 1, second)) { _ in "both" }
    #expect(history.steps.map(\.name) == ["both"])
    guard case .patch(let both) = history.newest?.change else { return #expect(Bool(false)) }
    var after = before
    after.apply(both)
    #expect(after.spans() == [Span(1, 1, 1), Span(2, 8, 1)])
    after.apply(both.inverse)
    #expect(after.hasSameContent(as: before))
    history.join(step("other", by: 2, second)) { _ in "both" }
    #expect(history.steps.map(\.name) == ["both", "other"])
  }

  @Test func `joined steps that cancel each other are no step`() throws {
    let before = song([(0, 1), (8, 1)])
    let there = try before.patch { _ = try $0.move([cell(1)], .by(beats(1)), .exact) }
    var history = History()
    history.append(step("old", by: 1))
    history.append(step("there", by: 1, there.undoable))
    history.join(step("back", by: 1, there.undoable.inverse)) { _ in "both" }
    #expect(history.steps.map(\.name) == ["old"] && history.position == 1)
  }

  @Test func `a step that replaces the song is never joined`() {
    var history = History()
    history.append(
      History.Step(
        command: "song.import", name: "import", author: History.Author(client: 1),
        change: .replacement(before: Song(), after: Song())))
    history.join(step("move", by: 1)) { _ in "both" }
    #expect(history.steps.map(\.name) == ["import", "move"])
  }

  @Test func `taking back is refused where a cell has changed since`() throws {
    let before = song([(0, 1), (4, 1)])
    let patch = try before.patch { _ = try $0.move([cell(1)], .by(beats(1)), .exact) }
    var after = before
    after.apply(patch)
    try patch.inverse.check(on: after)
    let changed = try after.after { _ = try $0.move([cell(1)], .by(beats(1)), .exact) }
    #expect(throws: EditError.changedSince([cell(1)])) { try patch.inverse.check(on: changed) }
    #expect(patch.inverse.conflicts(with: changed) == [cell(1)])
  }

  @Test func `taking back is refused where a row is gone, in use or robbed of its name`() throws {
    let before = song([(0, 1)], [])
    let removal = try before.patch { try $0.remove([cell(1)]) }
    let gone = try before.after { try $0.removeRows([row(1)]) }
    #expect(throws: EditError.noSuchRow(row(1))) { try removal.inverse.check(on: gone) }

    let adding = try before.patch { try $0.addRow(named: "new") }
    var used = before
    used.apply(adding)
    used = try used.after { _ = try $0.add(note(0, 1), to: row(3), .exact) }
    #expect(throws: EditError.changedSince([cell(2)])) { try adding.inverse.check(on: used) }

    let renaming = try before.patch { try $0.set([.name("lead")], of: row(1)) }
    var robbed = before
    robbed.apply(renaming)
    robbed = try robbed.after { try $0.set([.name("r1")], of: row(2)) }
    #expect(throws: EditError.nameTaken("r1")) { try renaming.inverse.check(on: robbed) }
  }

  @Test func `taking back is refused where a row or a setting has changed since`() throws {
    let before = song([])
    let louder = try before.patch { try $0.set([.level(50)], of: row(1)) }
    let other = try before.after { try $0.set([.level(90)], of: row(1)) }
    #expect(throws: EditError.rowsChangedSince([row(1)])) { try louder.inverse.check(on: other) }
    let renamed = try before.after { draft in
      try draft.set([.level(50), .name("lead")], of: row(1))
    }
    try louder.inverse.check(on: renamed)

    let titled = before.patch { $0.set(.title("a")) }
    let retitled = before.after { $0.set(.title("b")) }
    #expect(throws: EditError.settingsChangedSince(["title"])) {
      try titled.inverse.check(on: retitled)
    }
  }

  @Test func `the range head goes back with the edit that moved it, if it has not moved since`()
    throws
  {
    let before = song([(0, 1)])
    var start = before.range
    start.end = beats(4)
    let short = before.with(.range(start))
    let patch = try short.patch { _ = try $0.add(note(8, 1), to: row(1), .exact) }
    var after = short
    after.apply(patch)
    #expect(after.range.end == beats(12))
    #expect(patch.undoable.inverse.moving(after).song.hasSameContent(as: short))
    #expect(patch.undoable.moving(short).song.hasSameContent(as: after))

    var byHand = after.range
    byHand.auto = .off
    let kept = after.with(.range(byHand))
    #expect(patch.undoable.inverse.moving(kept).song.range == byHand)
    var looping = after.range
    looping.loops = true
    let back = patch.undoable.inverse.moving(after.with(.range(looping))).song.range
    #expect(back.end == beats(4) && back.loops)
    let more = try after.after { _ = try $0.add(note(20, 1), to: row(1), .exact) }
    #expect(patch.undoable.inverse.moving(more).song.range.end == beats(24))
  }

  @Test func `by force a step wins over what has changed, and its range follows`() throws {
    let before = song([(0, 2), (4, 1)])
    let patch = try before.patch { _ = try $0.move([cell(1)], .by(beats(8)), .exact) }
    var after = before
    after.apply(patch)
    after = try after.after { draft in
      try draft.remove([cell(1)])
      _ = try draft.move([cell(2)], .to(beats(1)), .exact)
    }
    var draft = Draft(of: after)
    try draft.enforce(patch.inverse)
    #expect(draft.song.spans() == [Span(1, 0, 2)])
    #expect(draft.patch.inverse.cells.count == 2)

    let adding = try before.patch { try $0.addRow(named: "new") }
    var used = before
    used.apply(adding)
    used = try used.after { _ = try $0.add(note(0, 1), to: row(2), .exact) }
    draft = Draft(of: used)
    try draft.enforce(adding.inverse)
    #expect(draft.song.hasSameContent(as: before.with(.range(draft.song.range))))
  }

  @Test func `rows may exchange their names in one step, there and back`() throws {
    let before = song([], [])
    let patch = try before.patch {
      try $0.set([.name("spare")], of: row(1))
      try $0.set([.name("r1")], of: row(2))
      try $0.set([.name("r2")], of: row(1))
    }
    try patch.check(on: before)
    var after = before
    after.apply(patch)
    #expect(after.row(named: "r1")?.id == row(2) && after.row(named: "r2")?.id == row(1))
    #expect(after.row(named: "spare") == nil)
    try patch.inverse.check(on: after)
    after.apply(patch.inverse)
    #expect(after.row(named: "r1")?.id == row(1) && after.row(named: "r2")?.id == row(2))
  }
}
