import Timeline

extension CellFilter {
  /// What may follow the rows or the region, to follow "must be".
  static let allowedText =
    "cells with /pitch:C2..C3, /velocity:1..90, /label:fill or /muted:on behind, or several of them"

  /// Cuts a text before the first condition, such as `bass@5:1/velocity:1..90/label:fill`.
  static func cut(_ text: String) -> (cells: Substring, conditions: Substring)? {
    var rest = text[...]
    while let slash = rest.firstIndex(of: "/") {
      rest = rest[text.index(after: slash)...]
      if let colon = rest.firstIndex(of: ":"), key(rest[..<colon]) != nil {
        return (text[..<slash], rest)
      }
    }
    return nil
  }

  /// From conditions with `/` between; a label goes on to the next of them or to the end.
  init(conditions: Substring) throws(Mismatch) {
    self.init()
    var rest: Substring? = conditions
    while let condition = rest {
      let (own, others) =
        CellFilter.cut(String(condition)).map { ($0[...], $1) } ?? (condition, nil)
      guard let colon = own.firstIndex(of: ":"), let key = CellFilter.key(own[..<colon]) else {
        throw Mismatch(.badText, CellFilter.allowedText)
      }
      try set(key, own[own.index(after: colon)...])
      rest = others.map { $0[...] }
    }
  }

  /// Reads back as the same filter behind rows or a region.
  package var text: String {
    var text = ""
    if let pitches { text += "/pitch:\(pitches.lowerBound.text)..\(pitches.upperBound.text)" }
    if let velocities { text += "/velocity:\(velocities.lowerBound)..\(velocities.upperBound)" }
    if let muted { text += "/muted:\(muted ? "on" : "off")" }
    if let label { text += "/label:\(label)" }
    return text
  }

  private enum Key: String {
    case pitch
    case velocity
    case label
    case muted
  }

  private static func key(_ word: Substring) -> Key? {
    Key(rawValue: word == "vel" ? "velocity" : String(word))
  }

  private mutating func set(_ key: Key, _ text: Substring) throws(Mismatch) {
    switch key {
    case .pitch where pitches == nil:
      let (low, high) = CellFilter.ends(of: text)
      let (first, last) = (
        try Pitch(reading: .string(String(low))), try Pitch(reading: .string(String(high)))
      )
      guard first <= last else { throw Mismatch(.badText, CellFilter.allowedText) }
      pitches = first...last
    case .velocity where velocities == nil:
      let (low, high) = CellFilter.ends(of: text)
      guard let first = digits(low), let last = digits(high), 1 <= first, first <= last, last <= 127
      else { throw Mismatch(.badText, CellFilter.allowedText) }
      velocities = Int(first)...Int(last)
    case .label where label == nil && !text.isEmpty: label = String(text)
    case .muted where muted == nil && (text == "on" || text == "off"): muted = text == "on"
    default: throw Mismatch(.badText, CellFilter.allowedText)
    }
  }

  /// The two with `..` between, or one as both.
  private static func ends(of text: Substring) -> (low: Substring, high: Substring) {
    guard let dots = text.firstRange(of: "..") else { return (text, text) }
    return (text[..<dots.lowerBound], text[dots.upperBound...])
  }
}
