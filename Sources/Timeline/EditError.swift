/// Why an edit is refused; nothing has changed then.
package enum EditError: Error, Hashable, Sendable {
  case noSuchCell(Cell.ID)
  case noSuchRow(Row.ID)
  case nameTaken(String)
  /// A position, or the end of a cell, beyond the furthest one.
  case beyondTheEnd(Ticks)
  /// A cell that would begin before the song does.
  case beforeTheStart(Ticks)
  /// Rows above the first or below the last.
  case outsideTheRows(Int)
  /// A cell would play a key that MIDI lacks, at this interval.
  case outsideTheKeys(Cell.ID, Int, Interval)
  /// More than a limit allows, by the limit's name.
  case tooMany(String, limit: Int)
  /// Steps were asked for while snap is off.
  case stepsWithoutSnap
  /// The policy is `reject`, and these cells would be overlapped.
  case overlap([Cell.ID])
  /// Two cells that cannot become one, and why.
  case cannotJoin(Cell.ID, Cell.ID, JoinObstacle)
  /// These cells have changed since the step that is to be taken back.
  case changedSince([Cell.ID])
  case nothingToUndo
  case nothingToRedo
}

/// What keeps two cells from becoming one.
package enum JoinObstacle: Hashable, Sendable {
  case differentRows
  case differentPitches
  /// A cell that is not to be joined lies between them.
  case between(Cell.ID)
}

/// What becomes of cells in the way of an edit.
package enum OverlapPolicy: String, Hashable, Sendable, CaseIterable {
  /// Edited cells win; others are trimmed, split or removed.
  case overwrite
  /// The edit is refused.
  case reject
  /// Everything stays.
  case allow
}

/// How an edit meets the grid and other cells.
package struct EditOptions: Hashable, Sendable {
  /// What snap does to a move or a resize.
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// By whole steps, offsets from the grid kept.
    case relative
    /// To the nearest grid line.
    case grid
  }

  package var snap: Snap
  package var mode = Mode.relative
  package var overlap = OverlapPolicy.overwrite

  package init(snap: Snap, mode: Mode = .relative, overlap: OverlapPolicy = .overwrite) {
    self.snap = snap
    self.mode = mode
    self.overlap = overlap
  }
}

/// What snap and limits made of a wish.
package struct Adjustment: Hashable, Sendable {
  package let asked: Ticks
  package let stored: Ticks
  /// The cell that kept the group from going further.
  package let clampedBy: Cell.ID?

  package init(asked: Ticks, stored: Ticks, clampedBy: Cell.ID? = nil) {
    self.asked = asked
    self.stored = stored
    self.clampedBy = clampedBy
  }
}
