package import Timeline

extension ChordSymbol {
  /// What fits, to follow "must be".
  package static let allowed = "a chord such as Dm7, G7b9 or C/E"

  /// From the text.
  package init(reading value: Value) throws(Mismatch) {
    guard let text = value.string else { throw Mismatch(.badType, ChordSymbol.allowed) }
    guard text.utf8.count <= Limits.name else {
      throw Mismatch(.badText, "a chord of at most \(Limits.name) bytes")
    }
    try self.init(token: text[...], of: ChordSymbol.allowed, behind: 0)
  }

  /// From a part of a text with so many characters before it; `allowed` says what the whole may be.
  init(token: Substring, of allowed: String, behind count: Int) throws(Mismatch) {
    do throws(Malformed) { try self.init(token) } catch {
      let rest = token.dropFirst(error.character - 1).prefix(20)
      let found = rest.isEmpty ? "it ends" : "stands \"\(rest)\""
      throw Mismatch(
        .badText,
        "\(allowed); at character \(count + error.character) \(found), expected \(error.expected)")
    }
  }
}
