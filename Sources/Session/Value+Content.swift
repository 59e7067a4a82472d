import ControlProtocol
import Timeline

extension Members {
  /// Appends what a cell plays: as lists, insertions and changes show it.
  mutating func appendContent(of placed: PlacedCell) {
    switch placed.content {
    case nil:
      guard placed.cell.kind == .notes else { return }
      append("chord", ifPresent: placed.rare.chord.map { .string($0.text) })
      append("notes", Value(placed.pitches))
      append("velocity", Value(placed.cell.velocity.number))
      if placed.cell.offVelocity != 64 { append("release", Value(placed.cell.offVelocity)) }
    case .clip(let clip):
      append("clip", Value(clip))
      append("loop", ifPresent: clip.loop.map { Value($0) })
    case .control(let control):
      append("control", .string(control.target.text))
      append("value", Value(control.value))
      append("to", ifPresent: control.ramp.map { Value($0.value) })
      append("over", ifPresent: control.ramp.map { Value($0.length) })
    case .program(let change):
      append("program", Value(change.program + 1))
      append("bank", ifPresent: change.bank.map { .string($0.text) })
    case .sysex(let message): append("sysex", .string(message.text))
    case .meta(let event): append("meta", .string(event.text))
    }
    if placed.rare.offset != .zero { append("offset", Value(placed.rare.offset)) }
  }
}

extension ObjectText {
  /// Appends what is new about the content of a cell; null where it has something no more.
  ///
  /// Of a control, all is told when anything is new.
  mutating func appendChanges(from before: PlacedCell, to after: PlacedCell) {
    if before.content == nil, after.content == nil {
      return appendNoteChanges(from: before, to: after)
    }
    var (old, new) = (Members(), Members())
    old.appendContent(of: before)
    new.appendContent(of: after)
    let isWhole = after.rare.control != nil && before.rare.control != after.rare.control
    var changes = Members()
    for member in new.list where isWhole || old[member.key] != member.value {
      changes.append(member.key, member.value)
    }
    for member in old.list where new[member.key] == nil { changes.append(member.key, .null) }
    append(changes)
  }

  /// The same for notes and labels, which most cells are.
  private mutating func appendNoteChanges(from before: PlacedCell, to after: PlacedCell) {
    if before.cell.hasRare || after.cell.hasRare {
      let (old, new) = (before.rare.chord, after.rare.chord)
      if old != new { append("chord", new.map { .string($0.text) } ?? .null) }
    }
    if !before.strikesSame(as: after) { append("notes", Value(after.pitches)) }
    if before.cell.velocity != after.cell.velocity {
      append("velocity", Value(after.cell.velocity.number))
    }
    if before.cell.offVelocity != after.cell.offVelocity {
      append("release", Value(after.cell.offVelocity))
    }
  }
}

extension Value {
  init(_ pitches: [Pitch]) {
    self = .array(pitches.map { Value($0.number) })
  }

  /// Without the loop, which stands beside it.
  fileprivate init(_ clip: Clip) {
    var members = Members()
    if !clip.notes.isEmpty { members.append("notes", .array(clip.notes.map { Value($0) })) }
    if !clip.changes.isEmpty { members.append("values", .array(clip.changes.map { Value($0) })) }
    self = .object(members)
  }

  private init(_ note: Clip.Note) {
    var members = Members(reservingCapacity: 5)
    members.append("offset", Value(note.offset))
    members.append("duration", Value(note.duration))
    members.append("pitch", Value(note.pitch.number))
    members.append("velocity", Value(note.velocity.number))
    if note.offVelocity != 64 { members.append("release", Value(note.offVelocity)) }
    self = .object(members)
  }

  private init(_ change: Clip.Change) {
    self = [
      "offset": Value(change.offset), "control": .string(change.target.text),
      "value": Value(change.value),
    ]
  }
}

extension PlacedCell {
  /// How many plain cells take as much room as one reply may hold: some 400 kB.
  static let bulkInReply = 4_000

  /// How many plain cells take as much room in a reply.
  var bulk: Int {
    switch content {
    case .clip(let clip): 1 + (clip.notes.count + clip.changes.count) / 2
    case .sysex(let message): 1 + message.bytes.count / 32
    case .meta(let event): 1 + event.bytes.count / 32
    case .control, .program, nil: 1
    }
  }
}
