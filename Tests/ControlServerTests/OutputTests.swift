import ControlProtocol
import ControlServer
import Testing

/// A server that stops serving makes clients wait: the limit turns that into a failure.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct OutputTests {
  @Test func `replies keep the order of their requests, whatever order they are made in`()
    async throws
  {
    let stage = try Stage()
    let replies = stage.holdReplies()
    let client = try stage.client()
    try await client.run { try $0.send("\(ping(1))\n\(ping(2))\nnonsense\n\(ping(3))\n") }
    await stage.wait { replies.held.count == 3 }
    for number in [2, 0, 1] { replies.held[number].succeed("ping") }
    let lines = try await client.run { try $0.lines(4) }
    #expect(lines[0] == pong(1))
    #expect(lines[1] == pong(2))
    #expect(lines[2].contains("error"))
    #expect(lines[3] == pong(3))
  }

  @Test func `a reply does not wait for later requests`() async throws {
    let stage = try Stage()
    let replies = stage.holdReplies()
    let client = try stage.client()
    try await client.run { try $0.send("\(ping(1))\n\(ping(2))\n") }
    await stage.wait { replies.held.count == 2 }
    replies.held[0].succeed("ping")
    #expect(try await client.run { try $0.line() } == pong(1))
    replies.held[1].succeed("ping")
    #expect(try await client.run { try $0.line() } == pong(2))
  }

  @Test func `an event follows the replies that were owed when it came, and no later ones`()
    async throws
  {
    let stage = try Stage()
    let replies = stage.holdReplies()
    let client = try stage.client()
    try await client.run { try $0.send("\(ping(1))\n") }
    await stage.wait { replies.held.count == 1 }
    stage.server.send(Line("event"), to: replies.clients[0])
    try await client.run { try $0.send("\(ping(2))\n") }
    await stage.wait { replies.held.count == 2 }
    replies.held[1].succeed("ping")
    replies.held[0].succeed("ping")
    #expect(try await client.run { try $0.lines(3) } == [pong(1), #""event""#, pong(2)])
  }

  @Test func `a refusal carries the request's id`() async throws {
    let stage = try Stage()
    stage.handler.onRequest = { _, _, reply in
      reply.fail(RequestError(.notAllowed, "not now"))
    }
    let lines = try await stage.client().exchange(ping(7))
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix(#"{"id":7,"error":{"code":-32015,"message":"not now""#))
  }

  @Test func `with too many requests unanswered the input waits`() async throws {
    var limits = Limits()
    limits.requests = 4
    let stage = try Stage(limits)
    let replies = stage.holdReplies()
    let client = try stage.client()
    try await client.run { try $0.send((1...10).map { ping($0) + "\n" }.joined()) }
    await stage.wait { replies.held.count == 4 }
    for _ in 0..<1_000 { await Task.yield() }
    #expect(replies.held.count == 4)
    var answered = 0
    while answered < 10 {
      await stage.wait { replies.held.count > answered }
      #expect(replies.held.count - answered <= 4)
      replies.held[answered].succeed("ping")
      answered += 1
    }
    #expect(try await client.run { try $0.lines(10) } == (1...10).map(pong))
  }

  @Test func `a long reply arrives whole, and another client is served meanwhile`() async throws {
    let stage = try Stage()
    let text = "\"\(String(repeating: "x", count: 5_000_000))\""
    stage.handler.onRequest = { request, _, reply in
      reply.succeed(request.envelope.id == 1 ? Value(json: text) : "ping")
    }
    let slow = try stage.client()
    try await slow.run { try $0.send("\(ping(1))\n") }
    await stage.wait { stage.handler.handled.count == 1 }
    #expect(try await stage.client().exchange(ping(2)) == [pong(2)])
    let lines = try await slow.exchange("")
    let isWhole = lines == [#"{"id":1,"result":\#(text)}"#]
    #expect(isWhole)
  }

  @Test func `a client that never reads is paused, then closed, and others are served`()
    async throws
  {
    var limits = Limits()
    limits.output = 10_000
    limits.stall = 100_000_000
    let stage = try Stage(limits)
    let deaf = try stage.client()
    let text = String(repeating: "x", count: 1_000)
    stage.handler.onRequest = { request, _, reply in reply.succeed(.string(text)) }
    let flood = Task {
      // Fails in the middle, when the server has closed.
      try? await deaf.run { try $0.send((1...200_000).map { ping($0) + "\n" }.joined()) }
    }
    await stage.wait { !stage.handler.handled.isEmpty }
    #expect(try await stage.client().exchange(ping(2)).count == 1)
    await stage.wait { stage.handler.left.count == 2 }
    await flood.value
    #expect(stage.handler.handled.count < 20_000)
  }

  @Test func `missed events are replaced by one that says how things are`() async throws {
    var limits = Limits()
    limits.output = 10_000
    let stage = try Stage(limits)
    let replies = stage.holdReplies()
    let client = try stage.client()
    try await client.run { try $0.send("\(ping(1))\n") }
    await stage.wait { replies.held.count == 1 }
    let id = replies.clients[0]
    for number in 1...30 {
      stage.handler.revision = number
      let text = "\(number) " + String(repeating: "x", count: 1_000)
      stage.server.send(Line(.string(text)), to: id)
    }
    replies.held[0].succeed("ping")
    let lines = try await client.run { try $0.lines(11) }
    #expect(lines[0] == pong(1))
    #expect(lines[1...9].map { $0.prefix(3) } == (1...9).map { "\"\($0) " })
    #expect(lines[10] == #"{"method":"resync","params":{"revision":30}}"#)
    stage.server.send(Line("again"), to: id)
    #expect(try await client.run { try $0.line() } == #""again""#)
  }

  @Test func `what is meant for a client that has left goes nowhere`() async throws {
    let stage = try Stage()
    let replies = stage.holdReplies()
    let client = try stage.client()
    try await client.run {
      try $0.send("\(ping(1))\n")
      $0.vanish()
    }
    await stage.wait { replies.held.count == 1 }
    stage.server.send(Line("event"), to: replies.clients[0])
    replies.held[0].succeed("ping")
    await stage.wait { stage.handler.left == replies.clients }
    stage.server.send(Line("event"), to: replies.clients[0])
  }

  @Test func `a request that nobody answers is our own mistake`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let stage = try Stage()
      stage.handler.onRequest = { _, _, _ in }
      _ = try await stage.client().exchange(ping(1))
      withExtendedLifetime(stage) {}
    }
  }

  @Test func `a request that is answered twice is our own mistake`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let stage = try Stage()
      stage.handler.onRequest = { _, _, reply in
        reply.succeed(nil)
        reply.succeed(nil)
      }
      _ = try await stage.client().exchange(ping(1))
      withExtendedLifetime(stage) {}
    }
  }
}
