extension Readout {
  /// Such as `playhead 0.1.0, protocol 1.0, client 7`.
  static func greeting(_ result: Value) -> String {
    func text(_ key: String) -> String { result[key].map(plain) ?? "?" }
    return "\(text("program")) \(text("version")), protocol \(text("protocol")), "
      + "client \(text("client"))"
  }

  /// How many steps the history keeps and has.
  static func limit(_ result: Value) -> String {
    "keeps \(result["limit"].map(plain) ?? "?") steps, has \(result["steps"].map(plain) ?? "?")"
  }

  /// What does not wait any more, such as `cancelled 3,4`.
  static func cancelled(_ result: Value) -> String {
    result["cancelled"] == [] ? "nothing waits" : plain(result)
  }

  /// Such as `3 cells are selected: 4,5,9`.
  static func selection(_ result: Value) -> String {
    let cells = result["cells"]?.array ?? []
    guard !cells.isEmpty else { return "nothing is selected" }
    return "\(cells.count == 1 ? "1 cell is" : "\(cells.count) cells are") selected: \(list(cells))"
  }

  /// The scenes, a line each, and whom they silence or let play alone.
  func scenes(_ result: Value) -> String {
    let scenes = result["scenes"]?.array ?? []
    guard !scenes.isEmpty else { return "no scenes" }
    var table = TextTable(["scene", "muted", "solo"])
    for scene in scenes {
      let names = ["muted", "soloed"].map { key in
        (scene[key]?.array ?? []).map { row($0.integer ?? 0) }.joined(separator: ",")
      }
      table.append([scene["name"]?.string ?? "?"] + names.map { $0.isEmpty ? "-" : $0 })
    }
    return table.text
  }

  /// What comes in and does something, a line each, and what is bound to what comes in next.
  static func bindings(_ result: Value) -> String {
    var lines: [String] = []
    if let bindings = result["bindings"], bindings != [] {
      lines.append(plain(["bindings": bindings]))
    }
    if let line = result["learning"]?.string { lines.append("what comes in next does: \(line)") }
    return lines.isEmpty ? "nothing is bound" : lines.joined(separator: "\n")
  }

  /// The songs of the set list, a line each.
  static func setList(_ result: Value) -> String {
    result["songs"] == [] ? "no songs" : plain(result)
  }
}
