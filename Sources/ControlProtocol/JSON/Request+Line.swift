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
    default: try self.init(words: Request.text(line))
    }
  }

  private static func json(_ line: Span<UInt8>) throws(Refusal) -> Value {
    do throws(RequestError) {
      guard let id = RequestID(in: line) else { return try JSONText.read(line) }
      let value = try JSONText.read(id.simplified(line).span)
      guard case .object(var members) = value else { return value }
      members.replace("id", by: .encoded(id.text(in: line)))
      return .object(members)
    } catch {
      throw Refusal(error: error)
    }
  }

  private static func text(_ line: Span<UInt8>) throws(Refusal) -> String {
    guard let text = try? UTF8Span(validating: line) else {
      throw Refusal(error: RequestError(.parse, "the line is not valid UTF-8"))
    }
    return String(copying: text)
  }
}
