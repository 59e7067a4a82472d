/// Reads JSON text in one pass, strictly: RFC 8259, and of what that leaves open nothing.
///
/// Refused are duplicate keys, NUL, lone surrogates, invalid UTF-8 and numbers that fit no type.
struct JSONParser {
  /// How deep lists and objects may stand in each other.
  let deepest: Int
  private var depth = 0
  /// The next byte of the text, which every step is handed anew: a span cannot be kept.
  var index = 0

  init(deepest: Int) { self.deepest = deepest }

  /// The one value that the text is: an object or a list, or with `isAny` of any kind.
  mutating func read(_ text: Span<UInt8>, isAny: Bool) throws(JSONFault) -> Value {
    skipBlanks(in: text)
    let first = next(in: text)
    guard isAny || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      throw fault("an object or a list must stand here")
    }
    let value = try value(in: text)
    skipBlanks(in: text)
    guard index == text.count else { throw fault("something follows the value") }
    return value
  }

  private mutating func value(in text: Span<UInt8>) throws(JSONFault) -> Value {
    switch next(in: text) {
    case UInt8(ascii: "\""): return .string(try string(in: text))
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return try number(in: text)
    case UInt8(ascii: "{"): return .object(try members(in: text))
    case UInt8(ascii: "["): return .array(try elements(in: text))
    case UInt8(ascii: "t"): return try word("true", .bool(true), in: text)
    case UInt8(ascii: "f"): return try word("false", .bool(false), in: text)
    case UInt8(ascii: "n"): return try word("null", .null, in: text)
    default: throw fault(index < text.count ? "a value must stand here" : JSONParser.early)
    }
  }

  private mutating func members(in text: Span<UInt8>) throws(JSONFault) -> Members {
    var members = Members(reservingCapacity: 4)
    var keys = JSONKeys()
    guard try enter(UInt8(ascii: "}"), in: text) else { return members }
    repeat {
      let start = index
      guard next(in: text) == UInt8(ascii: "\"") else { throw fault("a key must stand here") }
      let key = try string(in: text)
      guard keys.insert(key, into: members) else {
        throw JSONFault(offset: start, reason: "duplicate key \"\(key.prefix(40))\"")
      }
      skipBlanks(in: text)
      guard skip(UInt8(ascii: ":"), in: text) else { throw fault("a colon must stand here") }
      skipBlanks(in: text)
      members.append(key, try value(in: text))
    } while try goesOn(to: UInt8(ascii: "}"), in: text)
    return members
  }

  private mutating func elements(in text: Span<UInt8>) throws(JSONFault) -> [Value] {
    var elements: [Value] = []
    guard try enter(UInt8(ascii: "]"), in: text) else { return elements }
    repeat {
      elements.append(try value(in: text))
    } while try goesOn(to: UInt8(ascii: "]"), in: text)
    return elements
  }

  /// Steps over an opening bracket; false when the closing one follows, which it steps over too.
  private mutating func enter(_ end: UInt8, in text: Span<UInt8>) throws(JSONFault) -> Bool {
    depth += 1
    guard depth <= deepest else {
      throw fault("lists and objects stand more than \(deepest) deep")
    }
    index += 1
    skipBlanks(in: text)
    guard skip(end, in: text) else { return true }
    depth -= 1
    return false
  }

  /// Steps over a comma; false when it is the closing bracket.
  private mutating func goesOn(to end: UInt8, in text: Span<UInt8>) throws(JSONFault) -> Bool {
    skipBlanks(in: text)
    if skip(end, in: text) {
      depth -= 1
      return false
    }
    guard skip(UInt8(ascii: ","), in: text) else {
      throw fault(
        index < text.count
          ? "a comma or \"\(Unicode.Scalar(end))\" must stand here" : JSONParser.early)
    }
    skipBlanks(in: text)
    return true
  }

  private mutating func word(
    _ word: String, _ value: Value, in text: Span<UInt8>
  ) throws(JSONFault) -> Value {
    let start = index
    for letter in word.utf8 where !skip(letter, in: text) {
      throw JSONFault(offset: start, reason: "a value must stand here")
    }
    return value
  }
}

extension JSONParser {
  static let early = "the text ends too early"

  func fault(_ reason: String) -> JSONFault { JSONFault(offset: index, reason: reason) }

  /// The byte to come; NUL, which may stand nowhere, at the end.
  func next(in text: Span<UInt8>) -> UInt8 { index < text.count ? text[index] : 0 }

  /// Steps over a byte if that is the next.
  mutating func skip(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
    guard next(in: text) == byte else { return false }
    index += 1
    return true
  }

  mutating func skipBlanks(in text: Span<UInt8>) {
    while index < text.count, text[index].isJSONBlank { index += 1 }
  }
}

extension UInt8 {
  /// Whether JSON lets it stand between tokens.
  var isJSONBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
      || self == UInt8(ascii: "\n")
  }

  var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }
}

/// The keys of an object that is being read.
///
/// Two are the same when their bytes are: a String's own equality takes an accent by itself and a
/// letter with it for the same.
private struct JSONKeys {
  /// Comparing with so many is cheaper than hashing.
  private static let few = 16
  private var known: Set<[UInt8]> = []

  /// Whether a key is none of these members.
  mutating func insert(_ key: String, into members: Members) -> Bool {
    guard members.list.count >= JSONKeys.few else {
      return !members.list.contains { $0.key.utf8.elementsEqual(key.utf8) }
    }
    if known.isEmpty { known.formUnion(members.list.map { Array($0.key.utf8) }) }
    return known.insert(Array(key.utf8)).inserted
  }
}
