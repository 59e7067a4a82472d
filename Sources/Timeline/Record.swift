/// One revision of a song: what storage keeps of it.
///
/// Handed from thread to thread for the price of a reference.
package final class Record: Sendable {
  /// How the song changed.
  package enum Change: Sendable {
    case patch(Patch)
    /// The whole song at once, for an import, a revert, or the undo of either.
    case song(Song)
  }

  /// What the revision does to the history.
  package enum HistoryChange: Sendable {
    case none
    /// A new step; what could be redone is gone.
    case append(History.Step)
    /// The newest step has grown by this edit.
    case replaceNewest(History.Step)
    /// The newest step is gone: what joined it took it back.
    case dropNewest
    /// The newest step is taken back, and from now on is the given one if there is one.
    case undone(as: History.Step? = nil)
    case redone(as: History.Step? = nil)
    case dropRedo
    /// Another number of steps to keep.
    case limit(Int)
  }

  package let revision: Int64
  package let change: Change
  package let history: HistoryChange
  /// How many steps the history has afterwards, older ones forgotten; nil where it need not forget.
  package let steps: Int?
  /// The ids that the song gives next.
  package let nextRow: Row.ID
  package let nextCell: Cell.ID

  /// Whether it changes cells and is no step.
  package var isStray: Bool {
    guard case .patch(let patch) = change, !patch.cells.isEmpty else { return false }
    return switch history {
    case .none, .dropRedo: true
    default: false
    }
  }

  /// Whether it may play on other ports than before.
  package var changesPorts: Bool {
    switch change {
    case .patch(let patch): !patch.rows.isEmpty || patch.fields.contains { $0.to.namesPort }
    case .song: true
    }
  }

  /// A revision that made `song` by this change.
  package init(
    revision: Int64, change: Change, history: HistoryChange, steps: Int? = nil, song: Song
  ) {
    self.revision = revision
    self.change = change
    self.history = history
    self.steps = steps
    nextRow = song.nextRow
    nextCell = song.nextCell
  }
}
