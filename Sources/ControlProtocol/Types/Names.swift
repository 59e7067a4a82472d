import Timeline

/// Words with a meaning of their own, which no row may have for a name.
package let reservedWords: Set<String> = [
  "all", "selection", "start", "end", "here", "now", "beat", "bar", "loop", "section", "on", "off",
  "toggle", "next",
]

/// Whether a text can name something: no separators of the language, no control characters.
package func isName(_ text: Substring) -> Bool {
  guard let first = text.first, first != "$", first != "#", !text.contains(".."),
    text.utf8.count <= Limits.name
  else { return false }
  return text.unicodeScalars.allSatisfy { scalar in
    !isControl(scalar) && !"@,:=\";".unicodeScalars.contains(scalar)
  }
}

/// Whether a scalar would break a line or a terminal: controls, line separators, changes of the
/// writing direction, and the byte order mark.
package func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
  default: false
  }
}

/// What a name must be, to follow "must be".
let allowedNames =
  "a name of at most \(Limits.name) bytes, not all digits, no word such as all or start, "
  + "without @ , : = \" ; .. and with no $ or # in front"

/// The name of a new row, as text that a reference can name it by.
package func rowName(_ value: Value) throws(Mismatch) -> String {
  guard let name = value.string else { throw Mismatch(.badType, "text") }
  guard isName(name[...]), !reservedWords.contains(name),
    name.utf8.contains(where: { !(0x30...0x39).contains($0) }), name.first != " ", name.last != " "
  else {
    throw Mismatch(.badText, allowedNames)
  }
  return name
}
