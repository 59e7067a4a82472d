import ControlProtocol
import Timeline
import Transport

extension Session {
  func undo(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    guard let step = history.newest else { throw RequestError(EditError.nothingToUndo) }
    return try take(step, back: true, client)
  }

  func redo(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    guard let step = history.next else { throw RequestError(EditError.nothingToRedo) }
    return try take(step, back: false, client)
  }

  func listHistory(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let steps = history.steps.enumerated().map { index, step -> Value in
      ["step": .string(step.name), "done": .bool(index < history.position)]
    }
    return Outcome(
      reply: [
        "revision": Value(revision), "limit": Value(history.limit), "steps": .array(steps),
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
    _ step: History.Step, back: Bool, _ client: Int64
  ) throws(RequestError) -> Outcome {
    let cause = back ? "history.undo" : "history.redo"
    switch step.change {
    case .patch(let done):
      var patch = back ? done.inverse : done
      do throws(EditError) { try patch.check(on: song) } catch { throw RequestError(error) }
      patch.followContent(of: song)
      try checkTempo(after: patch)
      turn(back: back)
      let commit = apply(patch)
      let result = EditResult(patch: patch, song: song, revision: revision)
      var reply = Members()
      reply.append("step", .string(step.name))
      if let commit { reply.append("commit", Value(commit.nanoseconds)) }
      return Outcome(
        reply: result.reply(with: reply),
        record: record(.patch(patch), back ? .undone : .redone),
        events: [editEvent(result, cause: cause, client)])
    case .replacement(let before, let after):
      turn(back: back)
      return replaced(
        with: back ? before : after, history: back ? .undone : .redone, cause: cause, client)
    }
  }

  private func turn(back: Bool) {
    if back { history.stepBack() } else { history.stepForward() }
  }

  /// Refuses a step whose tempo is too fast for the loop of today.
  private func checkTempo(after patch: Patch) throws(RequestError) {
    guard patch.fields.contains(where: { if case .tempo = $0.to { true } else { false } }) else {
      return
    }
    var after = song
    after.apply(patch)
    try checkLoop(of: after)
  }
}

extension Patch {
  /// Lets the range head follow what this patch makes of a song's content.
  fileprivate mutating func followContent(of song: Song) {
    var after = song
    after.apply(self)
    let range = after.range.extended(for: after.contentEnd, in: after.meters)
    guard range != after.range else { return }
    fields.append(FieldChange(from: .range(after.range), to: .range(range)))
  }
}
