/// The names of ports that are always there; of others rows make output ports as they name them.
package enum PortName {
  /// Where rows play that name no port.
  package static let output = "out"
  /// Where other sequencers and controllers are heard; no row plays there.
  package static let input = "in"
}
