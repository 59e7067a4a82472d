import Glibc
import Storage
import TestFolders
import Testing
import Timeline

struct WorkingCopiesTests {
  private let folder = TemporaryFolder()

  @Test func `every song file has one working copy, by whatever path it is called`() throws {
    let copies = try WorkingCopies(state: folder.file("state"))
    let song = folder.file("friday night.song")
    _ = try SongFile.save(Song(), to: song)
    symlink(song, folder.file("link"))
    let path = copies.path(for: song)
    #expect(path.hasPrefix(folder.file("state/songs/friday-night-")))
    #expect(path.hasSuffix(".db"))
    #expect(copies.path(for: folder.file("link")) == path)
    #expect(copies.path(for: folder.file("other")) != path)
  }

  @Test func `songs without a file are numbered, and a number in use is left alone`() throws {
    let copies = try WorkingCopies(state: folder.path)
    let first = copies.untitled()
    #expect(first == folder.file("songs/untitled-1.db"))
    try WorkingCopy.create(first, song: Song())
    #expect(copies.untitled() == folder.file("songs/untitled-2.db"))
  }

  @Test func `the last session is remembered as long as it is there`() throws {
    let copies = try WorkingCopies(state: folder.path)
    #expect(copies.last() == nil)
    let path = copies.untitled()
    try copies.setLast(path)
    #expect(copies.last() == nil)
    try WorkingCopy.create(path, song: Song())
    #expect(copies.last() == path)
  }

  @Test func `the last session is remembered on both sides of its move`() throws {
    let copies = try WorkingCopies(state: folder.path)
    let (old, new) = (copies.untitled(), folder.file("songs/friday.db"))
    #expect(copies.lastLead == 0)
    try copies.setLast(old, movingTo: new, lead: 12)
    #expect(copies.lastLead == 12)
    #expect(copies.last() == nil)
    try WorkingCopy.create(new, song: Song())
    #expect(copies.last() == new)
    try WorkingCopy.create(old, song: Song())
    #expect(copies.last() == old)
  }

  @Test func `the last session is never looked for outside the folder`() throws {
    let copies = try WorkingCopies(state: folder.file("state"))
    let outside = folder.file("outside.db")
    try WorkingCopy.create(outside, song: Song())
    for path in [outside, folder.file("state/songs/../../outside.db"), "/dev/zero"] {
      try copies.setLast(path)
      #expect(copies.last() == nil)
    }
  }
}
