import ControlProtocol
import Timeline
import Transport

/// What a hand gives that plays along: a tempo, and a push.
extension Session {
  /// Sets the tempo under the playhead to that of the taps, from the third on; one step in all.
  func tap(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let time = request.arguments.integer("time").map { HostTime(nanoseconds: Int64($0)) }
    taps.tap(at: time ?? transport.now, by: client)
    guard let gap = taps.gap else { return Outcome(reply: ["taps": Value(taps.count)]) }
    // What is tapped is what is heard.
    let bpm = (60e9 / gap * 1e6 / Double(song.tempoScale) * 10).rounded() / 10
    let isSeries = taps.count > 3 && history.newest?.command == request.method
    return try set(tempo: bpm, request.method, joins: isSeries, client)
  }

  private func set(
    tempo bpm: Double, _ name: String, joins: Bool, _ client: Int64
  ) throws(RequestError) -> Outcome {
    let parameters: Value = ["bpm": Value(bpm), "history": joins ? "join" : "step"]
    let request: Request
    do throws(Refusal) {
      request = try Request(["method": "tempo.set", "params": parameters])
    } catch {
      throw error.error
    }
    let operation = Operation(method: request.method, arguments: request.arguments)
    let edit = edit(.operations([operation]), name, request.arguments, client)
    var decision = try edit.decide(on: basis, allowance: Limits.cellsAtOnce)
    decision.made.append("taps", Value(taps.count))
    decision.made.append("bpm", Value(bpm))
    guard let outcome = commit(decision) else { preconditionFailure("decided on another song") }
    return outcome
  }

  /// Brings what follows forward or back by milliseconds.
  func nudge(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    guard let nanoseconds = request.arguments.milliseconds("ms") else {
      preconditionFailure("ms is required")
    }
    guard let commit = transport.nudge(by: nanoseconds) else {
      throw RequestError(.notAllowed, "the transport is stopped: nothing can be nudged")
    }
    return moved("nudge", commit: commit)
  }
}
