import Timeline

/// Collects the markers of a file, from whatever tracks they stand in.
struct MarkerReading {
  private(set) var markers: [Section] = []
  private var names = RowNames(noun: "marker")

  /// Whether a marker's own name says all that its text does.
  ///
  /// Markers of one name get numbers behind it.
  mutating func read(
    _ text: [UInt8], _ encoding: FileText, at position: Ticks, _ report: inout ImportReport
  ) -> Bool {
    guard markers.count < Limits.sections else {
      report.count(.beyondLimits)
      return false
    }
    let name = names.name(for: MarkerReading.plain(encoding.plain(text)))
    markers.append(Section(name: name, at: position))
    return name.utf8.elementsEqual(text)
  }

  /// Whether a marker is the one that a text in a file gives.
  static func isName(_ name: String, for text: String) -> Bool {
    RowNames(noun: "marker").isName(name, for: plain(text))
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
