import ControlProtocol
import Timeline

extension Value {
  /// A cell as lists and insertions show it; `data` only if asked for.
  init(_ placed: PlacedCell, source: Cell.ID? = nil, data: Bool = false) {
    var members = Value.place(of: placed)
    members.appendContent(of: placed)
    members.append("label", ifPresent: placed.rare.label.map { .string($0) })
    if data { members.append("data", ifPresent: placed.rare.data.map { .encoded($0) }) }
    members.append("source", ifPresent: source.map { Value($0) })
    self = .object(members)
  }

  /// A changed cell: where it is, where it was, and what else is new about it.
  init(from before: PlacedCell, to after: PlacedCell) {
    var members = Value.place(of: after)
    members.appendChanges(from: before, to: after)
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
}
