/// What a few plain rules can tell about the shape of formatted Swift.
///
/// They lean on the formatter: two spaces a level, and a closing brace under its declaration.
enum Declaration {
  struct Function {
    /// Counted from 1.
    let line: Int
    let length: Int
  }

  /// The functions and initializers, with the lines from their first to their closing brace.
  static func functions(in lines: [Substring]) -> [Function] {
    var functions: [Function] = []
    for (index, line) in lines.enumerated() where declares(line, ["func", "init"]) {
      guard let end = end(of: index, in: lines) else { continue }
      functions.append(Function(line: index + 1, length: end - index + 1))
    }
    return functions
  }

  /// The lines of `package` types and functions without a documentation comment.
  ///
  /// What says all in its own line or two does without: stored properties, cases, operators, and
  /// initializers that store what they are given.
  static func undocumented(in lines: [Substring]) -> [Int] {
    lines.indices.filter { index in
      guard lines[index].contains("package "), !isDocumented(index, lines) else { return false }
      if declares(lines[index], ["struct", "enum", "class", "protocol", "actor"]) { return true }
      guard declares(lines[index], ["func"]), let end = end(of: index, in: lines) else {
        return false
      }
      return end - index >= 3
    }.map { $0 + 1 }
  }

  private static func isDocumented(_ index: Int, _ lines: [Substring]) -> Bool {
    var above = index - 1
    while above >= 0, lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
    return above >= 0 && lines[above].drop(while: { $0 == " " }).hasPrefix("///")
  }

  private static func declares(_ line: Substring, _ keywords: [String]) -> Bool {
    let modifiers: Set<Substring> = [
      "package", "private", "fileprivate", "internal", "static", "mutating", "final", "nonisolated",
      "indirect", "consuming", "borrowing", "override", "convenience", "required", "prefix",
    ]
    for word in line.split(separator: " ") {
      if modifiers.contains(word) || word.hasPrefix("@") || word.hasPrefix("private(") { continue }
      return keywords.contains { word == $0 || word.hasPrefix("\($0)(") || word == "\($0)?(" }
    }
    return false
  }

  /// The line on which a declaration's braces close.
  private static func end(of start: Int, in lines: [Substring]) -> Int? {
    let indent = lines[start].prefix { $0 == " " }
    guard
      let opening = lines[start...].firstIndex(where: { $0.hasSuffix("{") || $0.hasSuffix("}") })
    else { return nil }
    if lines[opening].hasSuffix("}") { return opening }
    return lines[opening...].firstIndex { $0.hasPrefix(indent + "}") }
  }
}
