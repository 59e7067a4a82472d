/// What one edit changes, as values before and after: the one currency of the program.
///
/// A patch is applied, inverted, stored, sent to subscribers and shown to the transport.
package struct Patch: Hashable, Sendable {
  /// A cell before and after; nil where it does not exist.
  package struct CellChange: Hashable, Sendable {
    package let before: PlacedCell?
    package let after: PlacedCell?
    /// The cell whose content an insertion copies.
    package let source: Cell.ID?

    package init(before: PlacedCell?, after: PlacedCell?, source: Cell.ID? = nil) {
      precondition(before != nil || after != nil)
      self.before = before
      self.after = after
      self.source = source
    }

    package var id: Cell.ID {
      guard let placed = before ?? after else { preconditionFailure("a change of nothing") }
      return placed.cell.id
    }
  }

  /// A row that comes, goes, changes its place or one of its fields.
  package enum RowChange: Hashable, Sendable {
    case added(Row, index: Int)
    case removed(Row, index: Int)
    /// `to` is the place that the row has afterwards.
    case moved(Row.ID, from: Int, to: Int)
    case set(Row.ID, from: RowField, to: RowField)

    /// The name that a row comes to have, if the change gives it one.
    var naming: (row: Row.ID, name: String)? {
      switch self {
      case .added(let row, _): (row.id, row.name)
      case .set(let id, _, .name(let name)): (id, name)
      case .removed, .moved, .set: nil
      }
    }
  }

  /// One of the song's own settings before and after.
  package struct FieldChange: Hashable, Sendable {
    package let from: SongField
    package let to: SongField

    package init(from: SongField, to: SongField) {
      self.from = from
      self.to = to
    }
  }

  /// A section or marker before and after; nil where it does not exist.
  package struct SectionChange: Hashable, Sendable {
    package let before: Section?
    package let after: Section?

    /// Of one name.
    package init(before: Section?, after: Section?) {
      precondition(before != nil || after != nil)
      precondition(before == nil || after == nil || before?.name == after?.name)
      self.before = before
      self.after = after
    }

    package var name: String {
      guard let section = before ?? after else { preconditionFailure("a change of nothing") }
      return section.name
    }
  }

  /// Ascending by id, each cell once.
  package var cells: [CellChange]
  /// In the order in which they happened.
  package var rows: [RowChange]
  package var fields: [FieldChange]
  /// Ascending by name, each once.
  package var sections: [SectionChange]

  package init(
    cells: [CellChange] = [], rows: [RowChange] = [], fields: [FieldChange] = [],
    sections: [SectionChange] = []
  ) {
    self.cells = cells
    self.rows = rows
    self.fields = fields
    self.sections = sections
  }

  /// What becomes of a cell; nil when it stays as it is.
  ///
  /// O(log n).
  package func change(of id: Cell.ID) -> CellChange? {
    var low = 0
    var high = cells.count
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < cells.count && cells[low].id == id ? cells[low] : nil
  }

  package var isEmpty: Bool {
    cells.isEmpty && rows.isEmpty && fields.isEmpty && sections.isEmpty
  }

  /// The patch that takes this one back.
  package var inverse: Patch {
    Patch(
      cells: cells.map { CellChange(before: $0.after, after: $0.before, source: nil) },
      rows: rows.reversed().map { change in
        switch change {
        case .added(let row, let index): .removed(row, index: index)
        case .removed(let row, let index): .added(row, index: index)
        case .moved(let id, let from, let to): .moved(id, from: to, to: from)
        case .set(let id, let from, let to): .set(id, from: to, to: from)
        }
      },
      fields: fields.reversed().map { FieldChange(from: $0.to, to: $0.from) },
      sections: sections.map { SectionChange(before: $0.after, after: $0.before) })
  }
}

extension Song {
  /// Applies a patch that was decided on this very song, or that `check(on:)` has let pass.
  ///
  /// O(changes · log n) at most, and less where many cells are neighbours.
  package mutating func apply(_ patch: Patch) {
    if patch.rows.isEmpty {
      change(patch.cells)
    } else {
      // Rows may come and go in one batch: what is added comes before its cells, what is removed
      // is empty by now.
      let leaving = patch.cells.lazy.filter { $0.before != nil }
      let coming = patch.cells.lazy.filter { $0.after != nil }
      change(leaving.map { Patch.CellChange(before: $0.before, after: nil) })
      for change in patch.rows { make(change) }
      change(coming.map { Patch.CellChange(before: nil, after: $0.after) })
    }
    for change in patch.fields { change.to.apply(to: &self) }
    for change in patch.sections { setSection(named: change.name, to: change.after) }
  }

  private mutating func make(_ change: Patch.RowChange) {
    switch change {
    case .added(let row, let index): insert(row, at: min(index, order.count))
    case .removed(let row, _): removeRow(row.id)
    case .moved(let id, _, let to): moveRow(id, to: to)
    case .set(let id, _, let to): set(to, of: id)
    }
  }
}
