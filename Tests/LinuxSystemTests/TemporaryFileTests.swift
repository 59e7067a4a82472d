import Glibc
import LinuxSystem
import TestFolders
import Testing

struct TemporaryFileTests {
  private let folder = TemporaryFolder()
  private let left = "a.db.playhead-0123456789abcdef.tmp"

  @Test func `one that is left behind goes when another is made for the same place`() throws {
    try leave([left, left + "-journal"])
    try Files.write("x".utf8, to: folder.file("a.db"))
    #expect(folder.names == ["a.db"])
  }

  @Test func `one that somebody is at stays, of this process as of others`() throws {
    let file = try TemporaryFile.make(beside: folder.file("a.db"))
    TemporaryFile.removeAbandoned(beside: folder.file("a.db"))
    #expect(folder.names.count == 1)
    file.remove()
    #expect(folder.names.isEmpty)
  }

  @Test func `nothing else is ever taken for one`() throws {
    let names = [
      "a.db.7.tmp", "a.db.playhead-.tmp", "a.db.playhead-0123456789abcdef", "a" + left, left + "x",
      "a.db.playhead-0123456789abcdeg.tmp", "a.db.playhead-0123456789abcde.tmp", left + ".bak",
    ]
    try leave(names)
    symlink(folder.file("aa.db"), folder.file("a.db.playhead-0000000000000000.tmp"))
    mkfifo(folder.file("a.db.playhead-0000000000000001.tmp"), 0o600)
    try Files.makeFolders(folder.file("a.db.playhead-0000000000000002.tmp"))
    let before = folder.names
    TemporaryFile.removeAbandoned(beside: folder.file("a.db"))
    #expect(folder.names == before)
    #expect(before.count == names.count + 3)
  }

  @Test func `one that is made is never taken for abandoned, whoever looks meanwhile`() async throws
  {
    let place = folder.file("a.db")
    await withTaskGroup { group in
      group.addTask { for _ in 0..<2_000 { TemporaryFile.removeAbandoned(beside: place) } }
      group.addTask {
        for _ in 0..<500 { #expect(throws: Never.self) { try Files.write("x".utf8, to: place) } }
      }
    }
    #expect(folder.names == ["a.db"])
  }

  private func leave(_ names: [String]) throws {
    for name in names { try Files.write("left".utf8, to: folder.file(name)) }
  }
}
