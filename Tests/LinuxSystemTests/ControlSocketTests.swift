import Glibc
import LinuxSystem
import TestFolders
import Testing

struct ControlSocketTests {
  let folder = TemporaryFolder()

  @Test func `no umask opens the folder or the socket to others`() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      umask(0)
      let socket = try ControlSocket.listen(path: folder.file("made/control.sock"))
      precondition(mode(of: folder.file("made")) == 0o700)
      precondition(mode(of: socket.path) == 0o600)
    }
  }

  @Test func `the socket is ours alone, does not block and goes to no child`() throws {
    let path = folder.file("made/control.sock")
    let socket = try ControlSocket.listen(path: path)
    #expect(mode(of: path) == 0o600)
    #expect(fcntl(socket.number, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(socket.number, F_GETFL) & O_NONBLOCK != 0)
  }

  @Test func `a second daemon on one path is refused by name`() throws {
    let path = folder.file("control.sock")
    let first = try ControlSocket.listen(path: path)
    #expect(throws: ControlSocketError.inUse(path: path)) {
      _ = try ControlSocket.listen(path: path)
    }
    #expect(first.number >= 0)
    #expect(mode(of: path) != nil, "The living daemon keeps its socket.")
  }

  @Test func `a closed socket leaves no file and can be served again`() throws {
    let path = folder.file("control.sock")
    do { _ = try ControlSocket.listen(path: path) }
    #expect(mode(of: path) == nil)
    _ = try ControlSocket.listen(path: path)
  }

  @Test func `a socket that a dead process left is replaced`() throws {
    let path = folder.file("control.sock")
    leaveSocket(at: path, listening: false)
    let socket = try ControlSocket.listen(path: path)
    _ = try ControlSocket.connect(path: path)
    #expect(socket.path == path)
  }

  @Test func `a socket that something else listens on is left alone`() throws {
    let path = folder.file("control.sock")
    let number = leaveSocket(at: path, listening: true)
    defer { close(number) }
    #expect(throws: ControlSocketError.inUse(path: path)) {
      _ = try ControlSocket.listen(path: path)
    }
    #expect(mode(of: path) != nil)
  }

  @Test(arguments: ["a regular file", "a folder", "a symbolic link"])
  func `what is no socket is left alone`(kind: String) throws {
    let path = folder.file("control.sock")
    switch kind {
    case "a regular file": close(open(path, O_CREAT | O_WRONLY, 0o644))
    case "a folder": mkdir(path, 0o755)
    default: symlink("/nowhere", path)
    }
    #expect(throws: ControlSocketError.occupied(path: path, by: kind)) {
      _ = try ControlSocket.listen(path: path)
    }
    #expect(mode(of: path) != nil)
  }

  @Test func `a folder behind a symbolic link is refused`() throws {
    mkdir(folder.file("real"), 0o700)
    symlink(folder.file("real"), folder.file("link"))
    #expect(
      throws: ControlSocketError.unsafeFolder(
        path: folder.file("link"), reason: "it is a symbolic link or no folder")
    ) { _ = try ControlSocket.listen(path: folder.file("link/control.sock")) }
  }

  @Test func `a folder that others can write to is refused`() throws {
    mkdir(folder.file("open"), 0o700)
    chmod(folder.file("open"), 0o777)
    #expect(
      throws: ControlSocketError.unsafeFolder(
        path: folder.file("open"), reason: "other users can write to it")
    ) { _ = try ControlSocket.listen(path: folder.file("open/control.sock")) }
  }

  @Test(arguments: [("a", 107), ("ä", 106)])
  func `the longest path that fits is served whole`(letter: String, length: Int) throws {
    let path = filled(folder.file(""), with: letter, to: length)
    let socket = try ControlSocket.listen(path: path)
    #expect(mode(of: path) == 0o600)
    _ = try ControlSocket.connect(path: path)
    #expect(socket.path.utf8.count == length)
  }

  @Test func `a longer path is refused with the limit`() {
    let path = filled(folder.file(""), with: "a", to: 108)
    #expect(throws: ControlSocketError.pathTooLong(path: path, limit: 107)) {
      _ = try ControlSocket.listen(path: path)
    }
    #expect(throws: ControlSocketError.pathTooLong(path: path, limit: 107)) {
      _ = try ControlSocket.connect(path: path)
    }
  }

  @Test func `our own user is served and nobody is waited for`() throws {
    let path = folder.file("control.sock")
    let socket = try ControlSocket.listen(path: path)
    guard case .nobody = try socket.accept() else { throw Unexpected() }
    let client = try ControlSocket.connect(path: path)
    guard case .client(let served) = try socket.accept() else { throw Unexpected() }
    #expect(try served.send([1, 2, 3][...]) == 3)
    var bytes: [UInt8] = []
    #expect(try client.read(16, appendingTo: &bytes) == .bytes(3))
    #expect(bytes == [1, 2, 3])
    #expect(fcntl(served.number, F_GETFL) & O_NONBLOCK != 0)
  }

  @Test func `a socket from the service manager keeps its file`() throws {
    let path = folder.file("control.sock")
    let number = leaveSocket(at: path, listening: true)
    do {
      let socket = try ControlSocket.adopt(FileDescriptor(owning: number))
      #expect(socket.path == path)
      _ = try ControlSocket.connect(path: path)
      guard case .client = try socket.accept() else { throw Unexpected() }
    }
    #expect(mode(of: path) != nil)
  }
}

private struct Unexpected: Error {}

private func filled(_ path: String, with letter: String, to length: Int) -> String {
  path + String(repeating: letter, count: (length - path.utf8.count) / letter.utf8.count)
    + String(repeating: "x", count: (length - path.utf8.count) % letter.utf8.count)
}

/// A socket file made without our code; closed again unless it listens.
@discardableResult
private func leaveSocket(at path: String, listening: Bool) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  let result = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  precondition(result == 0)
  if listening { listen(number, 8) } else { close(number) }
  return number
}
