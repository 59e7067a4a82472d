import Glibc
import LinuxSystem

/// A client's end of a connection, used on a thread of its own so that it may wait.
final class TestClient: Sendable {
  private let connection: FileDescriptor
  private let thread = Worker(name: "test client")

  init(_ path: String) throws {
    connection = try ControlSocket.connect(path: path)
  }

  /// Does `work` on the client's thread, while the main actor goes on serving.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable (TestClient) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      thread.submit {
        continuation.resume(with: Swift.Result { try work(self) })
      }
    }
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try connection.send(rest)) }
  }

  func endInput() { connection.endOutput() }

  /// Sends text, ends the input and returns the lines that came until the server closed.
  func exchange(_ text: String) async throws -> [String] {
    try await exchange { client in try client.send(text) }
  }

  func exchange(_ send: @escaping @Sendable (TestClient) throws -> Void) async throws -> [String] {
    try await run { client in
      try send(client)
      client.endInput()
      return try client.linesUntilClosed()
    }
  }

  /// The next line, or nil when the server has closed the connection.
  func line() throws -> String? {
    var bytes: [UInt8] = []
    while bytes.last != UInt8(ascii: "\n") {
      if try connection.read(1, appendingTo: &bytes) == .endOfFile { return nil }
    }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  func lines(_ count: Int) throws -> [String] {
    try (0..<count).compactMap { _ in try line() }
  }

  func linesUntilClosed() throws -> [String] {
    var bytes: [UInt8] = []
    while try connection.read(65_536, appendingTo: &bytes) != .endOfFile {}
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Closes without reading what has come.
  func vanish() { shutdown(connection.number, Int32(SHUT_RDWR)) }
}
