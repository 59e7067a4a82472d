import CJansson
package import ControlProtocol

/// JSON text to the protocol's values, strictly; the other way is `Value.write(to:)`.
///
/// Reading is jansson's. Writing is not: it prints a double either with 17 digits, so that 0.1
/// comes out as 0.10000000000000001, or with the same number of digits for all.
package enum JSONText {
  /// The longest line, in bytes.
  package static let longestLine = 1_048_576
  /// How deep lists and objects may stand in each other.
  package static let deepest = 32

  /// The value of one JSON object or list.
  ///
  /// Refuses duplicate keys, NUL, a byte order mark, invalid UTF-8, numbers that do not fit, and
  /// whatever follows the value.
  package static func read(_ bytes: Span<UInt8>) throws(RequestError) -> Value {
    try read(bytes, flags: JSON_REJECT_DUPLICATES)
  }

  /// The value of JSON text of any kind, a bare number or string too.
  package static func read(_ text: String) throws(RequestError) -> Value {
    try read(Array(text.utf8).span, flags: JSON_REJECT_DUPLICATES | JSON_DECODE_ANY)
  }

  private static func read(_ bytes: Span<UInt8>, flags: Int32) throws(RequestError) -> Value {
    guard bytes.count <= longestLine else {
      throw RequestError(.parse, "the line is longer than \(longestLine) bytes")
    }
    guard !bytes.isEmpty else { throw RequestError(.parse, "there is no JSON") }
    return try bytes.withUnsafeBufferPointer { buffer throws(RequestError) in
      var error = json_error_t()
      let root = buffer.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.flatMap { json_loadb($0, text.count, Int(flags), &error) }
      }
      guard let root else { throw RequestError(.parse, message(of: error)) }
      defer { json_decref(root) }
      return try value(of: root, depth: 0)
    }
  }

  private static func value(
    of json: UnsafeMutablePointer<json_t>, depth: Int
  ) throws(RequestError) -> Value {
    switch json.pointee.type {
    case JSON_OBJECT: return .object(try members(of: json, depth: depth + 1))
    case JSON_ARRAY: return .array(try elements(of: json, depth: depth + 1))
    case JSON_STRING: return .string(string(json_string_value(json), json_string_length(json)))
    case JSON_INTEGER: return .integer(json_integer_value(json))
    case JSON_REAL: return .number(json_real_value(json))
    case JSON_TRUE: return .bool(true)
    case JSON_FALSE: return .bool(false)
    default: return .null
    }
  }

  private static func members(
    of object: UnsafeMutablePointer<json_t>, depth: Int
  ) throws(RequestError) -> Members {
    try check(depth)
    var members = Members(reservingCapacity: json_object_size(object))
    var iterator = json_object_iter(object)
    while let entry = iterator {
      if let value = json_object_iter_value(entry) {
        let key = string(json_object_iter_key(entry), json_object_iter_key_len(entry))
        members.append(key, try self.value(of: value, depth: depth))
      }
      iterator = json_object_iter_next(object, entry)
    }
    return members
  }

  private static func elements(
    of array: UnsafeMutablePointer<json_t>, depth: Int
  ) throws(RequestError) -> [Value] {
    try check(depth)
    var elements: [Value] = []
    let count = json_array_size(array)
    elements.reserveCapacity(count)
    for index in 0..<count {
      guard let element = json_array_get(array, index) else { continue }
      elements.append(try value(of: element, depth: depth))
    }
    return elements
  }

  private static func check(_ depth: Int) throws(RequestError) {
    guard depth <= deepest else {
      throw RequestError(.parse, "lists and objects stand more than \(deepest) deep")
    }
  }

  private static func string(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
    let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
    return String(decoding: buffer, as: UTF8.self)
  }

  private static func message(of error: json_error_t) -> String {
    let text = withUnsafeBytes(of: error.text) { buffer in
      String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
    return "byte \(error.position): \(text)"
  }
}
