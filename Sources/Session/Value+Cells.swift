import ControlProtocol
import Timeline

extension Value {
  /// A cell as lists and insertions show it; `data` only if asked for.
  init(_ placed: PlacedCell, source: Cell.ID? = nil, data: Bool = false) {
    var members = Value.place(of: placed)
    if placed.cell.kind == .notes {
      members.append("chord", ifPresent: placed.rare.chord.map { .string($0.text) })
      members.append("notes", .notes(placed.pitches))
      members.append("velocity", Value(placed.cell.velocity.number))
      if placed.cell.offVelocity != 64 {
        members.append("release", Value(placed.cell.offVelocity))
      }
    }
    members.append("label", ifPresent: placed.rare.label.map { .string($0) })
    if data { members.append("data", ifPresent: placed.rare.data.map { .encoded($0) }) }
    members.append("source", ifPresent: source.map { Value($0) })
    self = .object(members)
  }

  /// A changed cell: where it is, where it was, and what else is new about it.
  init(from before: PlacedCell, to after: PlacedCell) {
    var members = Value.place(of: after)
    if before.rare.chord != after.rare.chord {
      members.append("chord", after.rare.chord.map { .string($0.text) } ?? .null)
    }
    if before.pitches != after.pitches { members.append("notes", .notes(after.pitches)) }
    if before.cell.velocity != after.cell.velocity {
      members.append("velocity", Value(after.cell.velocity.number))
    }
    if before.cell.offVelocity != after.cell.offVelocity {
      members.append("release", Value(after.cell.offVelocity))
    }
    if before.rare.label != after.rare.label {
      members.append("label", after.rare.label.map { .string($0) } ?? .null)
    }
    if before.rare.data != after.rare.data {
      members.append("data", after.rare.data.map { .encoded($0) } ?? .null)
    }
    members.append(
      "was",
      [
        "row": Value(before.row), "position": Value(before.cell.position),
        "duration": Value(before.cell.duration),
      ])
    self = .object(members)
  }

  private static func place(of placed: PlacedCell) -> Members {
    var members = Members(reservingCapacity: 8)
    members.append("cell", Value(placed.cell.id))
    members.append("row", Value(placed.row))
    members.append("position", Value(placed.cell.position))
    members.append("duration", Value(placed.cell.duration))
    return members
  }

  private static func notes(_ pitches: [Pitch]) -> Value {
    .array(pitches.map { Value($0.number) })
  }
}
