import Timeline

extension Readout {
  /// The result of `rows.list` as a table.
  func rows(_ result: Value) -> String {
    let rows = result["rows"]?.array ?? []
    guard !rows.isEmpty else { return "no rows" }
    var table = TextTable(["id", "row", "port", "channel", "cells", "settings"])
    for row in rows {
      table.append([
        row["row"].map(\.json) ?? "", row["name"]?.string ?? "", row["port"]?.string ?? "",
        row["channel"].map(\.json) ?? "", row["cells"].map(\.json) ?? "",
        Readout.more(of: row).joined(separator: ", "),
      ])
    }
    return table.text
  }

  /// Where a row plays and what is special about it, such as `channel 10`, `C2`, `muted`.
  static func settings(of row: Value) -> [String] {
    var settings: [String] = []
    // The port of rows that name none goes without saying.
    if let port = row["port"]?.string, port != PortName.output { settings.append("port \(port)") }
    if let channel = row["channel"]?.integer { settings.append("channel \(channel)") }
    return settings + more(of: row)
  }

  private static func more(of row: Value) -> [String] {
    var settings: [String] = []
    if let number = row["program"]?.integer { settings.append(program(number)) }
    if let bank = row["bank"]?.string { settings.append("bank \(bank)") }
    if let note = row["note"] { settings.append(notes(note)) }
    if row["voices"]?.string == Row.Voices.poly.rawValue { settings.append("poly") }
    settings += (row["tags"]?.array ?? []).compactMap { $0.string.map { "tag:\($0)" } }
    if let steps = row["transpose"]?.integer, steps != 0 { settings.append("transpose \(steps)") }
    if let level = row["level"]?.integer, level != 100 { settings.append("level \(level)") }
    if let delay = row["delay"]?.number, delay != 0 {
      settings.append("delay \(Readout.short(delay)) ms")
    }
    if let swing = row["swing"]?.number { settings.append("swing \(Readout.short(swing))") }
    if row["solo"] == true { settings.append("solo") }
    if row["mute"] == true { settings.append("muted") }
    return settings
  }

  /// The name of a program, counted from 1.
  static func program(_ number: Int64) -> String {
    guard let index = Int(exactly: number - 1), Program.names.indices.contains(index) else {
      return "program \(number)"
    }
    return Program.names[index]
  }
}
