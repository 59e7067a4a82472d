import Timeline

/// Cells: a byte of flags, then what the flags say.
extension ByteWriter {
  mutating func put(_ id: Row.ID) {
    put(signed: id.number)
  }

  mutating func put(_ id: Cell.ID) {
    put(signed: id.number)
  }

  mutating func put(_ ticks: Ticks) {
    put(signed: ticks.count)
  }

  /// All of a cell but its id, row and position.
  mutating func putContent(of placed: PlacedCell) {
    let cell = placed.cell
    put(cell.duration)
    put(byte: CellTag.kind(cell.kind) << 1 | (cell.hasRare ? 1 : 0))
    put(byte: cell.pitch.number)
    put(byte: cell.velocity.number)
    put(byte: cell.offVelocity)
    if cell.hasRare { put(placed.rare) }
  }

  mutating func put(_ rare: Cell.Rare) {
    put(count: rare.pitches.count)
    for pitch in rare.pitches { put(byte: pitch.number) }
    put(optional: rare.chord) { $0.put($1.text) }
    put(optional: rare.content) { $0.put($1) }
    if rare.content != nil { put(rare.offset) }
    put(byte: UInt8(rare.odds.chance))
    put(optional: rare.odds.turn) { writer, turn in
      writer.put(count: turn.number)
      writer.put(count: turn.count)
    }
    put(optional: rare.label) { $0.put($1) }
    put(optional: rare.data) { $0.put($1) }
  }
}

extension ByteReader {
  mutating func rowID() throws(Malformed) -> Row.ID {
    // Below the largest, so that the next one can still be counted.
    Row.ID(try signed(1...(.max - 1), "a row's id"))
  }

  mutating func cellID() throws(Malformed) -> Cell.ID {
    Cell.ID(try signed(1...(.max - 1), "a cell's id"))
  }

  mutating func position() throws(Malformed) -> Ticks {
    Ticks(count: try signed(0...Ticks.maximum.count, "a position"))
  }

  mutating func placedContent(
    id: Cell.ID, row: Row.ID, position: Ticks
  ) throws(Malformed) -> PlacedCell {
    let duration = try signed()
    let flags = try byte()
    let pitch = try byte()
    let velocity = try byte()
    let offVelocity = try byte()
    let rare = flags & 1 == 1 ? try rare() : nil
    let columns = CellColumns(
      id: id.number, row: row.number, position: position.count, duration: duration,
      kind: Int64(flags >> 1), pitch: Int64(pitch), velocity: Int64(velocity),
      offVelocity: Int64(offVelocity))
    guard let placed = columns.placed(rare) else { throw malformed("a cell") }
    return placed
  }

  mutating func rare() throws(Malformed) -> Cell.Rare {
    var rare = Cell.Rare()
    for _ in 0..<(try count(upTo: 128, "pitches")) { rare.pitches.append(try pitch()) }
    rare.chord = try optional { reader throws(Malformed) in try reader.chord() }
    rare.content = try optional { reader throws(Malformed) in try reader.content() }
    if rare.content != nil { rare.offset = Ticks(count: try signed()) }
    rare.odds = try odds()
    rare.label = try optional { reader throws(Malformed) in try reader.text() }
    rare.data = try optional { reader throws(Malformed) in try reader.text() }
    return rare
  }

  private mutating func odds() throws(Malformed) -> Odds {
    let chance = Int(try byte())
    guard Odds.chances.contains(chance) else { throw malformed("a chance") }
    let turn = try optional { reader throws(Malformed) in
      let number = try reader.count(upTo: Limits.turns, "a turn")
      let count = try reader.count(upTo: Limits.turns, "turns")
      guard let turn = Odds.Turn(number, of: count) else { throw reader.malformed("a turn") }
      return turn
    }
    return Odds(chance: chance, turn: turn)
  }

  mutating func chord() throws(Malformed) -> ChordSymbol {
    guard let chord = try? ChordSymbol(try text()) else { throw malformed("a chord") }
    return chord
  }

  mutating func pitch() throws(Malformed) -> Pitch {
    guard let pitch = Pitch(exactly: Int(try byte())) else { throw malformed("a pitch") }
    return pitch
  }
}

/// The numbers that stand for the kinds of cells on disk; never given another meaning.
enum CellTag {
  static func kind(_ kind: Cell.Kind) -> UInt8 {
    switch kind {
    case .notes: 0
    case .label: 1
    case .clip: 2
    case .control: 3
    case .program: 4
    case .sysex: 5
    case .meta: 6
    }
  }

  static func kind(_ tag: Int64) -> Cell.Kind? {
    switch tag {
    case 0: .notes
    case 1: .label
    case 2: .clip
    case 3: .control
    case 4: .program
    case 5: .sysex
    case 6: .meta
    default: nil
    }
  }
}

/// A cell as plain numbers, before they are known to be one.
struct CellColumns {
  var id: Int64
  var row: Int64
  var position: Int64
  var duration: Int64
  var kind: Int64
  var pitch: Int64
  var velocity: Int64
  var offVelocity: Int64

  /// The cell, with what is rare about it; nil when a value is none that a cell can have.
  func placed(_ rare: Cell.Rare?) -> PlacedCell? {
    guard (1..<Int64.max).contains(id), (1..<Int64.max).contains(row),
      (0...Ticks.maximum.count).contains(position),
      duration > 0, duration <= Ticks.maximum.count - position,
      let kind = CellTag.kind(kind),
      let pitch = Pitch(exactly: Int(pitch)), let velocity = Velocity(exactly: Int(velocity)),
      (0...127).contains(offVelocity)
    else { return nil }
    let cell = Cell(
      id: Cell.ID(id), position: Ticks(count: position), duration: Ticks(count: duration),
      kind: kind, pitch: pitch, velocity: velocity, offVelocity: UInt8(offVelocity))
    let placed = PlacedCell(row: Row.ID(row), cell: cell, rare: rare ?? Cell.Rare())
    if let rare {
      guard !rare.isEmpty, CellColumns.allows(rare.pitches, lowest: pitch, kind),
        rare.chord == nil || kind == .notes
      else { return nil }
    }
    return CellColumns.hasFittingContent(placed) ? placed : nil
  }

  /// Whether the content is of the cell's kind, and begins where such content can.
  private static func hasFittingContent(_ placed: PlacedCell) -> Bool {
    guard let content = placed.rare.content else {
      return placed.cell.kind == .notes || placed.cell.kind == .label
    }
    var made = placed
    made.setContent(content, offset: placed.rare.offset)
    return made == placed
  }

  /// More pitches than one stand only on notes, ascending from the cell's own.
  private static func allows(_ pitches: [Pitch], lowest: Pitch, _ kind: Cell.Kind) -> Bool {
    guard !pitches.isEmpty else { return true }
    return kind == .notes && pitches.count > 1 && pitches[0] == lowest
      && zip(pitches, pitches.dropFirst()).allSatisfy { $0 < $1 }
  }
}
