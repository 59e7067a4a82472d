import ControlProtocol

/// Reads the bytes of one JSON text, strictly, and in one pass.
struct JSONReader {
  let bytes: [UInt8]
  var index = 0
  private var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The value that the bytes are, with nothing but white space around it.
  mutating func document() throws(RequestError) -> Value {
    let value = try value()
    skipSpace()
    guard index == bytes.count else { throw error("nothing may follow the value") }
    return value
  }

  private mutating func value() throws(RequestError) -> Value {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"): return try number()
    case let byte? where isDigit(byte): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw error("a value must stand here")
    }
  }

  private mutating func members() throws(RequestError) -> Members {
    try enter()
    var members = Members(reservingCapacity: 4)
    while try goesOn(to: UInt8(ascii: "}"), isFirst: members.isEmpty) {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a key must stand here") }
      let key = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("a colon must follow the key") }
      members.append(key, try value())
    }
    guard !members.hasTwins else { throw error("a key stands twice in this object") }
    return members
  }

  private mutating func elements() throws(RequestError) -> [Value] {
    try enter()
    var elements: [Value] = []
    while try goesOn(to: UInt8(ascii: "]"), isFirst: elements.isEmpty) {
      elements.append(try value())
    }
    return elements
  }

  private mutating func enter() throws(RequestError) {
    index += 1
    depth += 1
    guard depth <= JSONText.deepest else {
      throw error("lists and objects stand more than \(JSONText.deepest) deep")
    }
  }

  /// Whether another member or element follows; takes the comma before it, or the end.
  private mutating func goesOn(to end: UInt8, isFirst: Bool) throws(RequestError) -> Bool {
    skipSpace()
    if take(end) {
      depth -= 1
      return false
    }
    guard isFirst || take(UInt8(ascii: ",")) else { throw error("a comma or the end must follow") }
    return true
  }

  private mutating func word(_ word: StaticString, _ value: Value) throws(RequestError) -> Value {
    for byte in word.description.utf8 where !take(byte) { throw error("must be \(word)") }
    return value
  }

  private mutating func number() throws(RequestError) -> Value {
    let start = index
    _ = take(UInt8(ascii: "-"))
    let isZero = next == UInt8(ascii: "0")
    let whole = try digits()
    guard whole == 1 || !isZero else { throw error("a number must not begin with 0") }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard !isWhole, let number = Double(text), number.isFinite else {
      throw error("the number is too large")
    }
    return .number(number)
  }

  /// Takes digits, at least one, and counts them.
  @discardableResult
  private mutating func digits() throws(RequestError) -> Int {
    let start = index
    while let byte = next, isDigit(byte) { index += 1 }
    guard index > start else { throw error("a digit must stand here") }
    return index - start
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
    }
  }

  func error(_ text: String) -> RequestError {
    RequestError(.parse, "byte \(index): \(text)")
  }
}

extension Members {
  /// Whether two keys are the same, byte by byte.
  fileprivate var hasTwins: Bool {
    // A few are compared at once; of a client's thousands each is looked up.
    guard list.count <= 8 else { return Set(list.map { Array($0.key.utf8) }).count < list.count }
    return list.indices.contains { index in
      list.indices[..<index].contains { other in
        // The same text may be spelt in other bytes.
        list[other].key == list[index].key
          && list[other].key.utf8.elementsEqual(list[index].key.utf8)
      }
    }
  }
}
