extension Readout {
  /// Ports, where they lead and what devices are there; of a connection, only what it is now.
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
    lines += connections.map(Readout.connection) + clocks(result)
    guard let devices = result["devices"]?.array, !devices.isEmpty else {
      return (lines + ["no devices"]).joined(separator: "\n")
    }
    return (lines + [Readout.plain(["devices": .array(devices)])]).joined(separator: "\n")
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
