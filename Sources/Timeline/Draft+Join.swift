extension Draft {
  /// Makes one cell of those that share a row and their content, and of what lies between them.
  ///
  /// The earliest keeps its id and content. Notes share that when they have the same pitches, and a
  /// clip or a ramp must go on where the one before was. Nothing else that contends may lie
  /// between. Of several cells, some must be joined. Returns the joined cells.
  /// O((k + touched) · log n).
  package mutating func join(_ ids: [Cell.ID]) throws(EditError) -> [Cell.ID] {
    struct Voice: Hashable {
      let row: Row.ID
      let pitches: [Pitch]
      let content: Cell.Content?
    }
    let cells = try existing(ids)
    let groups = Dictionary(grouping: cells) {
      Voice(row: $0.row, pitches: $0.pitches, content: $0.content)
    }
    .values.filter { $0.count > 1 }
    .sorted { ($0[0].row, $0[0].cell.key) < ($1[0].row, $1[0].cell.key) }
    if groups.isEmpty, cells.count > 1 {
      throw .cannotJoin(
        cells[0].cell.id, cells[1].cell.id,
        cells[0].row == cells[1].row ? .differentContent : .differentRows)
    }
    for group in groups { try join(group) }
    return groups.map { $0[0].cell.id }
  }

  /// Joins at least two cells, ordered, of one row and the same pitches.
  private mutating func join(_ group: [PlacedCell]) throws(EditError) {
    let first = group[0]
    if let other = group.first(where: { !first.goesOn(in: $0) }) {
      throw .cannotJoin(first.cell.id, other.cell.id, .discontinuous)
    }
    let end = group.reduce(first.cell.end) { max($0, $1.cell.end) }
    let members = Set(group.map(\.cell.id))
    let voices = song.row(first.row)?.voices ?? .mono
    var obstacle: Cell.ID?
    song.visit(first.row, overlapping: first.cell.position, end) { cell in
      guard !members.contains(cell.id) else { return true }
      let other = song.placed(cell, in: first.row)
      if Contention.contend(first, other, voices) { obstacle = cell.id }
      return obstacle == nil
    }
    if let obstacle {
      let position = song.cell(obstacle)?.cell.position ?? .zero
      let index = group.dropFirst().firstIndex { $0.cell.position > position } ?? group.count - 1
      throw .cannotJoin(group[index - 1].cell.id, group[index].cell.id, .between(obstacle))
    }
    let joined = first.copied(
      id: first.cell.id, position: first.cell.position, duration: end - first.cell.position)
    exchange(group, for: [joined])
  }
}
