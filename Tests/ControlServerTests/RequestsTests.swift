import ControlProtocol
import ControlServer
import Testing

/// A server that stops serving makes clients wait: the limit turns that into a failure.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct RequestsTests {
  @Test(arguments: ["\n", "\r\n"], [1, 17, 100_000])
  func `replies do not depend on how the requests are cut`(end: String, size: Int) async throws {
    let stage = try Stage()
    let script = (1...30).map { ping($0) + end }.joined()
    let replies = try await stage.client().exchange { client in
      var rest = Array(script.utf8)[...]
      while !rest.isEmpty {
        try client.send(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
    }
    #expect(replies == (1...30).map(pong))
  }

  @Test func `words and JSON are one language`() async throws {
    let stage = try Stage()
    let replies = try await stage.client().exchange("ping\n\(ping(2))\n")
    #expect(replies == [#"{"id":null,"result":"ping"}"#, pong(2)])
  }

  @Test func `a last line without a newline is a request when the input ends`() async throws {
    let stage = try Stage()
    let replies = try await stage.client().exchange(ping(1) + "\n" + ping(2))
    #expect(replies == [pong(1), pong(2)])
  }

  @Test func `blank lines and comments get no reply`() async throws {
    let stage = try Stage()
    let replies = try await stage.client().exchange(
      "\n  \r\n# nothing\n  # nothing\n\(ping(1))\n\n")
    #expect(replies == [pong(1)])
  }

  @Test(arguments: [
    Array("{\"id\":1,}".utf8), Array("nonsense".utf8), Array("ping x=1".utf8),
    Array(#"{"id":7,"id":8,"method":"ping"}"#.utf8), Array("[1]".utf8),
    Array("\u{FEFF}{}".utf8), [0xFF, 0xFE], Array("{\"method\":\"\0\"}".utf8), [0],
    Array("play; stop".utf8),
  ])
  func `what is no request gets one error, and the connection stays`(line: [UInt8]) async throws {
    let stage = try Stage()
    let replies = try await stage.client().exchange { client in
      try client.send(line + Array("\n\(ping(2))\n".utf8))
    }
    try #require(replies.count == 2)
    let error = try #require(try JSONText.read(replies[0])["error"])
    #expect(error["code"]?.integer != nil)
    #expect(error["message"]?.string?.isEmpty == false)
    #expect(replies[1] == pong(2))
  }

  @Test func `a line over the limit gets one error that names it, in its place`() async throws {
    var limits = Limits()
    limits.line = 100
    let stage = try Stage(limits)
    let long = String(repeating: "x", count: 1_000_000)
    let fits = ping(2) + String(repeating: " ", count: 100 - ping(2).utf8.count)
    let replies = try await stage.client().exchange("\(ping(1))\n\(long)\n\(fits)\n\(fits) \n")
    try #require(replies.count == 4)
    #expect(replies[0] == pong(1))
    #expect(replies[1].contains("longer than 100 bytes"))
    #expect(replies[2] == pong(2))
    #expect(replies[3].contains("longer than 100 bytes"))
  }

  @Test func `a client that leaves without reading has its requests done`() async throws {
    let stage = try Stage()
    try await stage.client().run { client in
      try client.send((1...500).map { ping($0) + "\n" }.joined())
      client.vanish()
    }
    await stage.wait { stage.handler.left.count == 1 }
    #expect(stage.handler.handled == (1...500).map { Value($0) })
    #expect(stage.server.clientCount == 0)
  }

  @Test func `a flood is handled in turns, and others come in between`() async throws {
    var limits = Limits()
    limits.turn = 0
    let stage = try Stage(limits)
    let flood = try await stage.servedClient()
    let other = try await stage.servedClient()
    let turnsBefore = stage.handler.turns
    var floodRequests = 0
    var otherIsServed = false
    stage.handler.onRequest = { request, _, reply in
      if request.envelope.id == 2 {
        otherIsServed = true
      } else {
        floodRequests += 1
        if floodRequests == 1 { try? other.send(ping(2) + "\n") }
        // Each request brings another one: the flood ends only when the other one was served.
        if !otherIsServed, floodRequests < 20_000 { try? flood.send(ping(1) + "\n") }
      }
      reply.succeed(nil)
    }
    try await flood.run { try $0.send(ping(1) + "\n") }
    await stage.wait { otherIsServed }
    #expect(floodRequests < 20_000)
    #expect(stage.handler.turns - turnsBefore > floodRequests)
  }

  @Test func `silence costs no turns`() async throws {
    let stage = try Stage()
    let reply = stage.holdReplies()
    var clients: [TestClient] = []
    for number in 1...20 {
      let client = try stage.client()
      try await client.run {
        try $0.send(ping(number))
        $0.endInput()
      }
      clients.append(client)
    }
    await stage.wait { reply.held.count == 20 }
    let before = stage.handler.turns
    for _ in 0..<1_000 { await Task.yield() }
    #expect(stage.handler.turns <= before + 20, "Half-closed clients do not spin.")
    for held in reply.held { held.succeed(nil) }
    for client in clients {
      #expect(try await client.run { try $0.linesUntilClosed() }.count == 1)
    }
  }
}
