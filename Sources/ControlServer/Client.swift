internal import ControlProtocol
internal import LinuxSystem

/// One connection: its requests in, its replies and events out, and nothing that ever waits.
final class Client {
  let id: ClientID

  /// False once the connection is closed.
  private(set) var isServed = true

  private let socket: SharedDescriptor
  private unowned let server: Server
  private let limits: Limits

  private var lines: LineSplitter
  private var inputHasEnded = false
  /// Whether lines may have come whole that were not looked at yet.
  private var hasBacklog = false
  private var isTurnQueued = false

  private var replies = ReplyQueue()
  private var outbox = Outbox()
  private var hasMissedEvents = false
  /// Nobody reads the output any more, but what was asked before is still done.
  private var isDeaf = false

  private var readable: Readiness?
  private var writable: Readiness?
  private var stall: Alarm?

  init(id: ClientID, connection: consuming FileDescriptor, server: Server) {
    self.id = id
    self.server = server
    limits = server.limits
    socket = SharedDescriptor(connection)
    lines = LineSplitter(limit: limits.line)
    let number = socket.descriptor.number
    readable = Readiness(of: number, ownedBy: socket, to: .read) { [weak self] in
      self?.read()
    }
    writable = Readiness(of: number, ownedBy: socket, to: .write) { [weak self] in
      self?.settle()
    }
    readable?.resume()
  }

  // Input.

  /// Reads what a peer has left that has gone, so that its place comes free.
  func noticeHangUp() {
    if isServed, socket.descriptor.hasHungUp { read() }
  }

  private func read() {
    server.turn(of: self) {
      do throws(SystemError) {
        let result = try lines.fill { bytes throws(SystemError) in
          try socket.descriptor.read(limits.read, appendingTo: &bytes)
        }
        if result == .endOfFile { inputHasEnded = true }
      } catch {
        // The peer has vanished: what it asked before is still done.
        inputHasEnded = true
        isDeaf = true
      }
      hasBacklog = true
      work()
    }
  }

  /// Handles the lines that have come, as many as the limits allow now.
  private func work() {
    let end = MonotonicClock.now() + limits.turn
    while isServed, hasBacklog, mayTakeRequests {
      take()
      if MonotonicClock.now() >= end { return }
    }
  }

  private var mayTakeRequests: Bool {
    replies.unanswered < limits.requests && replies.count + outbox.count < limits.output
  }

  private func take() {
    switch lines.next() ?? (inputHasEnded ? lines.last() : nil) {
    case nil: hasBacklog = false
    case .tooLong:
      let text = "the line is longer than \(limits.line) bytes; it was skipped up to its end"
      replies.append(Line(Refusal(error: RequestError(.parse, text)).reply))
    case .whole(let line):
      hasBacklog = inputHasEnded || lines.hasMore
      do throws(Refusal) {
        guard let request = try Request(line: line.span) else { return }
        let reply = Reply(envelope: request.envelope, place: replies.hold(), client: self)
        server.handler.handle(request, from: id, reply: reply)
      } catch {
        replies.append(Line(error.reply))
      }
    }
  }

  // Output.

  /// Puts the answer of a request into its place.
  func answer(_ place: ReplyQueue.Place, with line: Line) {
    guard isServed else { return }
    replies.answer(place, with: line)
    server.settleAfterTurn(self)
  }

  /// Queues an event behind the replies that are owed now, or remembers that it was missed.
  func send(_ event: Line) {
    guard isServed, !isDeaf, !hasMissedEvents else { return }
    if replies.count + outbox.count + event.bytes.count > limits.output {
      hasMissedEvents = true
    } else {
      replies.append(event)
    }
    server.settleAfterTurn(self)
  }

  /// Sends what can be sent, and waits for whatever the client has to do next.
  func settle() {
    guard isServed else { return }
    flush()
    if hasMissedEvents, outbox.isEmpty, replies.isEmpty, !isDeaf {
      hasMissedEvents = false
      replies.append(Line(["method": "resync", "params": server.handler.resync(for: id)]))
      flush()
    }
    if inputHasEnded, !hasBacklog, replies.isEmpty, outbox.isEmpty { return close() }
    if outbox.isEmpty { writable?.pause() } else { writable?.resume() }
    if hasBacklog, mayTakeRequests { queueTurn() }
    if inputHasEnded || hasBacklog || !mayTakeRequests {
      readable?.pause()
    } else {
      readable?.resume()
    }
  }

  private func flush() {
    replies.drain(into: &outbox)
    while !outbox.isEmpty {
      if isDeaf {
        outbox = Outbox()
        break
      }
      do throws(SystemError) {
        let sent = try socket.descriptor.send(outbox.waiting)
        outbox.remove(sent)
        if sent > 0 { stall?.set(after: limits.stall) }
        if sent == 0 { return watchForStall() }
      } catch {
        isDeaf = true
      }
    }
    stall = nil
  }

  private func watchForStall() {
    guard stall == nil else { return }
    stall = Alarm { [weak self] in self?.giveUp() }
    stall?.set(after: limits.stall)
  }

  private func giveUp() {
    server.log.warning("a client that read nothing for too long was closed")
    close()
  }

  /// Goes on with the lines that have come in another turn, behind what else waits for the actor.
  private func queueTurn() {
    guard !isTurnQueued else { return }
    isTurnQueued = true
    MainLoop.soon { [weak self] in
      guard let self else { return }
      isTurnQueued = false
      guard isServed else { return }
      server.turn(of: self) { work() }
    }
  }

  /// Ends the connection; what was not sent is lost.
  func close() {
    guard isServed else { return }
    isServed = false
    readable?.cancel()
    writable?.cancel()
    stall = nil
    server.hasLeft(self)
  }
}
