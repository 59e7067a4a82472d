import Timeline

/// A song of notes one beat apart, and edits at random places of it.
struct Stage {
  enum Edit: String, CaseIterable {
    case insert
    case remove
    case move
  }

  private static let edits = 4_000
  private static let half = Ticks(count: Ticks.perBeat / 2)

  private var song: Song
  private let perRow: Int
  private let rows: [Row.ID]
  /// What a client, a worker or the history may keep: nothing of it can be changed in place.
  private var snapshot: Song?
  private let holdsSnapshot: Bool
  private var random = Random()
  private static let options = EditOptions(snap: .standard)

  init(cells: Int, rows count: Int, holdsSnapshot: Bool) {
    let perRow = cells / count
    let entries = (0..<count).map { row in
      let id = Row.ID(Int64(row + 1))
      let placed = (0..<perRow).map { index in
        PlacedCell(
          row: id,
          cell: Cell(
            id: Cell.ID(Int64(row * perRow + index + 1)),
            position: Ticks(count: Int64(index) * Ticks.perBeat), duration: Stage.half))
      }
      return (row: Row(id: id, name: "row\(row + 1)"), cells: placed)
    }
    song = Song(rows: entries)
    self.perRow = perRow
    rows = entries.map(\.row.id)
    self.holdsSnapshot = holdsSnapshot
  }

  mutating func sample(_ edit: Edit) throws -> Times {
    var times = Times()
    for _ in 0..<Stage.edits {
      snapshot = holdsSnapshot ? song : nil
      try times.measure { try perform(edit) }
    }
    return times
  }

  /// Moves the first cells of the song there and back.
  mutating func sampleGroup(of count: Int) throws -> Times {
    let cells = (1...count).map { Cell.ID(Int64($0)) }
    let options = Stage.options
    var times = Times()
    for turn in 0..<6 {
      snapshot = song
      try times.measure {
        try edit { draft throws(EditError) in
          _ = try draft.move(cells, .steps(turn.isMultiple(of: 2) ? 1 : -1), options)
        }
      }
    }
    return times
  }

  private mutating func perform(_ edit: Edit) throws(EditError) {
    let index = random.below(perRow - 1)
    let row = random.below(rows.count)
    let (rowID, options) = (rows[row], Stage.options)
    let cell = Cell.ID(Int64(row * perRow + index + 1))
    switch edit {
    case .insert:
      let note = NewCell(
        position: Ticks(count: Int64(index) * Ticks.perBeat) + Stage.half, duration: Stage.half,
        content: .notes([Pitch(60)], .standard, offVelocity: 64))
      try self.edit { draft throws(EditError) in
        _ = try draft.add(note, to: rowID, options)
      }
    case .remove:
      guard song.cell(cell) != nil else { return }
      try self.edit { draft throws(EditError) in try draft.remove([cell]) }
    case .move:
      guard let placed = song.cell(cell) else { return }
      let steps: Int64 = placed.cell.position.count % Ticks.perBeat == 0 ? 1 : -1
      try self.edit { draft throws(EditError) in
        _ = try draft.move([cell], .steps(steps), options)
      }
    }
  }

  private mutating func edit(
    _ body: (inout Draft) throws(EditError) -> Void
  ) throws(EditError) {
    var draft = Draft(of: song)
    try body(&draft)
    let (patch, after) = draft.result
    precondition(!patch.isEmpty)
    song = after
  }
}

/// Numbers that are the same in each run.
struct Random {
  private var state: UInt64 = 1

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
