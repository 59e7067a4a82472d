import Timeline

extension Readout {
  /// An edit's result in one line, such as `41 bass 7:1 → 6:3, 40 bass trimmed to 5:1–6:3`.
  package func edit(_ result: Value) -> String {
    var parts = cellChanges(result) + settingChanges(result)
    if parts.isEmpty { parts = ["nothing changed"] }
    let most = 6
    if parts.count > most {
      parts[most - 1] = "and \(parts.count - most + 1) more"
      parts.removeSubrange(most...)
    }
    return parts.joined(separator: ", ") + Readout.remarks(on: result)
  }

  private func cellChanges(_ result: Value) -> [String] {
    if result["partial"] == true, let counts = result["counts"] {
      return [("added", "insertions"), ("changed", "updates"), ("removed", "removals")]
        .compactMap { verb, key in
          guard let count = counts[key]?.integer, count > 0 else { return nil }
          return "\(count) cells \(verb)"
        }
    }
    var parts = (result["insertions"]?.array ?? []).map(insertion)
    parts += (result["updates"]?.array ?? []).map(update)
    let removals = result["removals"]?.array ?? []
    if !removals.isEmpty { parts.append("\(Readout.list(removals)) removed") }
    return parts
  }

  private func settingChanges(_ result: Value) -> [String] {
    var parts = (result["rows"]?.array ?? []).map { row in
      let name = row["name"]?.string ?? (row["removed"] == true ? "removed" : "")
      return "row \(row["row"].map(\.json) ?? "?") \(name)"
    }
    if let maps = result["maps"] { parts.append(Readout.tempoAndMeter(maps)) }
    if let range = result["range"], let text = self.range(range) { parts.append("range \(text)") }
    for key in ["title", "snap", "scale", "data"] {
      if let value = result[key] { parts.append("\(key) \(Readout.plain(value))") }
    }
    if let pending = result["pending"]?.ticks { parts.append("waits for \(position(pending))") }
    return parts
  }

  private static func tempoAndMeter(_ maps: Value) -> String {
    guard let tempo = maps["tempo"]?.array, let meter = maps["meter"]?.array, tempo.count == 1,
      meter.count == 1, let bpm = tempo[0]["bpm"]?.number
    else { return "tempo or meter changed" }
    return "\(short(bpm)) bpm \(meter[0]["meter"]?.string ?? "")"
  }

  /// What snap and limits made of the wish.
  private static func remarks(on result: Value) -> String {
    var remarks: [String] = []
    if let asked = result["asked"]?.ticks, let stored = result["stored"]?.ticks, asked != stored {
      remarks.append("asked \(asked.text), stored \(stored.text)")
    }
    if let cell = result["clamped"] { remarks.append("held back by \(cell.json)") }
    if let adjusted = result["adjusted"]?.array { remarks.append("\(adjusted.count) adjusted") }
    if result["unsaved"] == true { remarks.append("not saved yet") }
    return remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
  }

  private static func list(_ ids: [Value]) -> String {
    let most = 8
    let shown = ids.prefix(most).map(\.json).joined(separator: ",")
    return ids.count > most ? "\(shown) and \(ids.count - most) more" : shown
  }

  private func insertion(_ cell: Value) -> String {
    let place = Place(cell)
    let verb = cell["source"].map { "split off \($0.json)" } ?? "added"
    return "\(name(cell, place)) \(verb) \(span(place))"
  }

  private func update(_ cell: Value) -> String {
    let place = Place(cell)
    guard let former = cell["was"], former["position"] != nil || former["row"] != nil else {
      return "\(name(cell, place)) changed"
    }
    let was = Place(former, or: place)
    if was.row != place.row || (was.position != place.position && was.duration == place.duration) {
      let target = was.row != place.row ? "\(row(place.row)) " : ""
      return "\(name(cell, was)) \(position(was.position)) → \(target)\(position(place.position))"
    }
    guard was != place else { return "\(name(cell, place)) changed" }
    let isInside = place.position >= was.position && place.end <= was.end
    return "\(name(cell, place)) \(isInside ? "trimmed" : "resized") to \(span(place))"
  }

  private func name(_ cell: Value, _ place: Place) -> String {
    "\(cell["cell"].map(\.json) ?? "?") \(row(place.row))"
  }

  private func span(_ place: Place) -> String { span(place.position, place.end) }

  /// A play range such as `5:1–13:1 loop`.
  func range(_ range: Value) -> String? {
    guard let start = range["start"]?.ticks, let end = range["end"]?.ticks else { return nil }
    return span(start, end) + (range["on"] == true ? " loop" : "")
  }
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
}
