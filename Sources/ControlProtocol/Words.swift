/// A word of a line: a plain value, or one with a name in front.
package struct Word: Hashable, Sendable {
  /// The parameter's name before the first bare `=`.
  package let name: String?
  package let value: String

  package init(name: String? = nil, value: String) {
    self.name = name
    self.value = value
  }
}

/// Splits a line into commands and words.
///
/// Quotes may stand anywhere in a word and keep `;`, `#`, `=` and blanks as they are. A list is one
/// value with commas, which the parameter's type reads. A first character is never special but for
/// `#` and `"`: `-1` is a plain value.
package enum Words {
  /// Over Unicode scalars; a line ends at its newline, which is not part of it.
  static let grammar = #"""
    line     = [ command ] { ";" [ command ] } [ comment ]
    command  = word { blanks word }
    comment  = "#" { any }                  only where a word could begin
    word     = [ name "=" ] value
    name     = letter { letter }
    value    = { bare | quoted }            empty only after "="
    quoted   = '"' { inside | '\"' | '\\' } '"'
    bare     = any but blank, control, ";" and '"'; "=" only in a value that has a name
    inside   = any but control, '"' and '\'
    blanks   = blank { blank }
    blank    = space | tab
    """#

  /// The commands of a line, without empty ones; none for a blank line or a comment.
  package static func split(_ line: String) throws(RequestError) -> [[Word]] {
    var scanner = WordScanner(line)
    var commands: [[Word]] = []
    var words: [Word] = []
    while true {
      scanner.skipBlanks()
      if scanner.isAtEnd { break }
      if scanner.skip(";") {
        guard !words.isEmpty else { throw scanner.error("nothing stands before ;") }
        commands.append(words)
        words = []
      } else {
        words.append(try scanner.word())
      }
    }
    if !words.isEmpty { commands.append(words) }
    return commands
  }

  /// A line of one command per list of words; each word is read back as it is, whatever it holds.
  package static func join(_ commands: [[Word]]) -> String {
    commands.map { $0.map(text).joined(separator: " ") }.joined(separator: "; ")
  }

  private static func text(_ word: Word) -> String {
    guard let name = word.name else { return quoted(word.value, isPlain: true) }
    return "\(name)=\(quoted(word.value, isPlain: false))"
  }

  private static func quoted(_ value: String, isPlain: Bool) -> String {
    let special = isPlain ? " \t;\"=" : " \t;\""
    let needsQuotes =
      isPlain && (value.isEmpty || value.hasPrefix("#"))
      || value.unicodeScalars.contains { special.unicodeScalars.contains($0) }
    guard needsQuotes else { return value }
    var text = "\""
    for scalar in value.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}

/// Reads a line from left to right.
private struct WordScanner {
  private let scalars: String.UnicodeScalarView
  private var index: String.UnicodeScalarView.Index

  init(_ line: String) {
    var line = line.unicodeScalars
    if line.last == "\r" { line.removeLast() }
    scalars = line
    index = scalars.startIndex
  }

  private var next: Unicode.Scalar? { index < scalars.endIndex ? scalars[index] : nil }

  /// Whether nothing but a comment follows.
  var isAtEnd: Bool { next == nil || next == "#" }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index = scalars.index(after: index)
    return true
  }

  mutating func skipBlanks() {
    while skip(" ") || skip("\t") {}
  }

  mutating func word() throws(RequestError) -> Word {
    var text = String.UnicodeScalarView()
    var name: String?
    var isQuoted = false
    while let scalar = next, scalar != " ", scalar != "\t", scalar != ";" {
      if skip("\"") {
        isQuoted = true
        try readQuoted(into: &text)
      } else if scalar == "=", name == nil {
        guard !isQuoted, !text.isEmpty, text.allSatisfy({ Character($0).isASCIILetter }) else {
          throw error("a name of letters must stand before =; a value that holds = needs quotes")
        }
        name = String(text)
        text = String.UnicodeScalarView()
        _ = skip("=")
      } else {
        try append(scalar, to: &text)
      }
    }
    return Word(name: name, value: String(text))
  }

  private mutating func readQuoted(into text: inout String.UnicodeScalarView) throws(RequestError) {
    while let scalar = next {
      if skip("\"") { return }
      if skip("\\") {
        guard let escaped = next, escaped == "\"" || escaped == "\\" else {
          throw error("in quotes only \" and \\ may follow \\")
        }
        try append(escaped, to: &text)
      } else {
        try append(scalar, to: &text)
      }
    }
    throw error("a quote is not closed")
  }

  private mutating func append(
    _ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView
  ) throws(RequestError) {
    guard !isControl(scalar) else { throw error("a control character") }
    text.append(scalar)
    index = scalars.index(after: index)
  }

  func error(_ message: String) -> RequestError {
    let column = scalars.distance(from: scalars.startIndex, to: index) + 1
    return RequestError(.parse, "column \(column): \(message)")
  }
}

extension Character {
  fileprivate var isASCIILetter: Bool { isASCII && isLetter }
}
