import ControlProtocol
import Glibc
import LinuxSystem

/// A connection to the daemon: a line out, a line in.
struct Connection: ~Copyable {
  private var lines: LineReader

  init(path: String) throws(Failure) {
    do throws(ControlSocketError) {
      lines = LineReader(try ControlSocket.connect(path: path))
    } catch {
      throw .unavailable(
        "\(error); start the daemon with `playheadd` or `systemctl --user start playheadd`")
    }
  }

  /// Sends a request and waits for its reply; events that come before it are dropped.
  mutating func ask(_ line: some Collection<UInt8>) throws(Failure) -> Reply {
    try send(line)
    while true {
      let reply = try Reply(next())
      if reply.value["id"] != nil { return reply }
    }
  }

  /// The reply, or of long work the event that tells its end, waited for and shown.
  mutating func outcome(
    of reply: Reply, show: (String) throws(Failure) -> Void = { _ in }
  ) throws(Failure) -> Value {
    guard let job = reply.value["result"]?["job"] else { return reply.value }
    while true {
      let event = try Reply(next())
      guard event.value["method"] == "jobs", let end = event.value["params"], end["job"] == job,
        end["result"] != nil || end["error"] != nil
      else { continue }
      try show(event.text)
      return end
    }
  }

  /// Sends a line.
  func send(_ line: some Collection<UInt8>) throws(Failure) {
    var rest = (Array(line) + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      do throws(SystemError) { rest = rest.dropFirst(try lines.source.send(rest)) } catch {
        throw Connection.lost
      }
    }
  }

  /// The next line, waited for.
  mutating func next() throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      if let line = try lines.next() { return line }
    } catch { throw Connection.lost }
    throw Connection.lost
  }

  /// Whether something comes within so many milliseconds; −1 waits for ever.
  func waits(milliseconds: Int32) -> Bool {
    guard !lines.hasLine else { return true }
    var poll = pollfd(fd: lines.source.number, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, milliseconds) > 0
  }

  private static let lost = Failure.unavailable("the daemon has gone away")
}

/// A line from the daemon.
struct Reply {
  /// As it came.
  let text: String
  let value: Value

  init(_ line: [UInt8]) throws(Failure) {
    text = String(decoding: line, as: UTF8.self)
    do throws(RequestError) { value = try JSONText.read(line.span) } catch {
      throw .unavailable("the daemon answers no JSON: \(error.message)")
    }
  }
}
