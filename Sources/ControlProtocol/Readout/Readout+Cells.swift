import Timeline

extension Readout {
  /// The result of `cells.list` as a table, with a line that says how to go on if there is more.
  package func cells(_ result: Value) -> String {
    let cells = result["cells"]?.array ?? []
    guard !cells.isEmpty else { return "no cells" }
    var table = TextTable(["id", "row", "at", "for", "what"])
    for cell in cells {
      let position = cell["position"]?.ticks ?? .zero
      table.append([
        cell["cell"].map(\.json) ?? "",
        cell["row"]?.integer.map(row) ?? "",
        self.position(position),
        cell["duration"]?.ticks.map { length($0, at: position) } ?? "",
        content(of: cell).joined(separator: "  "),
      ])
    }
    guard let next = result["next"], let cursor = try? CellCursor(next) else { return table.text }
    return table.text + "\nmore: after=\(cursor.text)"
  }
}

extension CellCursor {
  /// Reads back as the same place.
  package var text: String { "\(position.text),\(row.number),\(cell.number)" }
}
