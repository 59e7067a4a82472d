package import Timeline

/// A row as it is written.
package enum RowReference: Hashable, Sendable {
  case id(Row.ID)
  case name(String)
  /// Every row with the tag.
  case tag(String)

  /// From an id or the text of one, a name or `tag:` and a tag.
  package init(_ value: Value) throws(Mismatch) {
    switch value {
    case .integer(let number):
      guard number > 0 else { throw Mismatch(.outOfRange, "a row's id, from 1, or its name") }
      self = .id(Row.ID(number))
    case .string(let text): try self.init(text: text[...])
    default: throw Mismatch(.badType, "a row's id or name")
    }
  }

  /// From the text alone.
  package init(text: Substring) throws(Mismatch) {
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard let number = digits(text), number > 0 else {
        throw Mismatch(.outOfRange, "a row's id, from 1, or its name")
      }
      self = .id(Row.ID(number))
    } else if text.hasPrefix("tag:"), isName(text.dropFirst(4)) {
      self = .tag(String(text.dropFirst(4)))
    } else if isName(text), !reservedWords.contains(String(text)) {
      self = .name(String(text))
    } else {
      throw Mismatch(.badText, "a row's id or name")
    }
  }

  /// Reads back as the same value.
  package var text: String {
    switch self {
    case .id(let id): "\(id.number)"
    case .name(let name): name
    case .tag(let tag): "tag:\(tag)"
    }
  }

  /// One row, by id or name.
  package static func single(_ value: Value) throws(Mismatch) -> RowReference {
    let reference = try RowReference(value)
    if case .tag = reference { throw Mismatch(.badType, "one row's id or name") }
    return reference
  }
}

/// Rows as they are written: all, or a list.
package enum RowsExpression: Hashable, Sendable {
  case all
  /// At least one.
  case list([RowReference])

  /// What fits, to follow "must be".
  package static let allowed = "a row's id or name, tag: and a tag, a list of these, or all"

  /// From the structured value or any of the texts.
  package init(_ value: Value) throws(Mismatch) {
    switch value {
    case .string(let text): try self.init(text: text[...])
    case .integer: self = .list([try RowReference(value)])
    case .array(let elements):
      guard !elements.isEmpty else { throw Mismatch(.badType, RowsExpression.allowed) }
      var references: [RowReference] = []
      for element in elements { references.append(try RowReference(element)) }
      self = .list(references)
    default: throw Mismatch(.badType, RowsExpression.allowed)
    }
  }

  /// From the text alone.
  package init(text: Substring) throws(Mismatch) {
    guard text != "all" else {
      self = .all
      return
    }
    var references: [RowReference] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard !part.isEmpty else { throw Mismatch(.badText, RowsExpression.allowed) }
      references.append(try RowReference(text: part))
    }
    self = .list(references)
  }

  /// Reads back as the same value.
  package var text: String {
    switch self {
    case .all: "all"
    case .list(let references): references.map(\.text).joined(separator: ",")
    }
  }
}
