import Timeline

/// Collects the markers of a file, from whatever tracks they stand in.
struct MarkerReading {
  private(set) var markers: [Section] = []
  private var names = RowNames(noun: "marker")

  /// Markers of one name get numbers behind it.
  mutating func read(_ text: [UInt8], at position: Ticks, _ report: inout ImportReport) {
    guard markers.count < Limits.sections else { return report.count(.beyondLimits) }
    guard position <= .maximum else { return report.count(.beyondFurthestPosition) }
    let name = names.name(for: MarkerReading.plain(RowNames.text(text)))
    markers.append(Section(name: name, at: position))
  }

  /// The text as one that a position can be said by.
  ///
  /// It begins with a letter or _, is no word of a loop, and has no sign that an offset could
  /// follow.
  private static func plain(_ text: String) -> String {
    let unsigned = String(text.map { $0 == "+" || $0 == "-" ? " " : $0 })
    let words = unsigned.split(separator: " ").joined(separator: " ")
    guard let first = words.first, first.isLetter || first == "_",
      !["half", "double"].contains(words)
    else { return words.isEmpty ? "marker" : "marker \(words)" }
    return words
  }
}
