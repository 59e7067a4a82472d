import Storage
import TestFolders
import Testing
import Timeline

struct RowOrderTests {
  private let folder = TemporaryFolder()

  /// A song edited as a session does it, and its working copy.
  private func play(_ edits: [(inout Draft) throws -> Void], undoing undone: Int = 0) async throws {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    var song = Song()
    var revision: Int64 = 0
    func commit(_ patch: Patch, _ history: Record.HistoryChange) async throws {
      song.apply(patch)
      revision += 1
      try await copy.commit(
        Record(revision: revision, change: .patch(patch), history: history, song: song))
    }
    var patches: [Patch] = []
    for edit in edits {
      var draft = Draft(of: song)
      try edit(&draft)
      patches.append(draft.patch)
      let step = History.Step(command: "edit", name: "x", change: .patch(draft.patch))
      try await commit(draft.patch, .append(step))
    }
    for patch in patches.reversed().prefix(undone) { try await commit(patch.inverse, .undone()) }
    copy.close()
    let (again, contents) = try WorkingCopy.open(path)
    again.close()
    #expect(contents.song.everything == song.everything)
    #expect(contents.history.steps.count == edits.count)
    #expect(contents.history.position == edits.count - undone)
  }

  @Test(arguments: 0...3)
  func `rows stand after a restart where they were moved`(undone: Int) async throws {
    try await play(
      [
        { draft in for name in ["a", "b", "c", "d"] { try draft.addRow(named: name) } },
        { try $0.moveRows([Row.ID(2), Row.ID(4)], to: 0) },
        { _ = try $0.duplicateRow(Row.ID(4), named: "e") },
        { try $0.moveRows([Row.ID(5), Row.ID(1)], to: 3) },
      ], undoing: undone)
  }

  @Test func `a row that is gone is the one that was removed, wherever it stood`() async throws {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    var jam = Jam(seed: 1)
    var draft = Draft(of: jam.song)
    for name in ["a", "b", "c"] { try draft.addRow(named: name) }
    let added = draft.patch
    var moved = Draft(of: draft.song)
    try moved.moveRows([Row.ID(3)], to: 0)
    for patch in [added, moved.patch, added.inverse] {
      jam.song.apply(patch)
      jam.revision += 1
      try await copy.commit(jam.record(.patch(patch), .none))
    }
    copy.close()
    let (again, contents) = try WorkingCopy.open(path)
    again.close()
    #expect(contents.song.everything == jam.song.everything && contents.song.order.isEmpty)
  }
}
