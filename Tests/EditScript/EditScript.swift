import ControlProtocol
import JSONText
import Session
import Timeline
import Transport

/// Answers requests from standard input, a line each, as a daemon would: without one.
///
/// A line `new` begins an empty song. Time stands still and nothing sounds, so that a script has
/// the same answers whenever it runs.
@main
struct EditScript {
  static func main() {
    var session = silentSession()
    while let line = readLine() {
      if line == "new" {
        session = silentSession()
      } else if let reply = answer(line, session) {
        print(reply.json)
      }
    }
  }

  private static func silentSession() -> Session {
    Session(
      song: Song(), history: History(), revision: 0, clock: StandingClock(),
      output: SilentOutput())
  }

  /// The reply to a line; nil for one that asks nothing.
  private static func answer(_ line: String, _ session: Session) -> Value? {
    do throws(Refusal) {
      guard let request = try Request(line: Array(line.utf8).span) else { return nil }
      do throws(RequestError) {
        guard Session.performs(request.command) else {
          throw RequestError(.notAllowed, "\(request.method) needs a daemon")
        }
        return request.envelope.reply(try session.perform(request, for: 1).reply)
      } catch {
        return request.envelope.reply(error)
      }
    } catch {
      return error.reply
    }
  }
}

private struct StandingClock: TransportClock {
  func now() -> HostTime { HostTime(nanoseconds: 1_000_000_000) }
}

/// An output that takes everything and lets nobody hear it.
private struct SilentOutput: MIDIOutput {
  let grid: Int64 = 100_000

  func start() {}

  func stop() {}

  func send(_ messages: ArraySlice<ScheduledMessage>) -> Int { messages.count }

  func remove(tag: UInt8?, from time: HostTime) {}

  func sendNow(_ messages: [(port: String, message: MIDIMessage)]) {}
}
