/// An object as JSON text, written member by member: for what is said often, without values in
/// between.
///
/// That keys are new, and hold nothing that has to be escaped, is the caller's promise.
package struct ObjectText: Sendable {
  private var bytes: [UInt8] = []

  /// An object without members.
  package init() {
    // Most are shorter, and grow no more.
    bytes.reserveCapacity(384)
    bytes.append(UInt8(ascii: "{"))
  }

  /// The object as a value.
  package var value: Value { .encoded(closed) }

  private var closed: [UInt8] {
    var bytes = bytes
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// Appends a member.
  package mutating func append(_ key: String, _ value: Value) {
    begin(key)
    value.write(to: &bytes)
  }

  /// Appends a member that is a whole number.
  package mutating func append(_ key: String, _ integer: Int64) {
    begin(key)
    bytes.append(addingCapacity: 20) { output in output.append(integer) }
  }

  /// Appends a member unless there is no value.
  package mutating func append(_ key: String, ifPresent value: Value?) {
    if let value { append(key, value) }
  }

  /// Appends members, whatever their keys hold.
  package mutating func append(_ members: Members) {
    for member in members.list {
      separate()
      Value.string(member.key).write(to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      member.value.write(to: &bytes)
    }
  }

  /// Appends all members of another object.
  package mutating func append(_ other: ObjectText) {
    guard other.bytes.count > 1 else { return }
    separate()
    bytes += other.bytes.dropFirst()
  }

  /// Appends a member that is an object.
  package mutating func append(_ key: String, object body: (inout ObjectText) -> Void) {
    begin(key)
    enclose(body)
  }

  /// Appends a member that is a list, to be filled with `appendObject` and `appendElement`.
  package mutating func append(_ key: String, list body: (inout ObjectText) -> Void) {
    begin(key)
    bytes.append(UInt8(ascii: "["))
    body(&self)
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends an object to the list that is being filled.
  package mutating func appendObject(_ body: (inout ObjectText) -> Void) {
    separate()
    enclose(body)
  }

  /// Appends a value to the list that is being filled.
  package mutating func appendElement(_ value: Value) {
    separate()
    value.write(to: &bytes)
  }

  private mutating func enclose(_ body: (inout ObjectText) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    body(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func begin(_ key: String) {
    separate()
    let key = key.utf8Span.span
    bytes.append(addingCapacity: key.count + 3) { output in
      output.append(UInt8(ascii: "\""))
      for index in key.indices { output.append(key[index]) }
      output.append(UInt8(ascii: "\""))
      output.append(UInt8(ascii: ":"))
    }
  }

  private mutating func separate() {
    switch bytes[bytes.count - 1] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }
}
