extension Patch {
  /// The cells that no longer have the value they need for this patch to apply to `song`.
  package func conflicts(with song: Song) -> [Cell.ID] {
    cells.filter { song.cell($0.id) != $0.before }.map(\.id)
  }

  /// Throws when this patch does not apply to `song`: because a cell, a row, a section or a setting
  /// has changed since, or because a row that it needs is gone, is not empty, or would have
  /// another's name.
  package func check(on song: Song) throws(EditError) {
    let changed = conflicts(with: song)
    guard changed.isEmpty else { throw .changedSince(changed) }
    let sections = sections.filter { song.section(named: $0.name) != $0.before }
    guard sections.isEmpty else { throw .sectionsChangedSince(sections.map(\.name)) }
    let fields = fields.filter { !$0.isRange && $0.from.current(in: song) != $0.from }
    guard fields.isEmpty else { throw .settingsChangedSince(fields.map(\.from.name)) }
    guard !rows.isEmpty || cells.contains(where: { $0.after != nil }) else { return }
    try checkRows(on: song)
  }

  private func checkRows(on song: Song) throws(EditError) {
    var after = song
    if !rows.isEmpty {
      for case let cell? in cells.map(\.before) { after.remove(cell) }
      for change in rows { try Patch.tryOut(change, on: &after) }
    }
    for row in Set(cells.lazy.compactMap { $0.after?.row }).sorted() where after.row(row) == nil {
      throw .noSuchRow(row)
    }
    // Rows may exchange their names, so that only the outcome tells whether one is taken.
    for (id, name) in rows.compactMap(\.naming) {
      if let owner = song.row(named: name), owner.id != id, after.row(owner.id)?.name == name {
        throw .nameTaken(name)
      }
    }
  }

  private static func tryOut(_ change: RowChange, on song: inout Song) throws(EditError) {
    switch change {
    case .added: break
    case .removed(let row, _):
      guard song.row(row.id) != nil else { throw .noSuchRow(row.id) }
      var left: [Cell.ID] = []
      song.visit(row.id, startingFrom: .zero) {
        left.append($0.id)
        return true
      }
      guard left.isEmpty else { throw .changedSince(left.sorted()) }
    case .moved(let id, _, _):
      guard song.row(id) != nil else { throw .noSuchRow(id) }
    case .set(let id, let from, _):
      guard let row = song.row(id) else { throw .noSuchRow(id) }
      guard from.current(in: row) == from else { throw .rowsChangedSince([id]) }
    }
    song.apply(Patch(rows: [change]))
  }

  /// The part that can be made of a song that another edit has not changed yet: of the cells that
  /// stand as this patch needs them, and of the rows that there are.
  package func fitting(_ song: Song) -> Patch {
    Patch(
      cells: cells.filter { change in
        song.cell(change.id) == change.before
          && change.after.map { song.row($0.row) != nil } ?? true
      },
      rows: rows.filter { change in
        guard case .set(let id, _, _) = change else { return false }
        return song.row(id) != nil
      })
  }

  /// This patch with the range head that it brings about on `song`, and the song that it makes.
  ///
  /// Where the head stands as this patch found it, it goes where the patch has moved it. A head
  /// that was set by hand since stays; one that follows the content never comes to lie before it.
  package func moving(_ song: Song) -> (patch: Patch, song: Song) {
    var range = song.range
    for change in fields {
      guard case (.range(let from), .range(let to)) = (change.from, change.to) else { continue }
      if range.auto != .off, range.end == from.end { range.end = to.end }
    }
    var patch = self
    patch.fields.removeAll(where: \.isRange)
    var after = song
    after.apply(patch)
    range = range.extended(for: after.contentEnd, in: after.meters)
    guard range != song.range else { return (patch, after) }
    patch.fields.append(FieldChange(from: .range(song.range), to: .range(range)))
    return (patch, after.with(.range(range)))
  }

  /// The part that an undo step takes back: without mute, solo and tempo scale, and with the range
  /// only where its head has followed what is taken back.
  package var undoable: Patch {
    let part = Patch(
      cells: cells,
      rows: rows.filter {
        if case .set(_, _, let to) = $0 { to.isUndoable } else { true }
      },
      fields: fields.filter(\.to.isUndoable), sections: sections)
    guard !part.isEmpty else { return part }
    return Patch(
      cells: part.cells, rows: part.rows, fields: part.fields + fields.filter(\.isRange),
      sections: part.sections)
  }

  /// About how much memory it takes.
  var bytes: Int {
    var bytes = cells.count * MemoryLayout<CellChange>.stride
    for change in cells {
      if change.before?.cell.hasRare == true { bytes += change.before?.rare.bytes ?? 0 }
      if change.after?.cell.hasRare == true { bytes += change.after?.rare.bytes ?? 0 }
    }
    bytes += rows.count * MemoryLayout<RowChange>.stride
    bytes += sections.count * MemoryLayout<SectionChange>.stride
    for field in fields { bytes += field.from.bytes + field.to.bytes }
    return bytes
  }
}

extension Cell.Content {
  /// About how much memory it takes.
  fileprivate var bytes: Int {
    switch self {
    case .clip(let clip):
      MemoryLayout<Clip.Note>.stride * clip.notes.count
        + MemoryLayout<Clip.Change>.stride * clip.changes.count
    case .control, .program: 64
    case .sysex(let message): 32 + message.bytes.count
    case .meta(let event): 32 + event.bytes.count
    }
  }
}

extension Cell.Rare {
  /// About how much memory it takes beside the cell.
  fileprivate var bytes: Int {
    80 + pitches.count + (label?.utf8.count ?? 0) + (data?.utf8.count ?? 0)
      + (content?.bytes ?? 0)
  }
}

extension Patch.FieldChange {
  /// Whether it is the range that changes.
  var isRange: Bool { to.isRange }
}

extension SongField {
  /// About how much memory it takes.
  fileprivate var bytes: Int {
    switch self {
    case .tempo(let map): 64 + 32 * map.events.count
    case .meters(let map): 64 + 48 * map.events.count
    case .data(let text?): 64 + text.utf8.count
    case .scenes(let scenes): scenes.reduce(64) { $0 + 64 + 24 * $1.rows.count }
    case .title, .data, .tempoScale, .snap, .range, .metronome, .swing, .seed, .chase,
      .resolution:
      64
    }
  }
}
