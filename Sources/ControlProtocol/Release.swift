/// Which program and which protocol this is.
package enum Release {
  /// Of the program.
  package static let version = "0.1.0"
  /// Grows in front when a client may break, behind when something is added.
  package static let protocolVersion = "1.0"
}
