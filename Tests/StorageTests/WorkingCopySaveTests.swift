import Storage
import TestFolders
import Testing
import Timeline

/// A working copy and the song file that it belongs to.
struct WorkingCopySaveTests {
  private let folder = TemporaryFolder()

  @Test func `a saved revision is not modified, the next one is`() async throws {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    var jam = Jam(seed: 1)
    try await copy.commit(jam.edit())
    try await copy.save(jam, to: folder.file("song"))
    copy.close()
    let (again, saved) = try WorkingCopy.open(path)
    #expect(!saved.isModified)
    #expect(saved.original?.path == folder.file("song"))
    #expect(saved.original?.isUnchanged() == true)
    try await again.commit(jam.edit())
    again.close()
    let (third, edited) = try WorkingCopy.open(path)
    third.close()
    #expect(edited.isModified)
  }

  @Test func `the song's own file is saved over until somebody else changes it`() async throws {
    let song = folder.file("song")
    let copy = try WorkingCopy.new(folder.file("a.db"))
    defer { copy.close() }
    var jam = Jam(seed: 1)
    for _ in 0..<2 {
      try await copy.commit(jam.edit())
      try await copy.save(jam, to: song)
    }
    _ = try SongFile.save(Song(), to: song, force: true)
    await #expect(throws: StorageError.originalChanged(path: song)) {
      try await copy.save(jam, to: song)
    }
    try await copy.save(jam, to: song, force: true)
    try await copy.save(jam, to: song)
    #expect(try SongFile.load(song).0.everything == jam.song.everything)
  }

  @Test func `a version can be gone back to after a restart`() async throws {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    var jam = Jam(seed: 2)
    try await copy.commit(jam.edit())
    let first = jam.song
    try await copy.mark(jam.song, as: "after soundcheck", time: 7)
    try await copy.commit(jam.edit())
    try await copy.mark(jam.song, as: "encore", time: 8)
    copy.close()

    let (again, contents) = try WorkingCopy.open(path)
    defer { again.close() }
    #expect(again.versions.map(\.name) == ["after soundcheck", "encore"])
    #expect(contents.versions.map(\.time) == [7, 8])
    #expect(try again.song(version: "after soundcheck").everything == first.everything)
    #expect(throws: StorageError.noSuchVersion(name: "gig")) { try again.song(version: "gig") }
  }

  @Test func `a name means its newest version`() async throws {
    let copy = try WorkingCopy.new(folder.file("a.db"))
    defer { copy.close() }
    let (old, new) = (Jam.song(seed: 1), Jam.song(seed: 2))
    try await copy.mark(old, as: "x", time: 1)
    try await copy.mark(new, as: "x", time: 2)
    #expect(copy.versions.map(\.time) == [2])
    #expect(try copy.song(version: "x").everything == new.everything)
  }

  @Test func `a working copy keeps everything under another name`() async throws {
    let (old, new) = (folder.file("untitled-1.db"), folder.file("friday.db"))
    try WorkingCopy.create(new, song: Jam.song(seed: 9))
    let copy = try WorkingCopy.new(old)
    var jam = Jam(seed: 3)
    for _ in 0..<20 { try await copy.commit(jam.next()) }
    let error = try await withCheckedThrowingContinuation { continuation in
      do {
        try copy.move(to: new) { continuation.resume(returning: $0) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    #expect(error == nil)
    #expect(copy.path == new)
    #expect(throws: StorageError.inUse(path: new)) { try WorkingCopy.open(new) }
    for _ in 0..<20 { try await copy.commit(jam.next()) }
    copy.close()
    #expect(throws: StorageError.missing(path: old)) { try WorkingCopy.open(old) }
    let (again, contents) = try WorkingCopy.open(new)
    again.close()
    #expect(contents.song.everything == jam.song.everything)
    #expect(contents.history.everything == jam.history.everything)
  }

  @Test func `destinations are those of the rows and those of a play before`() async throws {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    var song = Song()
    var draft = Draft(of: song)
    let row = try draft.addRow(named: "bass", [.port("synth"), .channel(Channel(3))])
    song.apply(draft.patch)
    try await copy.commit(record(1, draft.patch, song))
    copy.setRolling(true)
    draft = Draft(of: song)
    try draft.set([.channel(Channel(4))], of: row)
    song.apply(draft.patch)
    try await copy.commit(record(2, draft.patch, song))
    copy.close()
    let (again, contents) = try WorkingCopy.open(path)
    let destinations = contents.destinations.filter { $0.port == "synth" }
    #expect(destinations.map(\.channel.number).sorted() == [3, 4])
    again.setRolling(false)
    again.close()
    let (third, later) = try WorkingCopy.open(path)
    third.close()
    #expect(later.destinations.filter { $0.port == "synth" }.map(\.channel.number) == [4])
  }

  @Test func `the clicks of the metronome are a destination, where they went as where they go`()
    async throws
  {
    let path = folder.file("a.db")
    let copy = try WorkingCopy.new(path)
    copy.setRolling(true)
    var song = Song()
    var draft = Draft(of: song)
    var metronome = Metronome()
    (metronome.port, metronome.channel) = ("drums", Channel(2))
    draft.set(.metronome(metronome))
    song.apply(draft.patch)
    try await copy.commit(record(1, draft.patch, song))
    copy.close()
    let (again, contents) = try WorkingCopy.open(path)
    #expect(
      contents.destinations == [
        Destination(port: "click", channel: .drums),
        Destination(port: "drums", channel: Channel(2)),
      ])
    again.setRolling(false)
    again.close()
    let (third, later) = try WorkingCopy.open(path)
    third.close()
    #expect(later.destinations == [Destination(port: "drums", channel: Channel(2))])
  }

  private func record(_ revision: Int64, _ patch: Patch, _ song: Song) -> Record {
    Record(revision: revision, change: .patch(patch), history: .none, song: song)
  }
}

extension WorkingCopy {
  fileprivate func save(_ jam: Jam, to path: String, force: Bool = false) async throws {
    let error = try await withCheckedThrowingContinuation { continuation in
      do {
        try save(jam.song, revision: jam.revision, to: path, force: force) {
          continuation.resume(returning: $0)
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    if let error { throw error }
  }

  fileprivate func mark(_ song: Song, as name: String, time: Int64) async throws {
    let error = await withCheckedContinuation { continuation in
      mark(song, as: name, time: time) { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }
}
