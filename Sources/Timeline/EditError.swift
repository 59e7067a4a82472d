/// Why an edit is refused; nothing has changed then.
package enum EditError: Error, Hashable, Sendable {
  case noSuchCell(Cell.ID)
  case noSuchRow(Row.ID)
  case nameTaken(String)
  case noSuchSection(String)
  /// Another section or marker has the name.
  case sectionNameTaken(String)
  /// A position, or the end of a cell, beyond the furthest one.
  case beyondTheEnd(Ticks)
  /// A cell that would begin before the song does.
  case beforeTheStart(Ticks)
  /// Inserted time would move something beyond the furthest position, to here.
  case pushedBeyondTheEnd(Ticks)
  /// Rows above the first or below the last.
  case outsideTheRows(Int)
  /// A cell would play a key that MIDI lacks, at this interval.
  case outsideTheKeys(Cell.ID, Int, Interval)
  /// More than a limit allows, by the limit's name.
  case tooMany(String, limit: Int)
  /// The edit touches more cells than the draft was allowed to.
  case exhausted
  /// Steps were asked for while snap is off.
  case stepsWithoutSnap
  /// The policy is `reject`, and these cells would be overlapped.
  case overlap([Cell.ID])
  /// Two cells that cannot become one, and why.
  case cannotJoin(Cell.ID, Cell.ID, JoinObstacle)
  /// A cell that cannot hold what it should, and why.
  case cannotHold(Cell.ID, ContentObstacle)
  /// These cells have changed since the step that is to be taken back.
  case changedSince([Cell.ID])
  /// These sections or markers have changed since then.
  case sectionsChangedSince([String])
  /// These rows have changed since then.
  case rowsChangedSince([Row.ID])
  /// These settings of the song have changed since then, by their names.
  case settingsChangedSince([String])
  case nothingToUndo
  case nothingToRedo
}

/// What keeps two cells from becoming one.
package enum JoinObstacle: Hashable, Sendable {
  case differentRows
  case differentContent
  /// A clip or ramp that is elsewhere inside than where the other has come to.
  case discontinuous
  /// A cell that is not to be joined lies between them.
  case between(Cell.ID)
}

/// What keeps a cell from holding something.
package enum ContentObstacle: Hashable, Sendable {
  /// What an edit would make of a clip is none.
  case unusable(Clip.Unusable)
  /// It is no clip, and so has no loop.
  case noLoop
  /// It is neither a clip nor a ramp, and so has no offset.
  case noOffset
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
  /// What the first or the last row made of it.
  package var rows: RowAdjustment?

  package init(asked: Ticks, stored: Ticks, clampedBy: Cell.ID? = nil) {
    self.asked = asked
    self.stored = stored
    self.clampedBy = clampedBy
  }

  /// In rows alone.
  init(rows: RowAdjustment) {
    self.init(asked: .zero, stored: .zero)
    self.rows = rows
  }
}

/// How far a group went among the rows instead of where it was to go.
package struct RowAdjustment: Hashable, Sendable {
  package let asked: Int
  package let stored: Int
  /// The cell that came to the edge first.
  package let cell: Cell.ID
  /// The first or the last row, where it stands now.
  package let row: Row.ID
}
