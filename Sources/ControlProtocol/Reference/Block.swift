/// A part of a text that is written as Markdown and as a manual page.
///
/// In its texts `…` holds what is typed, and *…* a name that is explained elsewhere.
package enum Block: Equatable, Sendable {
  case chapter(String)
  case section(String)
  case text(String)
  case list([Item])
  /// Lines as they are; `language` is that of a recipe that runs, else empty.
  case code(String, language: String = "")

  /// A term and what is said of it.
  package struct Item: Equatable, Sendable {
    let term: String
    let text: String

    init(_ term: String, _ text: String) {
      self.term = term
      self.text = text
    }
  }
}

extension [Block] {
  /// As a page of Markdown, under its title.
  package func markdown(title: String) -> String {
    "# \(title)\n" + map { "\n\($0.markdown)\n" }.joined()
  }

  /// As a manual page for `man`, below its header.
  package func manualPage(header: String) -> String {
    header + "\n" + map { "\($0.roff)\n" }.joined()
  }
}

extension Block {
  fileprivate var markdown: String {
    switch self {
    case .chapter(let title): "## \(title)"
    case .section(let title): "### \(title)"
    case .text(let text): text
    case .list(let items):
      items.map { $0.text.isEmpty ? "- \($0.term)" : "- \($0.term): \($0.text)" }
        .joined(separator: "\n")
    case .code(let code, let language): "```\(language)\n\(code)\n```"
    }
  }

  fileprivate var roff: String {
    switch self {
    case .chapter(let title): ".SH \(Roff.text(title.uppercased()))"
    case .section(let title): ".SS \(Roff.text(title))"
    case .text(let text): ".PP\n\(Roff.text(text))"
    case .list(let items):
      items.map { ".TP\n\(Roff.text($0.term))\n\(Roff.text($0.text))" }.joined(separator: "\n")
    case .code(let code, _): ".PP\n.in +4n\n.EX\n\(Roff.code(code))\n.EE\n.in"
    }
  }
}

/// Text in the language of manual pages.
private enum Roff {
  /// With its markup as fonts; each line must begin with no command.
  static func text(_ text: String) -> String {
    var roff = ""
    var font: Character?
    for character in text {
      switch character {
      case "`" where font != "*":
        roff += font == nil ? "\\fB" : "\\fR"
        font = font == nil ? "`" : nil
      case "*" where font != "`":
        roff += font == nil ? "\\fI" : "\\fR"
        font = font == nil ? "*" : nil
      default: roff += escaped(character)
      }
    }
    precondition(font == nil, "markup without an end: \(text)")
    return guarded(roff)
  }

  static func code(_ code: String) -> String {
    guarded(code.map(escaped).joined())
  }

  private static func escaped(_ character: Character) -> String {
    switch character {
    case "\\": "\\e"
    case "-": "\\-"
    case "'": "\\(aq"
    case "^": "\\(ha"
    case "~": "\\(ti"
    case "`": "\\(ga"
    default: String(character)
    }
  }

  /// Lines that begin with a dot or a quote would be commands.
  private static func guarded(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.first == "." ? "\\&\($0)" : String($0) }.joined(separator: "\n")
  }
}
