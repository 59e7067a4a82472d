import ControlProtocol
import Timeline

extension Edit {
  /// Decides to take a step back, or again.
  func decide(
    _ step: History.Step?, back: Bool, on basis: Basis, allowance: Int
  ) throws(RequestError) -> Decision {
    guard let step else {
      throw RequestError(back ? EditError.nothingToUndo : .nothingToRedo)
    }
    guard case .patch(let done) = step.change else {
      preconditionFailure("a step that replaces the song is no edit of cells")
    }
    guard done.cells.count + done.rows.count <= allowance else { throw .exhausted }
    let (patch, song, forced) = try settled(
      back ? done.inverse : done, of: step, on: basis, allowance: allowance)
    try Edit.checkTempo(of: song, by: patch)
    var decision = decision(patch, song, on: basis, isTrial: isTrial)
    decision.made = step.members
    decision.step = step
    // What was taken back by force comes again as it was found.
    let taken = forced.map { step.with(.patch(back ? $0.inverse : $0)) }
    decision.history = back ? .undone(as: taken) : .redone(as: taken)
    return decision
  }

  /// What a step's patch comes to on the song as it is; decided anew where it must be and may.
  private func settled(
    _ patch: Patch, of step: History.Step, on basis: Basis, allowance: Int
  ) throws(RequestError) -> (patch: Patch, song: Song, forced: Patch?) {
    do throws(EditError) {
      try patch.check(on: basis.song)
      let (moving, after) = patch.moving(basis.song)
      try basis.strays.check(moving, after, since: step.since, allowance: allowance)
      return (moving, after, nil)
    } catch {
      if error == .exhausted { throw .exhausted }
      guard arguments.flag("force") == true else { throw Edit.refusal(error, basis.strays) }
      var draft = Draft(of: basis.song, allowance: allowance)
      do throws(EditError) { try draft.enforce(patch) } catch { throw RequestError(error) }
      let (forced, after) = draft.result
      return (forced, after, forced.undoable)
    }
  }

  /// Why a step cannot be taken, and who is in the way.
  private static func refusal(_ error: EditError, _ strays: StrayEdits) -> RequestError {
    guard case .changedSince(let cells) = error else { return RequestError(error) }
    return RequestError(error, by: strays.authors(of: cells))
  }

  /// Refuses a step whose tempo is too fast for the loop of today.
  private static func checkTempo(of after: Song, by patch: Patch) throws(RequestError) {
    guard patch.fields.contains(where: { if case .tempo = $0.to { true } else { false } }) else {
      return
    }
    try checkLoop(of: after)
  }
}

extension StrayEdits {
  /// Throws when a step, taken last in a revision, would put cells over others that have come in
  /// their way since.
  fileprivate func check(
    _ patch: Patch, _ after: Song, since revision: Int64, allowance: Int
  ) throws(EditError) {
    guard happened(since: revision) else { return }
    let overrun = try patch.overrun(in: after, atMost: allowance) {
      changed($0, since: revision)
    }
    guard overrun.isEmpty else { throw .changedSince(overrun) }
  }
}
