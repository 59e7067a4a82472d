import ControlProtocol
import Timeline

extension Resolution {
  /// Whether a cell is what a filter asks for; only notes have pitch and velocity.
  func passes(_ cell: Cell, in row: Row, _ filter: CellFilter) -> Bool {
    let placed = song.placed(cell, in: row.id)
    if let pitches = filter.pitches, !placed.pitches.contains(where: pitches.contains) {
      return false
    }
    if let velocities = filter.velocities {
      let velocity = Int(cell.velocity.number)
      guard cell.kind == .notes, velocities.contains(velocity) else { return false }
    }
    if let label = filter.label, placed.rare.label != label { return false }
    if let muted = filter.muted, row.mute != muted { return false }
    return true
  }
}
