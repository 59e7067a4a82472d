/// Something that happens at a place for a while; what is rare about it stands in `Rare`.
///
/// Holds no reference and takes at most 40 bytes, so that a million of them fit anywhere.
package struct Cell: Hashable, Sendable, Identifiable {
  /// Counted by the song, never reused: not after undo, not after a restart.
  package struct ID: Hashable, Comparable, Sendable {
    package let number: Int64

    package init(_ number: Int64) {
      self.number = number
    }

    package static func < (a: ID, b: ID) -> Bool { a.number < b.number }
  }

  /// What a cell does when the playhead crosses it.
  package enum Kind: UInt8, Hashable, Sendable {
    /// Strikes its pitches at the start and releases them at the end.
    case notes
    /// Sounds nothing; carries a label or data.
    case label
    /// Plays notes and control values at places inside.
    case clip
    /// Moves a controller, the bend or a pressure.
    case control
    /// Chooses a program at the start.
    case program
    /// Sends a system exclusive message at the start.
    case sysex
    /// Sounds nothing; is written to MIDI files.
    case meta
  }

  /// What a cell holds that is neither notes nor a label alone.
  package indirect enum Content: Hashable, Sendable {
    case clip(Clip)
    case control(Control)
    case program(ProgramChange)
    case sysex(SystemExclusive)
    case meta(MetaEvent)

    package var kind: Kind {
      switch self {
      case .clip: .clip
      case .control: .control
      case .program: .program
      case .sysex: .sysex
      case .meta: .meta
      }
    }
  }

  /// What few cells have: more pitches than one, the chord that these are, other content, odds, a
  /// label, data.
  package struct Rare: Hashable, Sendable {
    /// All pitches when there is more than one, ascending and distinct; else empty.
    package var pitches: [Pitch] = []
    /// The symbol whose voicing the pitches are.
    package var chord: ChordSymbol?
    /// As the kind of the cell says; nil for notes and labels.
    package var content: Content?
    /// How far inside its clip or ramp the cell begins; negative when it begins before that does.
    package var offset = Ticks.zero
    /// In which passes it plays.
    package var odds = Odds()
    package var label: String?
    /// Any JSON of at most `Limits.data` bytes, as text.
    package var data: String?

    package init(
      pitches: [Pitch] = [], chord: ChordSymbol? = nil, content: Content? = nil,
      offset: Ticks = .zero, odds: Odds = Odds(), label: String? = nil, data: String? = nil
    ) {
      self.pitches = pitches
      self.chord = chord
      self.content = content
      self.offset = offset
      self.odds = odds
      self.label = label
      self.data = data
    }

    package var isEmpty: Bool {
      pitches.isEmpty && chord == nil && content == nil && odds == Odds() && label == nil
        && data == nil
    }

    package var clip: Clip? { if case .clip(let clip) = content { clip } else { nil } }
    package var control: Control? {
      if case .control(let control) = content { control } else { nil }
    }
    package var program: ProgramChange? {
      if case .program(let program) = content { program } else { nil }
    }
    package var sysex: SystemExclusive? {
      if case .sysex(let message) = content { message } else { nil }
    }
    package var meta: MetaEvent? { if case .meta(let event) = content { event } else { nil } }
  }

  package let id: ID
  /// At least zero.
  package var position: Ticks
  /// Above zero.
  package var duration: Ticks
  package var kind: Kind
  /// The lowest pitch of `notes`.
  package var pitch: Pitch
  package var velocity: Velocity
  /// The velocity of the note-off, 0–127.
  package var offVelocity: UInt8
  /// Whether the song holds a `Rare` for this cell.
  package internal(set) var hasRare = false

  package init(
    id: ID, position: Ticks, duration: Ticks, kind: Kind = .notes, pitch: Pitch = Pitch(60),
    velocity: Velocity = .standard, offVelocity: UInt8 = 64
  ) {
    precondition(position >= .zero && duration > .zero)
    self.id = id
    self.position = position
    self.duration = duration
    self.kind = kind
    self.pitch = pitch
    self.velocity = velocity
    self.offVelocity = offVelocity
  }

  package var end: Ticks { position + duration }
}

/// A cell with its row and all that belongs to it: what patches and replies carry.
package struct PlacedCell: Hashable, Sendable {
  package var row: Row.ID
  package var cell: Cell
  /// Nil for a plain note: few cells have any, and all are copied and sorted a lot.
  var box: RareBox?

  package var rare: Cell.Rare {
    get { box?.rare ?? Cell.Rare() }
    set {
      box = newValue.isEmpty ? nil : RareBox(newValue)
      cell.hasRare = box != nil
    }
  }

  /// What it holds that is neither notes nor a label alone; without a look at all that is rare.
  package var content: Cell.Content? { box?.rare.content }

  package init(row: Row.ID, cell: Cell, rare: Cell.Rare = Cell.Rare()) {
    self.row = row
    self.cell = cell
    self.rare = rare
  }

  /// With what is rare about it as the song keeps it.
  init(row: Row.ID, cell: Cell, box: RareBox?) {
    self.row = row
    self.cell = cell
    self.cell.hasRare = box != nil
    self.box = box
  }

  /// The pitches that it strikes, ascending; none for anything but notes.
  package var pitches: [Pitch] {
    guard cell.kind == .notes else { return [] }
    guard let pitches = box?.rare.pitches, !pitches.isEmpty else { return [cell.pitch] }
    return pitches
  }

  /// Whether both strike the same pitches.
  package func strikesSame(as other: PlacedCell) -> Bool {
    guard cell.kind == .notes, other.cell.kind == .notes else {
      return cell.kind == other.cell.kind
    }
    guard cell.hasRare || other.cell.hasRare else { return cell.pitch == other.cell.pitch }
    return rare.pitches == other.rare.pitches && cell.pitch == other.cell.pitch
  }

  /// Makes these the pitches, sorted and without repeats; at least one.
  ///
  /// They are the voicing of the chord, or of none.
  package mutating func setPitches(_ pitches: [Pitch], of chord: ChordSymbol? = nil) {
    let distinct = pitches.count == 1 ? pitches : Set(pitches).sorted()
    precondition(!distinct.isEmpty)
    cell.kind = .notes
    cell.pitch = distinct[0]
    if box == nil, distinct.count == 1, chord == nil { return }
    var rare = rare
    rare.pitches = distinct.count > 1 ? distinct : []
    rare.chord = chord
    rare.content = nil
    rare.offset = .zero
    self.rare = rare
  }

  /// The same content at another place and time under another id.
  package func copied(id: Cell.ID, position: Ticks, duration: Ticks) -> PlacedCell {
    let copy = Cell(
      id: id, position: position, duration: duration, kind: cell.kind, pitch: cell.pitch,
      velocity: cell.velocity, offVelocity: cell.offVelocity)
    return PlacedCell(row: row, cell: copy, box: box)
  }
}

/// What is rare about a cell, shared by the song and all who look at the cell.
final class RareBox: Hashable, Sendable {
  let rare: Cell.Rare

  init(_ rare: Cell.Rare) {
    self.rare = rare
  }

  static func == (a: RareBox, b: RareBox) -> Bool { a === b || a.rare == b.rare }

  func hash(into hasher: inout Hasher) {
    hasher.combine(rare)
  }
}
