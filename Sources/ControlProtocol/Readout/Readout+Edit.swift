import Timeline

extension Readout {
  /// An edit's result in one line, such as `bass C 7:1 → 6:3, F trimmed to 5:1–6:3`.
  package func edit(_ result: Value) -> String {
    var parts = cellChanges(result) + settingChanges(result)
    if parts.isEmpty { parts = ["nothing changed"] }
    let most = 8
    if parts.count > most {
      parts[most - 1] = "and \(parts.count - most + 1) more"
      parts.removeSubrange(most...)
    }
    return parts.joined(separator: ", ") + remarks(on: result)
  }

  /// A step taken back or done again, such as `move 1 cell undone: C 6:3 → 7:1`.
  func step(_ result: Value, _ verb: String) -> String {
    let done = result["counts"].flatMap { $0["rows"] == nil ? nil : song($0) }
    guard let name = result["name"]?.string else { return done ?? edit(result) }
    return "\(name)\(Readout.author(of: result)) \(verb): \(done ?? edit(result))"
  }

  /// Such as ` by Anna`; nothing where nobody has said a name.
  private static func author(of step: Value) -> String {
    step["author"]?.string.map { " by \($0)" } ?? ""
  }

  private func settingChanges(_ result: Value) -> [String] {
    var parts = (result["rows"]?.array ?? []).map(rowChange)
    parts += (result["sections"]?.array ?? []).map(sectionChange)
    if let maps = result["maps"] { parts.append(briefMaps(maps)) }
    if let range = result["range"], let text = self.range(range) { parts.append("range \(text)") }
    if let metronome = result["metronome"] { parts.append(Readout.metronome(metronome)) }
    if let swing = result["swing"] {
      let amount = Readout.short(swing["amount"]?.number ?? 50)
      parts.append("swing \(amount) \(swing["step"]?.string ?? "")")
    }
    if let seed = result["seed"] { parts.append("seed \(seed.json)") }
    if let chase = result["chase"] { parts.append("chase \(chase == true ? "on" : "off")") }
    if let title = result["title"]?.string { parts.append("title \"\(title)\"") }
    if let snap = result["snap"] { parts.append("snap \(Readout.grid(snap))") }
    if let scale = result["scale"] { parts.append("speed ×\(Readout.plain(scale))") }
    if result["data"] != nil { parts.append("data changed") }
    if let resolution = result["resolution"] {
      parts.append("resolution \(resolution.integer.map { "\($0) ticks" } ?? "none")")
    }
    if let scenes = result["scenes"]?.array {
      let names = scenes.compactMap { $0["name"]?.string }
      parts.append(names.isEmpty ? "no scenes" : "scenes \(names.joined(separator: ", "))")
    }
    return parts
  }

  /// Such as `row kick (channel 10, C2, muted)`, or `row kick moved to 0`.
  private func rowChange(_ row: Value) -> String {
    let name = row["name"]?.string ?? row["row"].map(\.json) ?? "?"
    if row["removed"] == true { return "row \(name) removed" }
    if row["moved"] == true { return "row \(name) moved to \(row["index"].map(\.json) ?? "?")" }
    let settings = Readout.settings(of: row).filter { !$0.isEmpty }
    return "row \(name)" + (settings.isEmpty ? "" : " (\(settings.joined(separator: ", ")))")
  }

  /// Such as `tap 2`, and from the third on `tap 3: 120 bpm`.
  func tap(_ result: Value) -> String {
    let bpm = result["bpm"]?.number.map { ": \(Readout.tempo($0)) bpm" }
    return "tap \(result["taps"].map(\.json) ?? "?")\(bpm ?? "")"
  }

  /// Such as `metronome on at click, counts 1 in`.
  static func metronome(_ value: Value) -> String {
    let bars = value["countIn"]?.integer ?? 0
    return "metronome \(value["on"] == true ? "on" : "off")"
      + (value["port"]?.string.map { " at \($0)" } ?? "") + (bars > 0 ? ", counts \(bars) in" : "")
  }

  /// Such as `● keys quantize 1/16 at 80 %, replaces`.
  static func armed(_ value: Value?) -> String {
    guard let value, let name = value["name"]?.string else { return "nothing is armed" }
    var text = "● \(name)"
    if let step = value["quantize"] {
      let strength = value["strength"]?.integer ?? 100
      text += " quantize \(grid(step))" + (strength < 100 ? " at \(strength) %" : "")
    }
    if value["mode"] == "replace" { text += ", replaces" }
    if let latency = value["latency"]?.number, latency > 0 {
      text += ", \(short(latency)) ms late"
    }
    return text
  }

  /// A grid as a note value where it has one, such as `1/16`.
  private static func grid(_ value: Value) -> String {
    (try? Snap(reading: value))?.noteText ?? plain(value)
  }

  /// What snap and limits made of the wish.
  private func remarks(on result: Value) -> String {
    var remarks: [String] = []
    if let asked = result["asked"]?.ticks, let stored = result["stored"]?.ticks, asked != stored {
      remarks.append("asked \(asked.text), stored \(stored.text)")
    }
    if let cell = result["clamped"] { remarks.append("held back by cell \(cell.json)") }
    if let rows = result["byRows"], let asked = rows["asked"], let stored = rows["stored"] {
      let cell = rows["cell"].map(\.json) ?? "?"
      remarks.append(
        "asked \(asked.json) rows, stored \(stored.json); held back by cell \(cell) in row "
          + row(rows["row"]?.integer ?? 0))
    }
    if let adjusted = result["adjusted"]?.array { remarks.append("\(adjusted.count) adjusted") }
    if result["unsaved"] == true { remarks.append("not saved yet") }
    return remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
  }

  /// A play range such as `5:1–13:1 loop`.
  func range(_ range: Value) -> String? {
    guard let start = range["start"]?.ticks, let end = range["end"]?.ticks else { return nil }
    return span(start, end) + (range["on"] == true ? " loop" : "")
  }
}
