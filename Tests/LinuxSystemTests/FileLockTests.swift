import Glibc
import LinuxSystem
import TestFolders
import Testing

struct FileLockTests {
  let folder = TemporaryFolder()

  @Test func `one holder at a time`() throws {
    let path = folder.file("lock")
    do {
      let first = try FileLock.take(path)
      #expect((first == nil) == false)
      let second = try FileLock.take(path)
      #expect((second == nil) == true)
    }
    let third = try FileLock.take(path)
    #expect((third == nil) == false)
  }

  @Test func `a symbolic link is no lock`() {
    symlink(folder.file("elsewhere"), folder.file("lock"))
    #expect(throws: SystemError(code: ELOOP, operation: "open the lock \(folder.file("lock"))")) {
      _ = try FileLock.take(folder.file("lock"))
    }
    #expect(mode(of: folder.file("elsewhere")) == nil)
  }
}
