import ControlProtocol
import Timeline

extension Edit {
  /// Decides to put what was recorded on a lap into its row.
  func decide(
    recording take: Take, on basis: Basis, allowance: Int
  ) throws(RequestError) -> Decision {
    var draft = Draft(of: basis.song, allowance: allowance)
    do throws(EditError) {
      if let (from, to, newCells) = take.cleared {
        try draft.clear(take.row, from: from, to: to, before: newCells)
      }
      try draft.add(take.cells, to: take.row, .overwrite)
    } catch {
      throw RequestError(error)
    }
    let (patch, song) = draft.result
    let text = StepName(name, cells: take.cells.count).text(of: patch, in: song)
    var decision = decision(patch, song, on: basis)
    decision.isLate = true
    decision.history = .append(
      History.Step(
        command: name, name: text, author: author, change: .patch(patch.undoable),
        since: basis.revision + 1))
    return decision
  }
}
