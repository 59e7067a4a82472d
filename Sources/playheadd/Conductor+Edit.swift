import ControlProtocol
import ControlServer
import Session

extension Conductor {
  /// Does what concerns the song, in this turn or, when that would take too long, on the worker.
  func edit(
    _ request: Request, _ client: ClientID, _ reply: Reply
  ) throws(RequestError) {
    switch try session.begin(request, for: client.number) {
    case .done(let outcome) where endsTake(request):
      answer(outcome, afterTakesOf: client, reply)
    case .done(let outcome): answer(outcome, reply)
    case .tooLong(let inquiry):
      hold(client)
      inquiries.submit { () throws(RequestError) in
        try inquiry.answer().written
      } then: { [self] result in
        // The song of before, and the selection, are large.
        inquiries.release(inquiry)
        inquiries.release(result)
        do throws(RequestError) {
          answer(try session.finish(try result.get()), reply)
        } catch {
          reply.fail(error)
        }
        release(client)
      }
    case .tooLarge(let edit):
      hold(client)
      largeEdits.decide(edit) { [self] result in
        do throws(RequestError) {
          keep(try result.get(), isPatient: true) { reply.succeed($0) }
        } catch {
          reply.fail(error)
        }
        release(client)
      }
    }
  }

  /// What a request may change about the song; nil when nothing.
  func scope(of request: Request) -> Scope? {
    switch request.method {
    case "song.new", "song.load", "song.revert", "song.import", "setlist.go": .everything
    default: session.scope(of: request)
    }
  }
}
