/// JSON text to the protocol's values, strictly; the other way is `Value.write(to:)`.
package enum JSONText {
  /// The longest line, in bytes.
  package static let longestLine = Bounds.line
  /// How deep lists and objects may stand in each other.
  package static let deepest = Bounds.depth

  /// The value of one JSON object or list.
  ///
  /// Refuses duplicate keys, NUL, a byte order mark, invalid UTF-8, numbers that do not fit, and
  /// whatever follows the value.
  package static func read(_ bytes: Span<UInt8>) throws(RequestError) -> Value {
    try read(line: bytes, isAny: false)
  }

  /// The value of JSON text of any kind, a bare number or string too.
  package static func read(_ text: String) throws(RequestError) -> Value {
    try read(line: text.utf8Span.span, isAny: true)
  }

  /// The value of a document: an object or a list of any length, in which what a request may hold
  /// stands a few levels deeper.
  package static func read(document bytes: Span<UInt8>) throws(RequestError) -> Value {
    var parser = JSONParser(deepest: deepest + 3)
    do throws(JSONFault) { return try parser.read(bytes, isAny: false) } catch {
      var (line, column) = (1, 1)
      for index in 0..<error.offset {
        column += 1
        if bytes[index] == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) }
      }
      throw RequestError(.parse, "line \(line), column \(column): \(error.reason)")
    }
  }

  private static func read(
    line bytes: Span<UInt8>, isAny: Bool
  ) throws(RequestError) -> Value {
    guard bytes.count <= longestLine else {
      throw RequestError(.parse, "the line is longer than \(longestLine) bytes")
    }
    guard !bytes.isEmpty else { throw RequestError(.parse, "there is no JSON") }
    var parser = JSONParser(deepest: deepest)
    do throws(JSONFault) { return try parser.read(bytes, isAny: isAny) } catch {
      throw RequestError(.parse, "byte \(error.offset): \(error.reason)")
    }
  }

  /// Whether text begins with an object that has this member, a text without escapes.
  package static func begins(_ text: Span<UInt8>, with key: String, _ word: String) -> Bool {
    guard let range = JSONSteps.member("\"\(key)\"", of: text) else { return false }
    return range.count == word.utf8.count + 2
      && zip(range.dropFirst(), word.utf8).allSatisfy { text[$0] == $1 }
  }
}
