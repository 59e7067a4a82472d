import Timeline

extension Readout {
  /// What became of cells, the wishes before their consequences.
  ///
  /// More than a few cells that met the same fate are told together.
  func cellChanges(_ result: Value) -> [String] {
    if result["partial"] == true, let counts = result["counts"] { return Readout.counts(counts) }
    let updates = result["updates"]?.array ?? []
    let insertions = result["insertions"]?.array ?? []
    let removals = result["removals"]?.array ?? []
    var (pieces, copies) = Readout.offspring(of: updates, removals, in: insertions)
    var changes = insertions.filter { $0["source"] == nil }.map(addition) + copies.map(copy)
    var consequences: [CellChange] = []
    for cell in updates {
      let change = update(cell, pieces.removeValue(forKey: cell["cell"]?.integer ?? 0) ?? [])
      if change.fate == .moved { changes.append(change) } else { consequences.append(change) }
    }
    changes += consequences
    changes += insertions.filter { pieces[$0["source"]?.integer ?? 0] != nil }.map(piece)

    var parts = told(changes)
    if !removals.isEmpty {
      parts.append(Readout.removal(of: removals))
    }
    return parts
  }

  /// What was cut from a cell that the result has too, by that cell; and what was copied.
  private static func offspring(
    of updates: [Value], _ removals: [Value], in insertions: [Value]
  ) -> (pieces: [Int64: [Value]], copies: [Value]) {
    var hosts: [Int64: Place] = [:]
    for cell in updates {
      guard let id = cell["cell"]?.integer, let was = cell["was"] else { continue }
      hosts[id] = Place(was)
    }
    let gone = Set(removals.compactMap(\.integer))
    var pieces: [Int64: [Value]] = [:]
    var copies: [Value] = []
    for cell in insertions {
      guard let source = cell["source"]?.integer else { continue }
      if gone.contains(source) || hosts[source]?.contains(Place(cell)) == true {
        pieces[source, default: []].append(cell)
      } else {
        copies.append(cell)
      }
    }
    return (pieces, copies)
  }

  /// The row is named where it is another than just before.
  private func told(_ changes: [CellChange]) -> [String] {
    var parts: [String] = []
    var row: Int64?
    var rest = changes[...]
    while let first = rest.first {
      let alike = rest.prefix { $0.row == first.row && $0.fate == first.fate }
      let isOne = alike.count > 1 && first.fate == .changed && alike.allSatisfy { $0 == first }
      let isMany = isOne || alike.count > Readout.few
      var told = isMany ? [Readout.summary(of: alike)] : alike.map { "\($0.name)\($0.text)" }
      if first.row != row { told[0] = "\(self.row(first.row)) \(told[0])" }
      row = first.row
      parts += told
      rest = rest.dropFirst(alike.count)
    }
    return parts
  }

  private static func summary(of changes: ArraySlice<CellChange>) -> String {
    let first = changes[changes.startIndex]
    let isSame = first.fate == .changed && changes.allSatisfy { $0.text == first.text }
    return "\(changes.count) cells\(isSame ? first.text : " \(first.fate.rawValue)")"
  }

  private func addition(_ cell: Value) -> CellChange {
    let place = Place(cell)
    return CellChange(
      row: place.row, name: name(of: cell), fate: .added,
      text: " added \(span(place)) as \(cell["cell"].map(\.json) ?? "?")")
  }

  private func copy(_ cell: Value) -> CellChange {
    let place = Place(cell)
    return CellChange(
      row: place.row, name: name(of: cell), fate: .copied,
      text: " copied to \(span(place)) as \(cell["cell"].map(\.json) ?? "?")")
  }

  /// What came of a cell that is gone itself.
  private func piece(_ cell: Value) -> CellChange {
    let place = Place(cell)
    let source = cell["source"].map(\.json) ?? "?"
    return CellChange(
      row: place.row, name: name(of: cell), fate: .split,
      text: " split off cell \(source) \(span(place))")
  }

  private func update(_ cell: Value, _ pieces: [Value]) -> CellChange {
    let place = Place(cell)
    let was = Place(cell["was"] ?? .null, or: place)
    let (fate, text) = fate(from: was, to: place, pieces)
    let content = changes(of: cell)
    return CellChange(
      row: was.row, name: name(of: cell), fate: fate,
      text: text + (content.isEmpty ? "" : ": \(content)"))
  }

  private func fate(
    from was: Place, to place: Place, _ pieces: [Value]
  ) -> (CellChange.Fate, String) {
    if !pieces.isEmpty {
      let places = [place] + pieces.map { Place($0) }
      guard places.count > Readout.few else {
        return (.split, " split into \(places.map(span).joined(separator: " and "))")
      }
      let end = places.map(\.end).max() ?? place.end
      return (.split, " split into \(places.count) cells \(span(place.position, end))")
    }
    if was.row != place.row || (was.position != place.position && was.duration == place.duration) {
      let target = was.row != place.row ? "\(row(place.row)) " : ""
      return (.moved, " \(position(was.position)) → \(target)\(position(place.position))")
    }
    guard was != place else { return (.changed, "") }
    let isInside = place.position >= was.position && place.end <= was.end
    let fate = isInside ? CellChange.Fate.trimmed : .resized
    return (fate, " \(fate.rawValue) to \(span(place))")
  }

  /// The content that is new about a changed cell, such as `plays F2 vel 90`.
  private func changes(of cell: Value) -> String {
    var parts: [String] = []
    if let chord = cell["chord"]?.string {
      parts.append("plays \(chord)")
    } else if let notes = cell["notes"], notes != .null {
      parts.append("plays \(Readout.notes(notes))")
    }
    if let velocity = cell["velocity"]?.integer { parts.append("vel \(velocity)") }
    if let release = cell["release"]?.integer { parts.append("release \(release)") }
    parts += otherContent(of: cell) + Readout.odds(of: cell)
    if let label = cell["label"] { parts.append(label.string.map { "label \($0)" } ?? "no label") }
    if cell["data"] != nil { parts.append("data") }
    return parts.isEmpty && cell["was"] == nil ? "changed" : parts.joined(separator: " ")
  }

  private static func counts(_ counts: Value) -> [String] {
    [("added", "insertions"), ("changed", "updates"), ("removed", "removals")]
      .compactMap { verb, key in
        guard let count = counts[key]?.integer, count > 0 else { return nil }
        return "\(count) cells \(verb)"
      }
  }

  /// A few by their ids, which may have been heard of before; more are counted.
  private static func removal(of cells: [Value]) -> String {
    switch cells.count {
    case 1: "cell \(list(cells)) removed"
    case ...few: "cells \(list(cells)) removed"
    default: "\(cells.count) cells removed"
    }
  }

  /// How many cells with one fate are told one by one.
  private static let few = 3

  static func list(_ ids: [Value]) -> String {
    let most = 8
    let shown = ids.prefix(most).map(\.json).joined(separator: ",")
    return ids.count > most ? "\(shown) and \(ids.count - most) more" : shown
  }

  private func span(_ place: Place) -> String { span(place.position, place.end) }
}

/// What happened to one cell, in words.
private struct CellChange: Equatable {
  enum Fate: String {
    case added
    case copied
    case moved
    case trimmed
    case resized
    case split
    case changed
  }

  let row: Int64
  let name: String
  let fate: Fate
  /// Follows the name.
  let text: String
}

/// Where a cell is, or was.
private struct Place: Equatable {
  let row: Int64
  let position: Ticks
  let duration: Ticks

  init(_ value: Value, or other: Place? = nil) {
    row = value["row"]?.integer ?? other?.row ?? 0
    position = value["position"]?.ticks ?? other?.position ?? .zero
    duration = value["duration"]?.ticks ?? other?.duration ?? .zero
  }

  var end: Ticks { position + duration }

  /// Whether another place is a part of this one.
  func contains(_ other: Place) -> Bool {
    row == other.row && position <= other.position && other.end <= end
  }
}
