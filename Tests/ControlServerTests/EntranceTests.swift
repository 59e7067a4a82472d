import ControlProtocol
import ControlServer
import Glibc
import LinuxSystem
import TestFolders
import Testing

/// A server that stops serving makes clients wait: the limit turns that into a failure.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct EntranceTests {
  @Test func `one client too many is told so and closed, and let in when there is room`()
    async throws
  {
    var limits = Limits()
    limits.clients = 3
    let stage = try Stage(limits)
    var served: [TestClient] = []
    for _ in 1...3 { served.append(try await stage.servedClient()) }
    #expect(stage.server.clientCount == 3)
    let refused = try await stage.client().run { try $0.linesUntilClosed() }
    #expect(refused.count == 1)
    #expect(refused[0].contains("at most 3 clients"))
    #expect(refused[0].contains(#""kind":"busy""#))
    #expect(try await served[0].exchange(ping(1)) == [pong(1)])
    #expect(try await stage.client().exchange(ping(2)) == [pong(2)])
  }

  @Test func `who comes when others have just gone is let in`() async throws {
    var limits = Limits()
    limits.clients = 3
    let stage = try Stage(limits)
    var served: [TestClient] = []
    for _ in 1...3 { served.append(try await stage.servedClient()) }
    // Nothing is noticed until the main actor is free.
    let newcomer = try stage.client()
    served = []
    #expect(stage.server.clientCount == 3)
    #expect(try await newcomer.exchange(ping(1)) == [pong(1)])
  }

  @Test func `without descriptors left newcomers are told, and the others go on`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let stage = try Stage()
      let first = try await stage.servedClient()
      var others: [TestClient] = []
      for _ in 1...20 { others.append(try await stage.servedClient()) }
      let newcomers = try (1...20).map { _ in try stage.client() }
      var fillers: [Int32] = []
      while case let number = dup(0), number >= 0 { fillers.append(number) }
      for newcomer in newcomers {
        let lines = try await newcomer.run { try $0.linesUntilClosed() }
        #expect(lines.count == 1 && lines[0].contains("no file descriptor left"))
      }
      #expect(try await first.exchange(ping(1)) == [pong(1)])
      for number in fillers { close(number) }
      #expect(try await stage.client().exchange(ping(2)) == [pong(2)])
      withExtendedLifetime(others) {}
    }
  }

  @Test func `clients that come and go leave nothing behind`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let stage = try Stage()
      let first = try await stage.servedClient()
      let before = names(in: "/proc/self/fd").count
      let path = stage.path
      let refused = try await first.run { _ in
        var refused = 0
        for number in 1...2_000 {
          let connection = try ControlSocket.connect(path: path)
          _ = try connection.send(Array("\(ping(number))\n".utf8)[...])
          if number.isMultiple(of: 2) { continue }
          var reply: [UInt8] = []
          _ = try connection.read(256, appendingTo: &reply)
          if reply != Array("\(pong(number))\n".utf8) { refused += 1 }
        }
        return refused
      }
      #expect(refused == 0)
      await stage.wait { stage.handler.left.count == 2_000 }
      #expect(stage.server.clientCount == 1)
      while names(in: "/proc/self/fd").count > before { await Task.yield() }
    }
  }

  @Test func `closing takes the name away and ends every connection`() async throws {
    let stage = try Stage()
    let client = try await stage.servedClient()
    stage.server.close()
    #expect(mode(of: stage.path) == nil)
    #expect(try await client.run { try $0.line() } == nil)
    #expect(stage.handler.left.count == 1)
    #expect(throws: ControlSocketError.self) { _ = try stage.client() }
  }
}
