import ControlProtocol
import Session
import Timeline
import Transport

extension Session {
  /// A session in which time stands still and nothing sounds.
  static func silent(song: Song = Song()) -> Session {
    Session(
      song: song, history: History(), revision: 0, clock: StandingClock(), output: SilentOutput())
  }

  /// The reply to a line; nil for one that asks nothing.
  func answer(_ line: [UInt8]) -> Value? {
    do throws(Refusal) {
      guard let request = try Request(line: line.span) else { return nil }
      do throws(RequestError) {
        guard Session.performs(request.command) else {
          throw RequestError(.notAllowed, "\(request.method) needs a daemon")
        }
        return request.envelope.reply(try perform(request, for: 1).reply)
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
