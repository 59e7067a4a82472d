import Timeline

extension Readout {
  /// What a cell plays, such as `F#2  vel 100` or `cc74 20 → 110 over bar`, in parts.
  func content(of cell: Value) -> [String] {
    var parts: [String] = []
    if let chord = cell["chord"]?.string { parts.append(chord) }
    if let notes = cell["notes"] { parts.append(Readout.notes(notes)) }
    if let velocity = cell["velocity"]?.integer { parts.append("vel \(velocity)") }
    parts += otherContent(of: cell) + Readout.odds(of: cell)
    if let label = cell["label"]?.string { parts.append("\"\(label)\"") }
    return parts.filter { !$0.isEmpty }
  }

  /// In which passes a cell plays, such as `chance 50 %` or `pass 2:4`, or what of that is new
  /// about it.
  static func odds(of cell: Value) -> [String] {
    var parts: [String] = []
    if let chance = cell["chance"]?.integer { parts.append("chance \(chance) %") }
    if let every = cell["every"] { parts.append(every.string.map { "pass \($0)" } ?? "every pass") }
    return parts
  }

  /// What a cell holds besides notes and a label, or what of that is new about it.
  func otherContent(of cell: Value) -> [String] {
    let position = cell["position"]?.ticks ?? .zero
    var parts: [String] = []
    if let control = cell["control"]?.string { parts.append(ramp(of: cell, control, position)) }
    if let program = cell["program"]?.integer { parts.append(Readout.program(program)) }
    if let bank = cell["bank"]?.string { parts.append("bank \(bank)") }
    if let clip = cell["clip"], clip != .null { parts.append(Readout.clip(clip)) }
    if let loop = cell["loop"]?.ticks { parts.append("loop \(length(loop, at: position))") }
    if let bytes = cell["sysex"]?.string { parts.append(Readout.shortened("sysex \(bytes)")) }
    if let text = cell["meta"]?.string { parts.append(Readout.shortened(text)) }
    if let offset = cell["offset"]?.ticks { parts.append("offset \(length(offset, at: position))") }
    let isOther = ["clip", "control"].contains { cell[$0] != nil }
    for key in ["loop", "offset"] where cell[key] == .null && !isOther { parts.append("no \(key)") }
    return parts
  }

  /// What a cell other than notes is called, such as `cc74` or a program's name.
  static func name(ofOther cell: Value) -> String? {
    if let control = cell["control"]?.string { return control }
    if let program = cell["program"]?.integer { return Readout.program(program) }
    return ["clip", "sysex", "meta"].first { cell[$0] != nil && cell[$0] != .null }
  }

  /// Such as `cc74 64` or `cc74 20 → 110 over bar`.
  private func ramp(of cell: Value, _ control: String, _ position: Ticks) -> String {
    let value = cell["value"].map(\.json) ?? ""
    guard let last = cell["to"]?.integer, let over = cell["over"]?.ticks else {
      return "\(control) \(value)"
    }
    return "\(control) \(value) → \(last) over \(length(over, at: position))"
  }

  private static func clip(_ value: Value) -> String {
    guard let clip = try? Clip(reading: value) else { return "clip" }
    return shortened("clip \(clip.text)")
  }

  private static func shortened(_ text: String) -> String {
    text.count > 60 ? "\(text.prefix(59))…" : text
  }
}
