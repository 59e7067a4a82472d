import ControlProtocol
import Timeline

extension Edit {
  /// Decides operations as one edit: all of them or none.
  func decide(
    _ operations: [Operation], on basis: Basis, allowance: Int
  ) throws(RequestError) -> Decision {
    guard operations.count <= allowance else { throw .exhausted }
    var batch = Batch(
      song: basis.song, playhead: playhead, selection: selection, allowance: allowance)
    for (index, operation) in operations.enumerated() {
      do throws(RequestError) {
        // An edit that is no batch is its own operation, and says all there is to say.
        let isOwn = name == operation.method
        try batch.perform(
          isOwn ? operation : operation.inheriting(from: arguments), number: index + 1)
      } catch {
        throw name == "edit" && error != .exhausted ? error.inOperation(index + 1) : error
      }
    }
    let (patch, song) = batch.draft.result
    var decision = decision(
      patch, song, on: basis, isTrial: isTrial || patch.isEmpty, batch.adjustments)
    for (key, value) in batch.made(of: name) { decision.made.append(key, value) }
    decision.sounding = batch.sounding
    decision.isBatch = operations.count > 1
    if decision.isChange {
      decision.history = try history(
        of: patch, song, StepName(name, cells: batch.cellCount), on: basis, allowance: allowance)
    }
    return decision
  }

  /// Whether a patch is to be a step, or part of one, or neither.
  private func history(
    of patch: Patch, _ song: Song, _ name: StepName, on basis: Basis, allowance: Int
  ) throws(RequestError) -> Record.HistoryChange {
    let (undoable, history) = (patch.undoable, basis.history)
    let mode = arguments.text("history") ?? "step"
    guard mode != "none", !undoable.isEmpty else {
      // What could be redone stays possible unless this touches its cells.
      return history.redoTouches(undoable) ? .dropRedo : .none
    }
    let step = History.Step(
      command: name.command, name: name.text(of: undoable, in: song), author: author,
      change: .patch(undoable), since: basis.revision + 1)
    guard mode == "join" else { return .append(step) }
    if case .patch(let before)? = history.newest?.change, before.cells.count > allowance {
      throw .exhausted
    }
    return history.joining(step) { StepName("edit").text(of: $0, in: song) }
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
  /// Whether one of the steps to be redone needs a cell that a patch changes.
  fileprivate func redoTouches(_ patch: Patch) -> Bool {
    steps.dropFirst(position).contains { step in
      guard case .patch(let redo) = step.change else { return true }
      let (few, many) = redo.cells.count < patch.cells.count ? (redo, patch) : (patch, redo)
      return few.cells.contains { many.change(of: $0.id) != nil }
    }
  }
}
