import Timeline

extension Performance {
  /// Patches with more changes than this are not looked through.
  private static var few: Int { 64 }

  /// Goes on with a changed song, if the change reaches nothing decided for `time` or later.
  ///
  /// False when it may, and nothing is done then: what is decided has to be decided anew.
  mutating func follow(
    _ song: Song, _ patch: Patch, rangeByHand: Bool, at time: HostTime
  ) -> Bool {
    let leg = path.last
    guard patch.rows.isEmpty, patch.fields.isEmpty, patch.cells.count <= Performance.few,
      !rangeByHand, formers.isEmpty, ending == nil, resting == nil, time < edge,
      leg.start <= time - late,
      leg.countIn == nil
    else { return false }
    let reach = edge + max(early, clocks.isEmpty ? 0 : clocks.ahead)
    let swings = players.contains { $0.swing != nil }
    // What sounds later than it is written, does so by less than a beat.
    let from = leg.tick(at: time - late) - (swings ? Ticks(beats: 1) : .zero)
    let to = leg.tick(at: reach)
    let isReached = patch.cells.contains { change in
      change.touches(from, to) || change.reachesLanes || ledger.holds(change.id)
    }
    guard !isReached else { return false }
    if !leg.wraps {
      // Where the content ends, the playhead stops, and a pair of steps is cut short.
      let (goal, wraps) = goal(from: leg.tick(at: time), in: leg, of: song)
      guard goal > to, leg.end > to, goal == leg.goal || !swings else { return false }
      (path.last.goal, path.last.wraps) = (goal, wraps)
    }
    score = score.changed(to: song)
    return true
  }
}

extension Patch.CellChange {
  /// Whether the cell, before or after, has to do with the ticks from `from` to `to`.
  fileprivate func touches(_ from: Ticks, _ to: Ticks) -> Bool {
    let isBefore = before.map { $0.cell.touches(from, to) } ?? false
    return isBefore || (after.map { $0.cell.touches(from, to) } ?? false)
  }
}

extension Cell {
  fileprivate func touches(_ from: Ticks, _ to: Ticks) -> Bool {
    position <= to && end >= from
  }
}
