package import Timeline

extension Clip.Unusable {
  /// What a clip must be, to follow "must be".
  package var allowed: String {
    switch self {
    case .empty: "at least one note or control value"
    case .tooMany: "at most \(Limits.clipEvents) notes and control values"
    case .outside: "events from offset 0 to \(Limits.beats) beats"
    case .value(let change):
      "\(change.target.text) from \(change.target.range.lowerBound) to "
        + "\(change.target.range.upperBound)"
    case .loop: "a loop of at least 1/32 beat"
    }
  }
}
