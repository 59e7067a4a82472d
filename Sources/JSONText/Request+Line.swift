package import ControlProtocol

extension Request {
  /// The request of a line, without its newline: JSON if it begins with `{`, else words.
  ///
  /// Nil for a blank line or a comment. A list of requests is refused by name.
  package init?(line: Span<UInt8>) throws(Refusal) {
    guard line.count <= JSONText.longestLine else {
      throw Refusal(
        error: RequestError(.parse, "the line is longer than \(JSONText.longestLine) bytes"))
    }
    switch line.isEmpty ? 0 : line[0] {
    case UInt8(ascii: "{"): try self.init(Request.json(line))
    case UInt8(ascii: "["):
      throw Refusal(
        error: RequestError(
          .envelope, "lists of requests are not taken: send one per line, or edits as one edit"))
    default: try self.init(words: Request.text(line), reading: JSONText.read)
    }
  }

  private static func json(_ line: Span<UInt8>) throws(Refusal) -> Value {
    do throws(RequestError) { return try JSONText.read(line) } catch {
      throw Refusal(error: error)
    }
  }

  private static func text(_ line: Span<UInt8>) throws(Refusal) -> String {
    let text = line.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
    guard let text else {
      throw Refusal(error: RequestError(.parse, "the line is not valid UTF-8"))
    }
    return text
  }
}
