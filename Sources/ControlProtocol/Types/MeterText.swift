package import Timeline

extension Meter {
  /// What fits, to follow "must be".
  package static let allowed =
    "a meter such as 7/8 or 7/8(2+2+3): \(Limits.beatsPerBar.lowerBound) to "
    + "\(Limits.beatsPerBar.upperBound) beats of a power of two up to 64"

  /// From the structured value or any of the texts.
  package init(reading value: Value) throws(Mismatch) {
    guard let text = value.string else { throw Mismatch(.badType, Meter.allowed) }
    var signature = text[...]
    var grouping: [Int] = []
    if let parenthesis = text.firstIndex(of: "(") {
      guard text.last == ")" else { throw Mismatch(.badText, Meter.allowed) }
      signature = text[..<parenthesis]
      let inside = text[text.index(after: parenthesis)...].dropLast()
      for part in inside.split(separator: "+", omittingEmptySubsequences: false) {
        guard let beats = digits(part) else { throw Mismatch(.badText, Meter.allowed) }
        grouping.append(Int(beats))
      }
    }
    let parts = signature.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let beats = digits(parts[0]), let noteValue = digits(parts[1]) else {
      throw Mismatch(.badText, Meter.allowed)
    }
    guard grouping.count <= Limits.beatsPerBar.upperBound,
      grouping.allSatisfy(Limits.beatsPerBar.contains),
      let meter = Meter(exactly: Int(beats), over: Int(noteValue), grouping: grouping)
    else { throw Mismatch(.outOfRange, Meter.allowed) }
    self = meter
  }

  /// Reads back as the same meter.
  package var text: String {
    let groups = grouping.isEmpty ? "" : "(\(grouping.map(String.init).joined(separator: "+")))"
    return "\(beats)/\(noteValue)\(groups)"
  }
}
