import Glibc
import LinuxSystem
import TestFolders
import Testing

struct FilesTests {
  let folder = TemporaryFolder()

  @Test func `what was written is read, and nothing else stays in the folder`() throws {
    let path = folder.file("a")
    try Files.write("one".utf8, to: path)
    try Files.write("two".utf8, to: path)
    #expect(try Files.read(path, limit: 3) == Array("two".utf8))
    #expect(names(in: folder.path) == ["a"])
  }

  @Test func `a file over the limit is refused by name`() throws {
    let path = folder.file("a")
    try Files.write("four".utf8, to: path)
    #expect(throws: FileError.tooLarge(path: path, limit: 3)) {
      try Files.read(path, limit: 3)
    }
  }

  @Test func `a file whose size is not known beforehand is read whole`() throws {
    #expect(try Files.read("/proc/self/stat", limit: 65_536).isEmpty == false)
    #expect(throws: FileError.tooLarge(path: "/proc/self/stat", limit: 3)) {
      try Files.read("/proc/self/stat", limit: 3)
    }
  }

  @Test func `pipes, devices and folders are refused at once`() {
    let pipe = folder.file("pipe")
    mkfifo(pipe, 0o600)
    for (path, kind) in [
      (pipe, FileStatus.Kind.pipe), ("/dev/zero", .device), (folder.path, .folder),
    ] {
      #expect(throws: FileError.notRegular(path: path, kind: kind)) {
        try Files.read(path, limit: 10)
      }
    }
    #expect(throws: FileError.notRegular(path: pipe, kind: .pipe)) {
      try Files.write("x".utf8, to: pipe)
    }
  }

  @Test func `a missing file is named`() {
    let error = #expect(throws: FileError.self) { try Files.read("/no/such", limit: 1) }
    #expect(error?.description == "cannot open /no/such: No such file or directory")
  }

  @Test func `writing through a symbolic link keeps the link and the target's mode`() throws {
    let target = folder.file("target")
    try Files.write("old".utf8, to: target)
    chmod(target, 0o640)
    symlink(target, folder.file("link"))
    try Files.write("new".utf8, to: folder.file("link"))
    #expect(try Files.read(target, limit: 9) == Array("new".utf8))
    #expect(mode(of: target) == 0o640)
    #expect(mode(of: folder.file("link")) == 0o777)
  }

  @Test func `a refused write leaves the old file and no other`() throws {
    let path = folder.file("a")
    try Files.write("old".utf8, to: path)
    let long = folder.file(String(repeating: "n", count: 250))
    #expect(throws: FileError.self) { try Files.write("new".utf8, to: long) }
    #expect(names(in: folder.path) == ["a"])
  }

  @Test func `folders are made as deep as needed, and again`() throws {
    try Files.makeFolders(folder.file("a/b/c"))
    try Files.makeFolders(folder.file("a/b/c/"))
    #expect(mode(of: folder.file("a/b/c")) == 0o700)
    try Files.write("x".utf8, to: folder.file("f"))
    #expect(throws: FileError.self) { try Files.makeFolders(folder.file("f/b")) }
    #expect(throws: FileError.self) { try Files.makeFolders(folder.file("f")) }
  }
}
