import ControlProtocol
import Timeline

extension Value {
  /// A cell as lists and insertions show it; `data` only if asked for.
  init(_ placed: PlacedCell, source: Cell.ID? = nil, data: Bool = false) {
    var members = Value.place(of: placed)
    members.appendContent(of: placed)
    members.append(placed.rare.odds)
    members.append("label", ifPresent: placed.rare.label.map { .string($0) })
    if data { members.append("data", ifPresent: placed.rare.data.map { Value(json: $0) }) }
    members.append("source", ifPresent: source.map { Value($0) })
    self = .object(members)
  }

  /// A changed cell: where it is, where it was, and what else is new about it.
  init(from before: PlacedCell, to after: PlacedCell) {
    var members = Value.place(of: after)
    members.appendChanges(from: before, to: after)
    if before.cell.hasRare || after.cell.hasRare {
      let (old, new) = (before.rare, after.rare)
      if old.odds.chance != new.odds.chance {
        members.append("chance", Value(new.odds.chance))
      }
      if old.odds.turn != new.odds.turn {
        members.append("every", new.odds.turn.map { .string($0.text) } ?? .null)
      }
      if old.label != new.label {
        members.append("label", new.label.map { .string($0) } ?? .null)
      }
      if old.data != new.data { members.append("data", new.data.map { Value(json: $0) } ?? .null) }
    }
    var was = Members(reservingCapacity: 3)
    was.append("row", Value(before.row))
    was.append("position", Value(before.cell.position))
    was.append("duration", Value(before.cell.duration))
    members.append("was", .object(was))
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

extension Members {
  /// In which passes a cell plays, where that is not all.
  fileprivate mutating func append(_ odds: Odds) {
    if odds.chance < 100 { append("chance", Value(odds.chance)) }
    append("every", ifPresent: odds.turn.map { .string($0.text) })
  }
}
