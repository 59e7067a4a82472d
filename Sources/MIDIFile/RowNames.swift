import Timeline

/// Gives rows or markers names that commands can say: allowed by the language, each only once.
struct RowNames {
  /// The words that stand for something else where a row could be named.
  private static let reserved: Set = [
    "all", "selection", "start", "end", "here", "now", "beat", "bar", "loop", "section", "on",
    "off", "toggle", "next",
  ]

  /// What stands for a name that is none, and in front of one that must not stand alone.
  private let noun: String
  private var taken: Set<String> = []
  /// The number last tried behind each name that was wanted twice.
  private var suffixes: [String: Int] = [:]

  init(noun: String = "row") {
    self.noun = noun
  }

  /// The nearest allowed name to `text` that no row has yet.
  mutating func name(for text: String) -> String {
    let base = allowed(text)
    var name = base
    while !taken.insert(name).inserted {
      let suffix = suffixes[base, default: 1] + 1
      suffixes[base] = suffix
      name = "\(base) \(suffix)"
    }
    return name
  }

  /// Whether a name is the one that a text gives, or that with a number behind it.
  func isName(_ name: String, for text: String) -> Bool {
    let base = allowed(text)
    guard name.hasPrefix(base) else { return false }
    let rest = name.dropFirst(base.count)
    return rest.isEmpty || rest.first == " " && rest.dropFirst().allSatisfy(\.isNumber)
  }

  private func allowed(_ text: String) -> String {
    let undotted = text.split(separator: "..", omittingEmptySubsequences: true)
      .joined(separator: " ")
    let plain = RowNames.words(of: undotted) { ",@:=\";".unicodeScalars.contains($0) }
    let name = String(plain.drop { "$# .".contains($0) })
    if name.isEmpty { return noun }
    let isNumber = name.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let isWord = RowNames.reserved.contains(name.lowercased())
    return isNumber || isWord ? "\(noun) \(name)" : name
  }

  /// The text in words one space apart, no longer than a name with a number behind it may be.
  static func words(
    of text: String, droppingWhere isUnwanted: (Unicode.Scalar) -> Bool = { _ in false }
  ) -> String {
    var result = ""
    var isBetween = false
    for scalar in text.unicodeScalars {
      if isUnwanted(scalar) || scalar.isControl || scalar.properties.isWhitespace {
        isBetween = true
        continue
      }
      let width = UTF8.width(scalar) + (isBetween ? 1 : 0)
      guard result.utf8.count + width <= Limits.name - 16 else { break }
      if isBetween, !result.isEmpty { result.unicodeScalars.append(" ") }
      isBetween = false
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether this moves a terminal's cursor rather than showing something.
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
