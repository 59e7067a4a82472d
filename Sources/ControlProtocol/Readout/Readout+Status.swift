import Timeline

extension Readout {
  /// The transport in one line, such as `▶ 6:3.5  5:1–13:1 loop pass 3  118 bpm 4/4`.
  ///
  /// From a transport state, or a status that holds one as `transport`; ports follow if it has any.
  package func status(_ status: Value) -> String {
    let transport = status["transport"] ?? status
    var parts: [String] = []
    let at = transport["position"]?.ticks.map { position(Readout.rough($0)) } ?? ""
    parts.append("\(Readout.symbol(of: transport["state"]?.string)) \(at)")
    if let range = status["range"] ?? transport["range"], var text = self.range(range) {
      if let pass = transport["pass"]?.integer, pass > 0 { text += " pass \(pass)" }
      parts.append(text)
    }
    if let bpm = transport["bpm"]?.number {
      let meter = transport["position"]?.ticks.map { meters.event(at: $0).meter.text }
      let goal = transport["ramp"]?["to"]?["bpm"]?.number.map { " → \(Readout.tempo($0))" }
      // On a ramp more than a tenth could not be read in time.
      let now = goal == nil ? bpm : (bpm * 10).rounded() / 10
      parts.append("\(Readout.tempo(now))\(goal ?? "") bpm\(meter.map { " " + $0 } ?? "")")
    }
    if let scale = transport["scale"]?.number, scale != 1 {
      parts.append("×\(Readout.short(scale))")
    }
    if let name = transport["armed"]?["name"]?.string { parts.append("● \(name)") }
    if let waiting = status["pending"]?.array, !waiting.isEmpty {
      parts.append("next: \(waiting.map(briefly).joined(separator: ", "))")
    }
    if status["unsaved"] == true { parts.append("not saved") }
    if let trouble = status["trouble"]?.string { parts.append(trouble) }
    let connections = (status["connections"]?.array ?? []).filter { $0["forbidden"] != true }
    let leader = status["sync"].flatMap { $0["source"] == "clock" ? [Readout.sync($0)] : nil } ?? []
    let ports = leader + connections.map(Readout.connection) + clocks(status) + delays(status)
    if !ports.isEmpty { parts.append(ports.joined(separator: " · ")) }
    return parts.joined(separator: "  ")
  }

  /// The hundredth of a beat that the playhead has reached: more could not be read in time.
  private static func rough(_ position: Ticks) -> Ticks {
    let hundredth = Ticks.perBeat / 100
    return Ticks(count: position.count / hundredth * hundredth)
  }

  private static func symbol(of state: String?) -> String {
    switch state {
    case "rolling": "▶"
    case "counting in", "waiting": "▷"
    case "stopped": "■"
    case let other?: other
    case nil: "?"
    }
  }

  /// Beats per minute to a thousandth: what a MIDI file makes of 118 reads so.
  static func tempo(_ bpm: Double) -> String { short((bpm * 1e3).rounded() / 1e3) }

  /// A number without a needless `.0`.
  static func short(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Such as `bass → Minitaur ✓`, or `in ← KeyStep ✓` of the input port.
  static func connection(_ value: Value) -> String {
    let port = value["port"]?.string ?? "?"
    let target = value["to"]?.string ?? "?"
    if value["forbidden"] == true { return "\(port) ✗ \(target)" }
    let arrow = port == PortName.input ? "←" : "→"
    let state = value["trouble"]?.string.map { ", \($0)" } ?? ", waiting"
    return "\(port) \(arrow) \(target)\(value["connected"] == true ? " ✓" : state)"
  }
}
