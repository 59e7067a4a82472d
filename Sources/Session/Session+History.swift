import ControlProtocol
import Timeline
import Transport

extension Session {
  func undo(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    try checkBase(of: request)
    guard let step = history.newest else { throw RequestError(EditError.nothingToUndo) }
    return try take(step, back: true, request, client)
  }

  func redo(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    try checkBase(of: request)
    guard let step = history.next else { throw RequestError(EditError.nothingToRedo) }
    return try take(step, back: false, request, client)
  }

  func listHistory(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let steps = history.steps.enumerated().map { index, step -> Value in
      var members = step.members
      members.append("done", .bool(index < history.position))
      return .object(members)
    }
    return Outcome(
      reply: [
        "revision": Value(revision), "limit": Value(history.limit),
        "bytes": Value(history.bytes), "bytesLimit": Value(Limits.historyBytes),
        "steps": .array(steps),
      ])
  }

  func setHistory(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let limit = request.arguments.integer("limit") ?? Limits.history
    history.limit = limit
    return Outcome(
      reply: ["limit": Value(limit), "steps": Value(history.steps.count)],
      record: record(.patch(Patch()), .limit(limit)))
  }

  private func take(
    _ step: History.Step, back: Bool, _ request: Request, _ client: Int64
  ) throws(RequestError) -> Outcome {
    let isTrial = request.arguments.flag("dryRun") == true
    switch step.change {
    case .patch(let done):
      let wanted = back ? done.inverse : done
      let (patch, after, forced) = try decide(
        wanted, force: request.arguments.flag("force") == true)
      try checkTempo(of: after, by: patch)
      var reply = step.members
      if isTrial {
        let result = EditResult(patch: patch, song: after, revision: revision)
        return Outcome(reply: result.reply(with: reply))
      }
      // What was taken back by force comes again as it was found.
      let taken = forced.map { step.with(.patch(back ? $0.inverse : $0)) }
      turn(back: back, as: taken)
      let commit = accept(after, by: patch)
      let result = EditResult(patch: patch, song: song, revision: revision)
      if let commit { reply.append("commit", Value(commit.nanoseconds)) }
      return Outcome(
        reply: result.reply(with: reply),
        record: record(.patch(patch), back ? .undone(as: taken) : .redone(as: taken)),
        events: [editEvent(result, cause: request.method, client, of: step)])
    case .replacement(let before, let after):
      if isTrial { return Outcome(reply: .object(step.members)) }
      turn(back: back, as: nil)
      return replaced(
        with: back ? before : after, history: back ? .undone() : .redone(),
        cause: request.method, client, of: step)
    }
  }

  /// What a step's patch comes to on the song as it is now; decided anew where it must be and may.
  private func decide(
    _ patch: Patch, force: Bool
  ) throws(RequestError) -> (patch: Patch, song: Song, forced: Patch?) {
    do throws(EditError) {
      try patch.check(on: song)
    } catch {
      guard force else { throw refusal(error) }
      var draft = Draft(of: song)
      do throws(EditError) { try draft.enforce(patch) } catch { throw RequestError(error) }
      let (forced, after) = draft.result
      return (forced, after, forced.undoable)
    }
    let (moving, after) = patch.moving(song)
    return (moving, after, nil)
  }

  /// Why a step cannot be taken, and who is in the way.
  private func refusal(_ error: EditError) -> RequestError {
    guard case .changedSince(let cells) = error else { return RequestError(error) }
    return RequestError(error, by: strays.authors(of: cells))
  }

  private func turn(back: Bool, as step: History.Step?) {
    if back { history.stepBack(as: step) } else { history.stepForward(as: step) }
  }

  /// Refuses a step whose tempo is too fast for the loop of today.
  private func checkTempo(of after: Song, by patch: Patch) throws(RequestError) {
    guard patch.fields.contains(where: { if case .tempo = $0.to { true } else { false } }) else {
      return
    }
    try checkLoop(of: after)
  }
}

extension History.Step {
  /// What replies and events tell of a step.
  var members: Members {
    var members = Members()
    members.append("step", .string(command))
    members.append("name", .string(name))
    members.append("author", ifPresent: author?.value)
    return members
  }
}

extension History.Author {
  /// The name, or the number of one that has none; nil for such a one of an earlier run.
  var value: Value? { name.map { .string($0) } ?? client.map { Value($0) } }
}
