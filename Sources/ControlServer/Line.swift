package import ControlProtocol

/// One line of output, encoded once for however many clients it goes to.
package struct Line: Equatable, Sendable {
  /// The JSON text with its newline.
  package let bytes: [UInt8]

  package init(_ value: Value) {
    var bytes: [UInt8] = []
    // Most lines are shorter, and grow no more.
    bytes.reserveCapacity(512)
    value.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    self.bytes = bytes
  }
}
