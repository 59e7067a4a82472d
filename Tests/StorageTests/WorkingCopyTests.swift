import Storage
import TestFolders
import Testing
import Timeline

extension WorkingCopy {
  /// Commits and waits until it is durable.
  func commit(_ record: Record) async throws {
    let error = await withCheckedContinuation { continuation in
      commit(record) { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  /// A new working copy, opened.
  static func new(_ path: String, _ song: Song = Song(), limit: Int = 20) throws -> WorkingCopy {
    try create(path, song: song, history: History(limit: limit))
    return try open(path).0
  }
}

struct WorkingCopyTests {
  private let folder = TemporaryFolder()

  @Test func `a step that was taken by force, and what memory forgot, are so after a restart`()
    async throws
  {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    func step(_ name: String) -> History.Step {
      History.Step(
        command: "edit", name: name, author: History.Author(client: 3, name: "Anna"),
        change: .patch(Patch()))
    }
    func commit(_ revision: Int64, _ change: Record.HistoryChange, steps: Int) async throws {
      try await copy.commit(
        Record(
          revision: revision, change: .patch(Patch()), history: change, steps: steps, song: Song()))
    }
    try await commit(1, .append(step("a")), steps: 1)
    try await commit(2, .append(step("b")), steps: 2)
    try await commit(3, .append(step("c")), steps: 2)
    try await commit(4, .undone(as: step("forced")), steps: 2)
    copy.close()
    let (again, contents) = try WorkingCopy.open(path)
    defer { again.close() }
    #expect(contents.history.steps.map(\.name) == ["b", "forced"])
    #expect(contents.history.position == 1)
    let author = contents.history.newest?.author
    #expect(author == History.Author(client: nil, name: "Anna"))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `what was acknowledged is there after a restart`(seed: UInt64) async throws {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    var jam = Jam(seed: seed)
    for _ in 0..<120 { try await copy.commit(jam.next()) }
    copy.close()

    let (again, contents) = try WorkingCopy.open(path)
    defer { again.close() }
    #expect(contents.song.everything == jam.song.everything)
    #expect(contents.history.everything == jam.history.everything)
    #expect(contents.revision == jam.revision)
  }

  @Test func `a second daemon is kept out until the first has closed`() throws {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    #expect(throws: StorageError.inUse(path: path)) { try WorkingCopy.open(path) }
    copy.close()
    let (again, _) = try WorkingCopy.open(path)
    again.close()
  }

  @Test func `closing leaves one file and no log`() async throws {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    var jam = Jam(seed: 1)
    try await copy.commit(jam.next())
    copy.close()
    #expect(folder.names == ["a.db", "a.db.lock"])
  }

  @Test func `completions come in the order of the commits`() async throws {
    let copy = try WorkingCopy.new(folder.file("a.db"))
    var jam = Jam(seed: 3)
    let records = (0..<200).map { _ in jam.next() }
    let order = Shared<[Int64]>([])
    for record in records.dropLast() {
      copy.commit(record) { _ in order.change { $0.append(record.revision) } }
    }
    try await copy.commit(records[199])
    copy.close()
    #expect(order.value == records.dropLast().map(\.revision))
  }

  @Test func `ids are not given again after undo and a restart`() async throws {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    var song = Song()
    var draft = Draft(of: song)
    let row = try draft.addRow(named: "bass")
    let cell = NewCell(position: .zero, duration: Ticks(beats: 1), content: .label)
    _ = try draft.add(cell, to: row, EditOptions(snap: .off))
    let patch = draft.patch
    song.apply(patch)
    let step = History.Step(command: "cells.add", name: "add", change: .patch(patch))
    try await copy.commit(
      Record(revision: 1, change: .patch(patch), history: .append(step), song: song))
    song.apply(patch.inverse)
    try await copy.commit(
      Record(revision: 2, change: .patch(patch.inverse), history: .undone(), song: song))
    copy.close()

    let (again, contents) = try WorkingCopy.open(path)
    again.close()
    #expect(contents.song.order.isEmpty)
    #expect(contents.song.nextRow == Row.ID(2))
    #expect(contents.song.nextCell == Cell.ID(2))
    #expect(contents.history.canRedo)
  }

  @Test(arguments: 0...6)
  func `a shorter history keeps its newest steps and its place in them`(limit: Int) async throws {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    var jam = Jam(seed: 4)
    for _ in 0..<6 { try await copy.commit(jam.edit()) }
    for _ in 0..<2 {
      jam.history.stepBack(in: jam.revision)
      try await copy.commit(jam.record(.patch(Patch()), .undone()))
    }
    jam.history.limit = limit
    try await copy.commit(jam.record(.patch(Patch()), .limit(limit)))
    copy.close()
    let (again, contents) = try WorkingCopy.open(path)
    again.close()
    #expect(contents.history.everything == jam.history.everything)
  }

  @Test(arguments: 4...24)
  func `steps that are forgotten, deleted or not, are none after a restart`(edits: Int) async throws
  {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path, limit: 5)
    var jam = Jam(seed: 6, limit: 5)
    for _ in 0..<edits { try await copy.commit(jam.edit()) }
    copy.close()
    let (again, contents) = try WorkingCopy.open(path)
    #expect(contents.history.everything == jam.history.everything)
    for _ in 0..<3 {
      jam.history.stepBack(in: jam.revision)
      try await again.commit(jam.record(.patch(Patch()), .undone()))
    }
    try await again.commit(jam.edit())
    again.close()
    let (last, rest) = try WorkingCopy.open(path)
    defer { last.close() }
    #expect(rest.history.everything == jam.history.everything)
    #expect(rest.revision == jam.revision)
  }

  @Test func `a restart tells what came before an edit that was no step`() async throws {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    var jam = Jam(seed: 4)
    var recorded: [Int64] = []
    var strayed: Int64 = 0
    for number in 1...40 {
      let record = jam.edit(isRecorded: number % 3 > 0)
      if number % 3 > 0 {
        recorded.append(record.revision)
      } else if case .patch(let patch) = record.change, !patch.cells.isEmpty {
        strayed = record.revision
      }
      try await copy.commit(record)
    }
    copy.close()
    let (again, contents) = try WorkingCopy.open(path)
    defer { again.close() }
    #expect(strayed > 0 && contents.history.strayed == strayed)
    let steps = contents.history.steps
    #expect(steps.map(\.since) == recorded.suffix(steps.count))
  }

  @Test func `a working copy that is there is not replaced unless asked`() throws {
    let path = folder.file("a.db")
    try WorkingCopy.create(path, song: Jam.song(seed: 1))
    #expect(throws: StorageError.exists(path: path)) {
      try WorkingCopy.create(path, song: Song())
    }
    try WorkingCopy.create(path, song: Song(), replacing: true)
    let (copy, contents) = try WorkingCopy.open(path)
    copy.close()
    #expect(contents.song.order.isEmpty)
  }

  @Test func `what comes after closing is refused`() async throws {
    let copy = try WorkingCopy.new(folder.file("a.db"))
    copy.close()
    var jam = Jam(seed: 1)
    let record = jam.next()
    await #expect(throws: StorageError.closed) { try await copy.commit(record) }
  }

  @Test func `rolling when it ended is found`() throws {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path, Jam.song(seed: 2))
    copy.setRolling(true)
    copy.close()
    let (again, contents) = try WorkingCopy.open(path)
    again.setRolling(false)
    again.close()
    #expect(!contents.wasClean)
    let (third, later) = try WorkingCopy.open(path)
    third.close()
    #expect(later.wasClean)
  }
}
