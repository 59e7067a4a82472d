import FoundationEssentials
import Glibc
import Storage
import TestFolders
import Testing
import Timeline

struct SongFileTests {
  private let folder = TemporaryFolder()

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a saved song comes back as it was`(seed: UInt64) throws {
    let path = folder.file("song")
    let song = Jam.song(seed: seed)
    let stamp = try SongFile.save(song, to: path)
    let (read, again) = try SongFile.load(path)
    #expect(read.everything == song.everything)
    #expect(again == stamp)
    #expect(folder.names == ["song"])
  }

  @Test func `a song that changed since it was loaded is not overwritten unless forced`() throws {
    let path = folder.file("song")
    let mine = try SongFile.save(Jam.song(seed: 1), to: path)
    let theirs = Jam.song(seed: 2)
    _ = try SongFile.save(theirs, to: path, expected: [mine])
    #expect(throws: StorageError.originalChanged(path: path)) {
      try SongFile.save(Song(), to: path, expected: [mine])
    }
    #expect(try SongFile.load(path).0.everything == theirs.everything)
    _ = try SongFile.save(Song(), to: path, expected: [mine], force: true)
    #expect(try SongFile.load(path).0.order.isEmpty)
  }

  @Test func `another song under the name is not replaced unless forced`() throws {
    let path = folder.file("song")
    _ = try SongFile.save(Jam.song(seed: 1), to: path)
    #expect(throws: StorageError.wouldReplace(path: path)) {
      try SongFile.save(Song(), to: path)
    }
    _ = try SongFile.save(Song(), to: path, force: true)
  }

  @Test func `what is no song is never replaced, forced or not`() throws {
    let text = folder.file("notes.txt")
    try write(Array("MThd is not a song".utf8), to: text)
    let empty = folder.file("empty")
    try write([], to: empty)
    let copy = folder.file("a.db")
    try WorkingCopy.create(copy, song: Song())
    for path in [text, empty, copy] {
      let before = try bytes(of: path)
      #expect(throws: StorageError.foreign(path: path)) {
        try SongFile.save(Song(), to: path, force: true)
      }
      #expect(throws: StorageError.foreign(path: path)) { try SongFile.load(path) }
      #expect(try bytes(of: path) == before)
      #expect(try !SongFile.isOne(path))
    }
    #expect(throws: StorageError.notRegular(path: folder.path)) {
      try SongFile.save(Song(), to: folder.path, force: true)
    }
  }

  @Test func `a link stays a link, and its target keeps its mode`() throws {
    let target = folder.file("target")
    let link = folder.file("link")
    let stamp = try SongFile.save(Song(), to: target)
    chmod(target, 0o640)
    symlink(target, link)
    let song = Jam.song(seed: 3)
    _ = try SongFile.save(song, to: link, expected: [stamp])
    #expect(try SongFile.load(target).0.everything == song.everything)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    var status = stat()
    #expect(stat(target, &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test func `a folder that is not there refuses, and nothing is left behind`() throws {
    #expect(throws: StorageError.self) {
      try SongFile.save(Song(), to: folder.file("none/song"))
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `reading leaves no trace beside the song`() throws {
    let path = folder.file("song")
    _ = try SongFile.save(Jam.song(seed: 1), to: path)
    chmod(path, 0o444)
    let before = try bytes(of: path)
    _ = try SongFile.load(path)
    #expect(folder.names == ["song"])
    #expect(try bytes(of: path) == before)
    // SQLite's mark for "no log": with one, a song could not be read from a read-only medium.
    #expect(before[18] == 1 && before[19] == 1)
  }

  @Test func `a damaged song is refused or read, and left as it is`() throws {
    let path = folder.file("song")
    _ = try SongFile.save(Jam.song(seed: 4), to: path)
    let song = try bytes(of: path)
    var refused = 0
    for index in stride(from: 0, to: song.count, by: 97) {
      for damaged in [Array(song[..<index]), song.replacing(index, by: song[index] ^ 0x55)] {
        try write(damaged, to: path)
        do { _ = try SongFile.load(path) } catch { refused += 1 }
        #expect(try bytes(of: path) == damaged)
      }
    }
    #expect(refused > song.count / 97)
  }

  @Test func `a song from the future is recognised and refused`() throws {
    let path = folder.file("song")
    _ = try SongFile.save(Song(), to: path)
    var song = try bytes(of: path)
    song[63] += 1
    try write(song, to: path)
    #expect(try SongFile.isOne(path))
    #expect(throws: StorageError.fromTheFuture(path: path, version: 2)) { try SongFile.load(path) }
  }

  @Test func `a full disk leaves the old song`() async throws {
    let path = folder.file("song")
    _ = try SongFile.save(Jam.song(seed: 1), to: path)
    let before = try bytes(of: path)
    await #expect(processExitsWith: .success) { [path = path as String] in
      limitFileSize(to: 4_096)
      #expect(throws: StorageError.self) {
        try SongFile.save(Jam.song(seed: 2), to: path, force: true)
      }
    }
    #expect(try bytes(of: path) == before)
    #expect(folder.names == ["song"])
  }
}

extension [UInt8] {
  fileprivate func replacing(_ index: Int, by byte: UInt8) -> [UInt8] {
    var copy = self
    copy[index] = byte
    return copy
  }
}
