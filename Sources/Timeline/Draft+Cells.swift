/// What a new cell holds.
package enum CellContent: Hashable, Sendable {
  /// At least one pitch.
  case notes([Pitch], Velocity, offVelocity: UInt8)
  /// Nothing that sounds.
  case label
  /// Anything else; of a clip or a ramp, from the offset on.
  case other(Cell.Content, offset: Ticks = .zero)
}

/// A cell to be made.
package struct NewCell: Hashable, Sendable {
  package var position: Ticks
  package var duration: Ticks
  package var content: CellContent
  /// The symbol whose voicing the notes are.
  package var chord: ChordSymbol?
  package var odds: Odds
  package var label: String?
  package var data: String?

  package init(
    position: Ticks, duration: Ticks, content: CellContent, chord: ChordSymbol? = nil,
    odds: Odds = Odds(), label: String? = nil, data: String? = nil
  ) {
    self.position = position
    self.duration = duration
    self.content = content
    self.chord = chord
    self.odds = odds
    self.label = label
    self.data = data
  }

  /// The cell with an id, in a row.
  package func placed(in row: Row.ID, id: Cell.ID) -> PlacedCell {
    var placed = PlacedCell(
      row: row, cell: Cell(id: id, position: position, duration: duration, kind: .label),
      rare: Cell.Rare(odds: odds, label: label, data: data))
    switch content {
    case .notes(let pitches, let velocity, let offVelocity):
      placed.setPitches(pitches, of: chord)
      placed.cell.velocity = velocity
      placed.cell.offVelocity = offVelocity
    case .other(let content, let offset): placed.setContent(content, offset: offset)
    case .label: break
    }
    return placed
  }
}

/// One content field of a cell with a new value.
package enum CellField: Hashable, Sendable {
  /// The voicing of a chord, or notes that are none.
  case pitches([Pitch], of: ChordSymbol? = nil)
  /// Anything else; of a clip or a ramp, from the offset on.
  case content(Cell.Content, offset: Ticks = .zero)
  /// A control whose ramp comes to be as long as the cell.
  case ramp(Control)
  /// Of a clip, how long the loop inside is; nil for none.
  case loop(Ticks?)
  /// How far inside its clip or ramp a cell begins.
  case offset(Ticks)
  /// Notes alone have velocities of their own.
  case velocity(Velocity)
  case offVelocity(UInt8)
  /// In percent.
  case chance(Int)
  /// Nil for every pass.
  case turn(Odds.Turn?)
  case label(String?)
  case data(String?)

  func apply(to placed: inout PlacedCell) throws(EditError) {
    switch self {
    case .pitches(let pitches, let chord): placed.setPitches(pitches, of: chord)
    case .content(let content, let offset): placed.setContent(content, offset: offset)
    case .ramp(let control):
      placed.setContent(.control(control.lasting(placed.cell.duration)))
    case .loop(let loop): try placed.setLoop(loop)
    case .offset(let offset):
      guard placed.hasInnerTime else { throw .cannotHold(placed.cell.id, .noOffset) }
      placed.move(contentBy: offset - placed.rare.offset)
    case .velocity(let velocity):
      if placed.content == nil { placed.cell.velocity = velocity }
    case .offVelocity(let velocity):
      if placed.content == nil { placed.cell.offVelocity = velocity }
    case .chance(let chance): placed.rare.odds.chance = chance
    case .turn(let turn): placed.rare.odds.turn = turn
    case .label(let label): placed.rare.label = label
    case .data(let data): placed.rare.data = data
    }
    placed.cell.hasRare = !placed.rare.isEmpty
  }
}

extension Draft {
  /// Adds one cell, its position snapped to the grid.
  package mutating func add(
    _ cell: NewCell, to row: Row.ID, _ options: EditOptions
  ) throws(EditError) -> (id: Cell.ID, adjustment: Adjustment?) {
    var snapped = cell
    snapped.position = options.snap.nearest(to: cell.position, in: song.meters)
    let id = song.nextCell
    try add([snapped], to: row, options.overlap)
    guard snapped.position != cell.position else { return (id, nil) }
    return (id, Adjustment(asked: cell.position, stored: snapped.position))
  }

  /// Adds cells exactly where they say, as one edit; their ids count up in the given order.
  @discardableResult
  package mutating func add(
    _ cells: [NewCell], to row: Row.ID, _ overlap: OverlapPolicy
  ) throws(EditError) -> [Cell.ID] {
    guard song.row(row) != nil else { throw .noSuchRow(row) }
    try checkRoom(for: cells.count)
    let first = song.nextCell.number
    var placed: [PlacedCell] = []
    for (index, cell) in cells.enumerated() {
      if case .notes(let pitches, _, _) = cell.content { try Draft.count(pitches) }
      guard cell.position + cell.duration <= Ticks.maximum else {
        throw .beyondTheEnd(cell.position + cell.duration)
      }
      placed.append(cell.placed(in: row, id: Cell.ID(first + Int64(index))))
    }
    reserveCells(below: Cell.ID(first + Int64(cells.count)))
    try place(placed, insteadOf: [], overlap)
    return placed.map(\.cell.id)
  }

  /// Removes cells.
  package mutating func remove(_ ids: [Cell.ID]) throws(EditError) {
    exchange(try existing(ids), for: [])
  }

  /// Sets content fields of cells; new content contends for its place as a moved cell does.
  package mutating func set(
    _ fields: [CellField], of ids: [Cell.ID], _ options: EditOptions
  ) throws(EditError) {
    for case .pitches(let pitches, _) in fields { try Draft.count(pitches) }
    let before = try existing(ids)
    var after = before
    for index in after.indices {
      for field in fields { try field.apply(to: &after[index]) }
    }
    let isNew = zip(before, after).contains {
      $0.pitches != $1.pitches || $0.content != $1.content
    }
    if isNew {
      try place(after, insteadOf: before, options.overlap)
    } else {
      exchange(before, for: after)
    }
  }

  private static func count(_ pitches: [Pitch]) throws(EditError) {
    guard pitches.count <= Limits.pitches || Set(pitches).count <= Limits.pitches else {
      throw .tooMany("pitches", limit: Limits.pitches)
    }
  }
}
