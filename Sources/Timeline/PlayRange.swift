/// What is played: from a start to the range head, once or over and over.
package struct PlayRange: Hashable, Sendable {
  /// How the range head follows the content; forward only.
  package enum Auto: String, Hashable, Sendable, CaseIterable {
    case off
    /// To the end of the last cell.
    case cell
    /// To the bar line at or after the end of the last cell.
    case bar
  }

  /// What becomes of notes that would cross the wrap.
  package enum Tails: String, Hashable, Sendable, CaseIterable {
    /// They end at the wrap.
    case cut
    /// They ring to their own end, or until their pitch is struck again.
    case ring
  }

  package var start = Ticks.zero
  /// The range head: exclusive.
  ///
  /// At or before `start` the range is empty.
  package var end = Ticks.zero
  package var loops = false
  package var auto = Auto.bar
  package var tails = Tails.cut

  package init() {}

  /// Where the head goes for content that ends at `content`; never back.
  package func extended(for content: Ticks, in meters: MeterMap) -> PlayRange {
    var range = self
    switch auto {
    case .off: break
    case .cell: range.end = max(end, content)
    case .bar: range.end = max(end, min(meters.barLine(atOrAfter: content), .maximum))
    }
    return range
  }
}
