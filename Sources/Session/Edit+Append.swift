import ControlProtocol
import Timeline

extension Edit {
  /// Decides to add the rows and cells of another song.
  func decide(
    appending other: Song, on basis: Basis, allowance: Int
  ) throws(RequestError) -> Decision {
    var draft = Draft(of: basis.song, allowance: allowance)
    do throws(EditError) {
      for row in other.rowList {
        let fields = RowField.all(of: row)
        let id = try draft.addRow(named: draft.song.freeName(like: row.name), fields)
        try draft.checkAllowance(for: other.cellCount(in: row.id))
        var cells: [NewCell] = []
        other.visit(row.id, startingFrom: .zero) { cell in
          cells.append(NewCell(copying: other.placed(cell, in: row.id)))
          return true
        }
        try draft.add(cells, to: id, .allow)
      }
    } catch {
      var refusal = RequestError(error)
      if error != .exhausted { refusal.field = "path" }
      throw refusal
    }
    let (patch, song) = draft.result
    let step = History.Step(
      command: name, name: StepName(name).text(of: patch, in: song), author: author,
      change: .patch(patch.undoable))
    var decision = decision(patch, song, on: basis)
    decision.history = .append(step)
    return decision
  }
}

extension Song {
  /// The name, with a number behind it if a row has it already.
  fileprivate func freeName(like name: String) -> String {
    guard row(named: name) != nil else { return name }
    var number = 2
    while row(named: "\(name) \(number)") != nil { number += 1 }
    return "\(name) \(number)"
  }
}

extension NewCell {
  fileprivate init(copying placed: PlacedCell) {
    let cell = placed.cell
    let content: CellContent =
      if let content = placed.content {
        .other(content, offset: placed.rare.offset)
      } else if cell.kind == .label {
        .label
      } else {
        .notes(placed.pitches, cell.velocity, offVelocity: cell.offVelocity)
      }
    self.init(
      position: cell.position, duration: cell.duration, content: content, chord: placed.rare.chord,
      odds: placed.rare.odds, label: placed.rare.label, data: placed.rare.data)
  }
}
