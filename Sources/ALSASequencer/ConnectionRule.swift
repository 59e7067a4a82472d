/// Which device a port of ours belongs to, by what a person calls it.
///
/// Devices change their numbers when they return, so a rule holds a name: of the client, of the
/// port, or `Client:Port`. A name in quotes must match whole. Without quotes a whole match comes
/// first, then one that only differs in case, then a part. A number like `20:0` stands for itself.
package struct ConnectionRule: Hashable, Sendable {
  /// What a rule finds among the devices that exist.
  package enum Match: Hashable, Sendable {
    case found(Device)
    /// Several fit equally well; the rule must say more.
    case ambiguous([Device])
    /// None fits now; the rule waits.
    case absent
  }

  /// As it was given.
  package let text: String
  private let name: String
  private let isExact: Bool

  /// Nil when nothing is left between the quotes or spaces.
  package init?(_ text: String) {
    self.text = text
    let bare = trimmed(text)
    isExact = bare.count >= 2 && bare.hasPrefix("\"") && bare.hasSuffix("\"")
    name = isExact ? trimmed(bare.dropFirst().dropLast()) : bare
    if name.isEmpty { return nil }
  }

  /// The device that the rule means.
  package func match(_ devices: [Device]) -> Match {
    if !isExact, let address = PortAddress(name) {
      return devices.first { $0.address == address }.map(Match.found) ?? .absent
    }
    let folded = name.lowercased()
    let exact = devices.filter { names(of: $0).contains(name) }
    if isExact || !exact.isEmpty { return choose(exact) }
    let caseless = devices.filter { names(of: $0).contains { $0.lowercased() == folded } }
    if !caseless.isEmpty { return choose(caseless) }
    return choose(
      devices.filter { device in
        (!device.isThrough || folded.contains("through"))
          && names(of: device).contains { $0.lowercased().contains(folded) }
      })
  }

  /// All the devices that fit equally well.
  package func fits(among devices: [Device]) -> [Device] {
    switch match(devices) {
    case .found(let device): [device]
    case .ambiguous(let devices): devices
    case .absent: []
    }
  }

  private func choose(_ fits: [Device]) -> Match {
    switch fits.count {
    case 0: .absent
    case 1: .found(fits[0])
    default: .ambiguous(fits.sorted { $0.address < $1.address })
    }
  }

  private func names(of device: Device) -> [String] {
    let client = trimmed(device.clientName)
    let port = trimmed(device.portName)
    return [client, port, "\(client):\(port)"]
  }
}

/// Device names end in spaces at times, and nobody types those.
private func trimmed(_ text: some StringProtocol) -> String {
  var rest = Substring(text)
  while rest.first?.isWhitespace == true { rest.removeFirst() }
  while rest.last?.isWhitespace == true { rest.removeLast() }
  return String(rest)
}
