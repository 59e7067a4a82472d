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
    lines += connections.map(Readout.connection)
    guard let devices = result["devices"]?.array, !devices.isEmpty else {
      return (lines + ["no devices"]).joined(separator: "\n")
    }
    return (lines + [Readout.plain(["devices": .array(devices)])]).joined(separator: "\n")
  }
}
