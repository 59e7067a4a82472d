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

  private static func place(of placed: PlacedCell) -> Members {
    var members = Members(reservingCapacity: 8)
    members.append("cell", Value(placed.cell.id))
    members.append("row", Value(placed.row))
    members.append("position", Value(placed.cell.position))
    members.append("duration", Value(placed.cell.duration))
    return members
  }
}

extension ObjectText {
  /// Appends a changed cell: where it is, where it was, and what else is new about it.
  mutating func appendChange(from before: PlacedCell, to after: PlacedCell) {
    append("cell", after.cell.id.number)
    appendPlace(of: after)
    appendChanges(from: before, to: after)
    if before.cell.hasRare || after.cell.hasRare { appendRareChanges(before.rare, after.rare) }
    append("was", object: { $0.appendPlace(of: before) })
  }

  private mutating func appendPlace(of placed: PlacedCell) {
    append("row", placed.row.number)
    append("position", Value(placed.cell.position))
    append("duration", Value(placed.cell.duration))
  }

  private mutating func appendRareChanges(_ old: Cell.Rare, _ new: Cell.Rare) {
    if old.odds.chance != new.odds.chance { append("chance", Value(new.odds.chance)) }
    if old.odds.turn != new.odds.turn {
      append("every", new.odds.turn.map { .string($0.text) } ?? .null)
    }
    if old.label != new.label { append("label", new.label.map { .string($0) } ?? .null) }
    if old.data != new.data { append("data", new.data.map { Value(json: $0) } ?? .null) }
  }
}

extension Members {
  /// In which passes a cell plays, where that is not all.
  fileprivate mutating func append(_ odds: Odds) {
    if odds.chance < 100 { append("chance", Value(odds.chance)) }
    append("every", ifPresent: odds.turn.map { .string($0.text) })
  }
}
