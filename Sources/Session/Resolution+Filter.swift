import ControlProtocol
import Timeline

extension Resolution {
  /// Whether a cell is what a filter asks for; only notes have pitch and velocity.
  func passes(_ id: Cell.ID, _ filter: CellFilter) -> Bool {
    guard let placed = song.cell(id) else { return false }
    if let pitches = filter.pitches, !placed.pitches.contains(where: pitches.contains) {
      return false
    }
    if let velocities = filter.velocities {
      let velocity = Int(placed.cell.velocity.number)
      guard placed.cell.kind == .notes, velocities.contains(velocity) else { return false }
    }
    if let label = filter.label, placed.rare.label != label { return false }
    if let muted = filter.muted, song.row(placed.row)?.mute != muted { return false }
    return true
  }
}
