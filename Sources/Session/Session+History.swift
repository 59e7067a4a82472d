import ControlProtocol
import Timeline

extension Session {
  /// Takes back a step that replaced the song.
  func undo(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    guard let step = history.newest, case .replacement(let before, _) = step.change else {
      preconditionFailure("a step that changes cells is an edit")
    }
    return try take(step, to: before, .undone(), request, client)
  }

  /// Takes a step again that replaced the song.
  func redo(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    guard let step = history.next, case .replacement(_, let after) = step.change else {
      preconditionFailure("a step that changes cells is an edit")
    }
    return try take(step, to: after, .redone(), request, client)
  }

  private func take(
    _ step: History.Step, to song: Song, _ change: Record.HistoryChange, _ request: Request,
    _ client: Int64
  ) throws(RequestError) -> Outcome {
    try checkBase(of: request)
    if request.arguments.flag("dryRun") == true { return Outcome(reply: .object(step.members)) }
    return replaced(with: song, history: change, cause: request.method, client, of: step)
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
      record: record(.patch(Patch()), .limit(limit)), leftovers: history.takeLeftovers())
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
