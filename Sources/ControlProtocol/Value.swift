/// A JSON value, as requests, replies and events are made of.
///
/// Numbers are finite. The members of an object keep their order; reading refuses duplicate keys.
package enum Value: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([Value])
  case object(Members)
  /// JSON text in UTF-8, checked when it came in or written here.
  case encoded([UInt8])

  /// The member of an object; nil where there is none, or for anything but an object.
  ///
  /// What is JSON text already is read for it.
  package subscript(key: String) -> Value? {
    switch self {
    case .object(let members): members[key]
    case .encoded(let text): (try? JSONText.read(document: text.span))?[key]
    default: nil
    }
  }

  package var integer: Int64? {
    guard case .integer(let integer) = self else { return nil }
    return integer
  }

  /// A number of either kind.
  package var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  package var string: String? {
    guard case .string(let string) = self else { return nil }
    return string
  }

  package var array: [Value]? {
    guard case .array(let array) = self else { return nil }
    return array
  }

  package var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// What kind of value this is, for a person.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    case .encoded: "JSON text"
    }
  }
}

/// The members of an object in the order in which they were written.
package struct Members: Equatable, Sendable {
  /// A key with its value.
  package struct Member: Equatable, Sendable {
    package let key: String
    package var value: Value
  }

  package private(set) var list: [Member] = []

  package init() {}

  /// Empty, with room for so many members.
  package init(reservingCapacity count: Int) {
    list.reserveCapacity(count)
  }

  package var isEmpty: Bool { list.isEmpty }

  package subscript(key: String) -> Value? {
    list.first { $0.key == key }?.value
  }

  package func has(_ key: String) -> Bool { list.contains { $0.key == key } }

  /// Adds a member; that its key is new is the caller's promise.
  package mutating func append(_ key: consuming String, _ value: consuming Value) {
    list.append(Member(key: key, value: value))
  }

  /// Adds members; that their keys are new is the caller's promise.
  package mutating func append(_ others: Members) {
    list += others.list
  }

  /// Gives a key that is there another value.
  package mutating func replace(_ key: String, by value: Value) {
    guard let index = list.firstIndex(where: { $0.key == key }) else {
      preconditionFailure("\(key) is no member")
    }
    list[index].value = value
  }

  /// Adds a member unless there is no value.
  package mutating func append(_ key: String, ifPresent value: Value?) {
    if let value { append(key, value) }
  }
}
