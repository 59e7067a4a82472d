import Timeline

extension Readout {
  /// Ports, where they lead, what takes what they play and what there is to hear; of a connection,
  /// only what it is now.
  func ports(_ result: Value) -> String {
    let connections = result["connections"]?.array ?? []
    if let port = result["port"] {
      let own = connections.filter { $0["port"] == port }
      guard !own.isEmpty else { return "\(Readout.plain(port)) is not connected" }
      return own.map(Readout.connection).joined(separator: "\n")
    }
    var lines: [String] = []
    if let output = result["output"] { lines.append("output   \(Readout.plain(output))") }
    if let trouble = result["trouble"]?.string { lines.append("trouble  \(trouble)") }
    if let ports = result["ports"], ports != [] { lines.append("ports    \(Readout.plain(ports))") }
    lines += connections.map(Readout.connection) + clocks(result) + delays(result)
    if let sync = result["sync"], sync["source"] == "clock" { lines.append(Readout.sync(sync)) }
    if let machine = result["mmc"], machine["on"] == true { lines.append(Readout.machine(machine)) }
    let tables = ["devices", "sources"].compactMap { key -> String? in
      guard let devices = result[key]?.array, !devices.isEmpty else { return nil }
      var members = Members()
      members.append(key, .array(devices))
      return "\(key)\n\(Readout.plain(.object(members)))"
    }
    return (lines + (tables.isEmpty ? ["no devices"] : tables)).joined(separator: "\n")
  }

  /// Where the tempo comes from, such as `clock ← in ✓ 120.02 bpm`.
  static func sync(_ value: Value) -> String {
    guard value["source"] == "clock" else { return "clock internal" }
    let stops = value["lost"] == "stop" ? ", stops without" : ""
    guard value["locked"] == true else { return "clock ← \(PortName.input), waiting\(stops)" }
    let bpm = ((value["bpm"]?.number ?? 0) * 100).rounded() / 100
    return "clock ← \(PortName.input) ✓ \(short(bpm)) bpm\(stops)"
  }

  /// Whether machine control is obeyed, such as `mmc on, device 5`.
  static func machine(_ value: Value) -> String {
    guard value["on"] == true else { return "mmc off" }
    let device = value["device"]?.integer ?? 127
    return device == 127 ? "mmc on" : "mmc on, device \(device)"
  }

  /// Which ports are late or early, such as `drums -7 ms`.
  func delays(_ result: Value) -> [String] {
    (result["delays"]?.array ?? []).map { delay in
      "\(delay["port"]?.string ?? "?") \(Readout.short(delay["delay"]?.number ?? 0)) ms"
    }
  }

  /// Which ports send MIDI clock, such as `clock → drums always -3 ms`.
  func clocks(_ result: Value) -> [String] {
    (result["clocks"]?.array ?? []).map { clock in
      let always = clock["on"] == "always" ? " always" : ""
      let delay = clock["delay"]?.number ?? 0
      return "clock → \(clock["port"]?.string ?? "?")\(always)"
        + (delay == 0 ? "" : " \(Readout.short(delay)) ms")
    }
  }
}
