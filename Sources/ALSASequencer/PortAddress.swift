/// A sequencer port's number as the kernel counts: `20:0`.
package struct PortAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let client: UInt8
  package let port: UInt8

  package init(client: UInt8, port: UInt8) {
    self.client = client
    self.port = port
  }

  /// From text like `20:0`; nil for anything else.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
      let client = UInt8(parts[0]), let port = UInt8(parts[1])
    else { return nil }
    self.init(client: client, port: port)
  }

  package var description: String { "\(client):\(port)" }

  package static func < (a: PortAddress, b: PortAddress) -> Bool {
    (a.client, a.port) < (b.client, b.port)
  }
}

/// A port of another client that ours can be connected with.
package struct Device: Hashable, Sendable, CustomStringConvertible {
  package let address: PortAddress
  package let clientName: String
  package let portName: String

  package init(address: PortAddress, clientName: String, portName: String) {
    self.address = address
    self.clientName = clientName
    self.portName = portName
  }

  /// Whether it only hands on what it takes, to whoever listens.
  ///
  /// Such a port makes no sound and can close a loop, so it is only used when it is asked for.
  package var isThrough: Bool { clientName == "Midi Through" }

  package var description: String { "\(address) \(clientName):\(portName)" }
}
