/// A grid that cells are drawn to: how strongly, and how much it swings.
///
/// Steps are counted in pairs from the start of each bar, and swing says where in its pair the
/// second step lies; bar lines are always lines.
package struct Groove: Hashable, Sendable {
  /// Thousandths of a percent of a pair: 50,000 is straight, 66,667 are triplets.
  package static let straight: Int64 = 50_000

  /// Off draws nothing.
  package let grid: Snap
  /// From 50,000 to 75,000 thousandths of a percent.
  package let swing: Int64
  /// How far a cell is drawn to its line, 0–100 percent.
  package let strength: Int64

  package init(_ grid: Snap, swing: Int64 = Groove.straight, strength: Int64 = 100) {
    precondition((50_000...75_000).contains(swing) && (0...100).contains(strength))
    self.grid = grid
    self.swing = swing
    self.strength = strength
  }

  /// The cell with its start, or both ends, drawn to the nearest line, halves up.
  ///
  /// It keeps its duration, or at least one step between the lines of its ends.
  func draw(_ cell: Cell, ends: Bool, in meters: MeterMap) -> Cell {
    var drawn = cell
    let line = nearest(to: cell.position, in: meters)
    drawn.position = draw(cell.position, to: line)
    guard ends else { return drawn }
    var last = nearest(to: cell.end, in: meters)
    if last <= line { last = lines(around: line, in: meters)?.after ?? last }
    drawn.duration = draw(cell.end, to: last) - drawn.position
    return drawn
  }

  /// A position drawn to the nearest line, halves up.
  package func drawn(_ position: Ticks, in meters: MeterMap) -> Ticks {
    draw(position, to: nearest(to: position, in: meters))
  }

  private func draw(_ position: Ticks, to line: Ticks) -> Ticks {
    let way = Int128(line.count - position.count) * Int128(strength)
    return position + Ticks(count: Int64(way.dividedRoundingHalfUp(by: 100)))
  }

  /// The line nearest to a position, halves up.
  func nearest(to position: Ticks, in meters: MeterMap) -> Ticks {
    guard let (before, after) = lines(around: position, in: meters) else { return position }
    return position - before < after - position ? before : after
  }

  /// The last line up to a position, and the first one after it.
  private func lines(
    around position: Ticks, in meters: MeterMap
  ) -> (before: Ticks, after: Ticks)? {
    guard let step = grid.step(at: position, in: meters) else { return nil }
    let bar = meters.bar(at: position).start
    let next = meters.barLine(after: position)
    let count = step.whole(in: position - bar)
    let lines = (max(count - 1, 0)...count + 1).map { bar + offset(of: $0, step) }
    let before = lines.last { $0 <= position } ?? bar
    let after = lines.first { $0 > position } ?? next
    return (before, min(after, next))
  }

  /// Where line `count` lies from the start of its bar.
  private func offset(of count: Int64, _ step: Snap.Step) -> Ticks {
    guard count % 2 == 1 else { return step.length(of: count) }
    let pairs = Int128(count - 1) * 50_000 + Int128(swing)
    let ticks = 2 * pairs * Int128(step.numerator) * Int128(Ticks.perBeat)
    let offset = ticks.dividedRoundingHalfUp(by: 100_000 * Int128(step.denominator))
    return Ticks(count: Int64(min(offset, 2 * Int128(Ticks.maximum.count))))
  }
}
