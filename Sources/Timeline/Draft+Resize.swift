/// The end of a cell that a resize moves.
package enum Edge: String, Hashable, Sendable, CaseIterable {
  case left
  case right
}

extension Draft {
  /// Moves one edge of each cell by a common, clamped delta; or gives all one duration.
  ///
  /// No cell becomes shorter than one step, or than it was if that is less; with snap off, than
  /// one tick. In grid mode the moved edge of the earliest cell lands on the nearest line. What is
  /// inside a clip or a ramp stays where it is in time, whichever edge moves.
  package mutating func resize(
    _ ids: [Cell.ID], _ shift: Shift, edge: Edge, _ options: EditOptions
  ) throws(EditError) -> Adjustment? {
    let cells = try existing(ids)
    guard let anchor = cells.first else { return nil }
    if case .to(let duration) = shift {
      return try give(duration, to: cells, edge, options.overlap)
    }
    let step = options.snap.step(at: anchor.cell.position, in: song.meters)
    let (asked, wanted) = try growth(of: anchor.cell, shift, edge, step, options)
    let (delta, limit) = clamped(wanted, of: cells, edge, step)
    if delta != .zero {
      let sign: Int64 = edge == .right ? 1 : -1
      let stretched = cells.map { Draft.stretched($0, by: delta * sign, edge) }
      try place(stretched, insteadOf: cells, options.overlap)
    }
    guard delta != asked else { return nil }
    return Adjustment(asked: asked, stored: delta, clampedBy: limit)
  }

  /// Gives all cells one duration, above zero; a left edge stops at 0.
  private mutating func give(
    _ duration: Ticks, to cells: [PlacedCell], _ edge: Edge, _ overlap: OverlapPolicy
  ) throws(EditError) -> Adjustment? {
    precondition(duration > .zero)
    var adjustment: Adjustment?
    var stretched: [PlacedCell] = []
    for placed in cells {
      let stored = edge == .left ? min(duration, placed.cell.end) : duration
      let cell = Draft.stretched(placed, by: stored - placed.cell.duration, edge)
      guard cell.cell.end <= .maximum else { throw .beyondTheEnd(cell.cell.end) }
      if stored < adjustment?.stored ?? duration {
        adjustment = Adjustment(asked: duration, stored: stored, clampedBy: placed.cell.id)
      }
      stretched.append(cell)
    }
    if stretched != cells { try place(stretched, insteadOf: cells, overlap) }
    return adjustment
  }

  /// How far the edge is asked to move, and how far the grid lets it.
  private func growth(
    of anchor: Cell, _ shift: Shift, _ edge: Edge, _ step: Snap.Step?, _ options: EditOptions
  ) throws(EditError) -> (asked: Ticks, wanted: Ticks) {
    let asked: Ticks
    switch shift {
    case .to: preconditionFailure("a duration is not a displacement")
    case .by(let length): asked = length
    case .steps(let count):
      guard let step else { throw .stepsWithoutSnap }
      asked = step.length(of: count)
    }
    guard let step else { return (asked, asked) }
    guard options.mode == .grid else { return (asked, step.length(of: step.whole(in: asked))) }
    let place = edge == .right ? anchor.end : anchor.position
    let target = max(place + asked, .zero)
    return (asked, options.snap.nearest(to: target, in: song.meters) - place)
  }

  /// The nearest displacement of the edge that every cell of the group can bear.
  private func clamped(
    _ wanted: Ticks, of cells: [PlacedCell], _ edge: Edge, _ step: Snap.Step?
  ) -> (delta: Ticks, by: Cell.ID?) {
    var delta = wanted
    var limit: Cell.ID?
    for placed in cells {
      let cell = placed.cell
      let least = min(cell.duration, step?.length(of: 1) ?? Ticks(count: 1))
      let slack = cell.duration - least
      let (low, high) =
        edge == .right
        ? (-slack, Ticks.maximum - cell.end)
        : (-cell.position, slack)
      let within = min(max(delta, low), high)
      if within != delta {
        delta = within
        limit = cell.id
      }
    }
    guard delta != wanted, let step else { return (delta, limit) }
    // A clamped group still moves by whole steps, except that a left edge may reach 0.
    if edge == .left, delta < .zero { return (delta, limit) }
    return (step.length(of: step.whole(in: delta)), limit)
  }

  private static func stretched(_ placed: PlacedCell, by growth: Ticks, _ edge: Edge) -> PlacedCell
  {
    edge == .left
      ? placed.spanning(placed.cell.position - growth, placed.cell.end)
      : placed.spanning(placed.cell.position, placed.cell.end + growth)
  }
}
