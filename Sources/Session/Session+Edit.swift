import ControlProtocol
import Timeline
import Transport

extension Session {
  /// A batch of operations as one edit: all of them or none.
  func edit(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    try edit(request.arguments.operations("ops") ?? [], request, client)
  }

  func edit(
    _ operations: [Operation], _ request: Request, _ client: Int64
  ) throws(RequestError) -> Outcome {
    let arguments = request.arguments
    try checkBase(of: request)
    var batch = Batch(song: song, playhead: transport.position, selection: selection)
    for (index, operation) in operations.enumerated() {
      do throws(RequestError) {
        try batch.perform(operation.inheriting(from: arguments), number: index + 1)
      } catch {
        throw request.method == "edit" ? error.inOperation(index + 1) : error
      }
    }
    let (patch, edited) = batch.draft.result
    var reply = Members()
    for (key, value) in batch.made(of: request.method) { reply.append(key, value) }
    if arguments.flag("dryRun") == true || patch.isEmpty {
      let result = EditResult(
        patch: patch, song: edited, revision: revision, adjustments: batch.adjustments)
      return Outcome(reply: result.reply(with: reply, isBatch: operations.count > 1))
    }
    let commit = accept(edited, by: patch, sounding: batch.sounding)
    let kept = keep(
      patch, StepName(request.method, cells: batch.cellCount), client,
      as: arguments.text("history") ?? "step")
    let result = EditResult(
      patch: patch, song: song, revision: revision, adjustments: batch.adjustments)
    if let commit { reply.append("commit", Value(commit.nanoseconds)) }
    return Outcome(
      reply: result.reply(with: reply, isBatch: operations.count > 1),
      record: record(.patch(patch), kept),
      events: [editEvent(result, cause: request.method, client)])
  }

  /// Applies a patch to the song and to what is played; the new revision is counted.
  func apply(_ patch: Patch, rangeByHand: Bool = false) -> HostTime? {
    var song = song
    song.apply(patch)
    return accept(song, by: patch, rangeByHand: rangeByHand)
  }

  /// Goes on with the song that a patch has made; the new revision is counted.
  func accept(
    _ song: Song, by patch: Patch, sounding: Sounding? = nil, rangeByHand: Bool = false
  ) -> HostTime? {
    self.song = song
    revision += 1
    return transport.change(to: song, patch, sounding: sounding, rangeByHand: rangeByHand)
  }

  /// Refuses a request that is based on another revision than the newest.
  func checkBase(of request: Request) throws(RequestError) {
    guard let base = request.arguments.integer("base"), Int64(base) != revision else { return }
    var details = Members()
    details.append("revision", Value(revision))
    throw RequestError(
      .conflict, "base is \(base): the song is at revision \(revision)", field: "base",
      details: details)
  }

  /// Records a patch as a step, or as part of one, or not at all.
  private func keep(
    _ patch: Patch, _ name: StepName, _ client: Int64, as mode: String
  ) -> Record.HistoryChange {
    let undoable = patch.undoable
    guard mode != "none", !undoable.isEmpty else {
      strays.note(undoable, by: author(client))
      // What could be redone stays possible unless this touches its cells.
      guard history.canRedo, history.redoTouches(undoable) else { return .none }
      history.dropRedo()
      return .dropRedo
    }
    let step = History.Step(
      command: name.command, name: name.text(of: undoable, in: song), author: author(client),
      change: .patch(undoable))
    if mode == "join" {
      return history.join(step) { [song] in StepName("edit").text(of: $0, in: song) }
    }
    history.append(step)
    return .append(step)
  }

  /// The event of an edit; of undo and redo with the step that was taken.
  func editEvent(
    _ result: EditResult, cause: String, _ client: Int64?, of step: History.Step? = nil
  ) -> Event {
    var members = result.members
    members.append("cause", .string(cause))
    members.append("client", ifPresent: client.map { Value($0) })
    for member in step?.members.list ?? [] { members.append(member.key, member.value) }
    return Event(.edit, .object(members))
  }
}

extension EditResult {
  /// The result for the client that asked, `made` first.
  func reply(with made: Members, isBatch: Bool = false) -> Value {
    var members = made
    for member in self.members.list { members.append(member.key, member.value) }
    appendAdjustments(to: &members, isBatch: isBatch)
    return .object(members)
  }
}

extension Operation {
  /// What an operation does not say of grid, overlap and sounding, the batch says for it.
  fileprivate func inheriting(from batch: Arguments) -> Operation {
    Operation(
      method: method,
      arguments: arguments.inheriting(["snap", "mode", "overlap", "sounding"], from: batch))
  }
}

extension History {
  /// Whether one of the steps to be redone needs a cell that a patch has changed.
  fileprivate func redoTouches(_ patch: Patch) -> Bool {
    let changed = Set(patch.cells.map(\.id))
    return steps.dropFirst(position).contains { step in
      guard case .patch(let redo) = step.change else { return true }
      return redo.cells.contains { changed.contains($0.id) }
    }
  }
}
