package import ControlProtocol

/// JSON text to the protocol's values, strictly; the other way is `Value.write(to:)`.
package enum JSONText {
  /// The longest line, in bytes.
  package static let longestLine = 1_048_576
  /// How deep lists and objects may stand in each other.
  package static let deepest = 32

  /// The value of one JSON object or list.
  ///
  /// Refuses duplicate keys, NUL, a byte order mark, invalid UTF-8, numbers that do not fit, and
  /// whatever follows the value.
  package static func read(_ bytes: [UInt8]) throws(RequestError) -> Value {
    let value = try readAny(bytes)
    switch value {
    case .object, .array: return value
    default: throw RequestError(.parse, "byte 0: an object or a list must stand here")
    }
  }

  /// The value of JSON text of any kind, a bare number or string too.
  package static func read(_ text: String) throws(RequestError) -> Value {
    try readAny(Array(text.utf8))
  }

  private static func readAny(_ bytes: [UInt8]) throws(RequestError) -> Value {
    guard bytes.count <= longestLine else {
      throw RequestError(.parse, "the line is longer than \(longestLine) bytes")
    }
    guard !bytes.isEmpty else { throw RequestError(.parse, "there is no JSON") }
    var reader = JSONReader(bytes)
    return try reader.document()
  }
}
