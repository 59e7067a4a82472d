package import Timeline

extension Readout {
  /// Knows besides what the cells of a result of `cells.list` are called.
  package func naming(cells list: Value) -> Readout {
    var readout = self
    for cell in list["cells"]?.array ?? [] {
      if let id = cell["cell"]?.integer { readout.cellNames[Cell.ID(id)] = Readout.name(in: cell) }
    }
    return readout
  }

  /// The cells of an edit's result that it tells by their ids alone.
  package static func nameless(in result: Value) -> [Cell.ID] {
    (result["updates"]?.array ?? []).compactMap { $0["cell"]?.integer.map { Cell.ID($0) } }
  }

  /// A cell's label, or the chord or the notes that it plays, or its id.
  func name(of cell: Value) -> String {
    guard let id = cell["cell"]?.integer else { return "?" }
    return cellNames[Cell.ID(id)] ?? Readout.name(in: cell) ?? "cell \(id)"
  }

  private static func name(in cell: Value) -> String? {
    if let label = cell["label"]?.string { return label }
    if let chord = cell["chord"]?.string { return chord }
    if let notes = cell["notes"].map(notes), !notes.isEmpty { return notes }
    return name(ofOther: cell)
  }
}
