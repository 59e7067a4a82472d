/// The grid that edits keep to.
package enum Snap: Hashable, Sendable {
  /// To the tick.
  case off
  /// A fraction of a beat, counted from the start of each bar.
  case step(Step)
  /// Bar lines.
  case bar

  /// Sixteenths.
  package static let standard = Snap.step(Step(beats: 1, over: 4))

  /// A step of `numerator / denominator` beats; any fraction, rounded only where a line is placed.
  package struct Step: Hashable, Sendable {
    package let numerator: Int64
    package let denominator: Int64

    package init(beats numerator: Int64, over denominator: Int64) {
      precondition(numerator > 0 && denominator > 0)
      self.numerator = numerator
      self.denominator = denominator
    }

    /// The length of `count` steps, computed at once so that roundings never add up.
    ///
    /// No longer than a song, however many steps are asked for.
    package func length(of count: Int64) -> Ticks {
      let ticks = (Int128(count) * Int128(numerator) * Int128(Ticks.perBeat))
        .dividedRoundingHalfUp(by: Int128(denominator))
      let furthest = Int128(Ticks.maximum.count)
      return Ticks(count: Int64(min(max(ticks, -furthest), furthest)))
    }

    /// How many whole steps fit into a length, truncated towards zero.
    package func whole(in length: Ticks) -> Int64 {
      let magnitude = Int64(length.count.magnitude)
      let ticks = Int128(numerator) * Int128(Ticks.perBeat)
      // A line lies at a rounded tick: less than half a tick beyond the length still counts.
      let steps = ((2 * Int128(magnitude) + 1) * Int128(denominator) - 1) / (2 * ticks)
      return length.count < 0 ? -Int64(steps) : Int64(steps)
    }
  }

  /// The step at a position; nil when off.
  package func step(at position: Ticks, in meters: MeterMap) -> Step? {
    switch self {
    case .off: nil
    case .step(let step): step
    case .bar: Step(beats: meters.event(at: position).meter.bar.count, over: Ticks.perBeat)
    }
  }

  /// The grid line nearest to a position, halves up; bar lines are always lines.
  package func nearest(to position: Ticks, in meters: MeterMap) -> Ticks {
    guard let step = step(at: position, in: meters) else { return position }
    let bar = meters.bar(at: position).start
    let next = meters.barLine(after: position)
    let count = step.whole(in: position - bar)
    let before = bar + step.length(of: count)
    let after = min(bar + step.length(of: count + 1), next)
    return position - before < after - position ? before : after
  }

  /// The first grid line after a position; bar lines are always lines, and nil when off.
  package func line(after position: Ticks, in meters: MeterMap) -> Ticks? {
    guard let step = step(at: position, in: meters) else { return nil }
    let bar = meters.bar(at: position).start
    let count = step.whole(in: position - bar)
    return min(bar + step.length(of: count + 1), meters.barLine(after: position))
  }
}

/// The number of whole steps in a translation, truncated towards zero and kept within a headroom.
///
/// A step that is not positive gives none; a negative headroom counts as none.
package func wholeSteps(
  in translation: Int64, step: Int64, forward: Int64, backward: Int64
) -> Int64 {
  guard step > 0 else { return 0 }
  return max(-max(backward, 0), min(max(forward, 0), translation / step))
}
