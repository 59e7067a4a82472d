package import Timeline

/// What cells of a selection must be like.
package struct CellFilter: Hashable, Sendable {
  /// Plays a pitch of these.
  package var pitches: ClosedRange<Pitch>?
  /// Is struck so hard.
  package var velocities: ClosedRange<Int>?
  /// Has this label.
  package var label: String?
  /// Stands in a row that is muted, or in one that is not.
  package var muted: Bool?

  /// What fits, to follow "must be".
  package static let allowed =
    "an object with a filter of at least one of pitch [low,high], velocity [low,high], label and "
    + "muted"

  package init(
    pitches: ClosedRange<Pitch>? = nil, velocities: ClosedRange<Int>? = nil, label: String? = nil,
    muted: Bool? = nil
  ) {
    self.pitches = pitches
    self.velocities = velocities
    self.label = label
    self.muted = muted
  }

  package init(_ value: Value) throws(Mismatch) {
    guard case .object(let members) = value, !members.isEmpty else { throw CellFilter.mismatch }
    self.init()
    for member in members.list {
      switch member.key {
      case "pitch":
        let ends = try CellFilter.ends(of: member.value)
        let (low, high) = (try Pitch(reading: ends.low), try Pitch(reading: ends.high))
        guard low <= high else { throw CellFilter.mismatch }
        pitches = low...high
      case "velocity":
        let ends = try CellFilter.ends(of: member.value)
        guard let low = ends.low.integer, let high = ends.high.integer, 1 <= low, low <= high,
          high <= 127
        else { throw CellFilter.mismatch }
        velocities = Int(low)...Int(high)
      case "label":
        guard let text = member.value.string else { throw CellFilter.mismatch }
        label = text
      case "muted":
        guard let bool = member.value.bool else { throw CellFilter.mismatch }
        muted = bool
      default: throw CellFilter.mismatch
      }
    }
  }

  static let mismatch = Mismatch(.badType, allowed)

  /// The two of a list, or one value as both.
  private static func ends(of value: Value) throws(Mismatch) -> (low: Value, high: Value) {
    guard let list = value.array else { return (value, value) }
    guard list.count == 2 else { throw mismatch }
    return (list[0], list[1])
  }
}
