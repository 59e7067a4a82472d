extension Draft {
  /// Copies cells as one group: to a place, by a length, or without either right behind themselves.
  ///
  /// The group begins and ends with `span`, rests included; with its first and last cell where that
  /// says nothing. With `by` or `steps` each copy lies that far from the one before, in whole
  /// steps; else it follows by the length of the group, rounded up to whole steps. Copies win over
  /// what they overlap; one that would lie just where its cell lies is not made. Returns the copies
  /// that are left, in the order of row, position and source. O((k · times + touched) · log n).
  package mutating func duplicate(
    _ ids: [Cell.ID], _ shift: Shift?, rows: RowShift? = nil, times: Int = 1,
    span: (start: Ticks, end: Ticks?)? = nil, _ options: EditOptions
  ) throws(EditError) -> (copies: [Cell.ID], adjustment: Adjustment?) {
    precondition((1...Limits.repetitions).contains(times))
    let cells = try existing(ids)
    guard let earliest = cells.first, let last = cells.map(\.cell.end).max() else {
      return ([], nil)
    }
    try checkRoom(for: cells.count * times)
    let start = span?.start ?? earliest.cell.position
    let spacing = Spacing(
      start: start, length: (span?.end ?? last) - start, shift: shift, options: options,
      meters: song.meters)
    let (targets, clamped) = try rowTargets(of: cells, anchor: earliest.row, rows)
    let isElsewhere = zip(cells, targets).contains { $0.row != $1 }
    var wanted: [PlacedCell] = []
    for number in 1...Int64(times) {
      let delta = try spacing.displacement(number)
      guard delta != .zero || isElsewhere else { continue }
      guard earliest.cell.position + delta >= .zero else {
        throw .beforeTheStart(earliest.cell.position + delta)
      }
      guard last + delta <= .maximum else { throw .beyondTheEnd(last + delta) }
      for (placed, target) in zip(cells, targets) {
        var copy = placed
        copy.row = target
        copy.cell.position += delta
        wanted.append(copy)
      }
    }
    wanted.sort { ($0.row, $0.cell.key) < ($1.row, $1.cell.key) }
    let copies = copies(of: wanted)
    try place(copies, insteadOf: [], options.overlap)
    let left = copies.map(\.cell.id).filter { song.cell($0) != nil }
    return (left, try spacing.adjustment().adding(clamped))
  }
}

/// How far the copies of a group lie from it.
private struct Spacing {
  /// Where the group begins.
  let start: Ticks
  let length: Ticks
  let shift: Shift?
  let options: EditOptions
  let meters: MeterMap

  /// The displacement of a copy, counted from 1.
  func displacement(_ number: Int64) throws(EditError) -> Ticks {
    switch shift {
    case nil: return multiple(number, of: stride)
    case .to(let place):
      return options.snap.nearest(to: place, in: meters) - start
        + multiple(number - 1, of: stride)
    case .steps(let count):
      guard let step else { throw .stepsWithoutSnap }
      return try landing(step.length(of: count * number))
    case .by(let distance) where options.mode == .grid: return try landing(distance * number)
    case .by(let distance): return multiple(number, of: distance)
    }
  }

  /// The displacement itself; in grid mode that to the line nearest to where it leads.
  private func landing(_ displacement: Ticks) throws(EditError) -> Ticks {
    guard options.mode == .grid else { return displacement }
    let target = start + displacement
    guard target >= .zero else { throw .beforeTheStart(target) }
    return options.snap.nearest(to: target, in: meters) - start
  }

  /// What snap made of the wish, as the first copy shows it.
  func adjustment() throws(EditError) -> Adjustment? {
    let first = try displacement(1)
    let (asked, stored) =
      switch shift {
      case nil: (length, first)
      case .to(let place): (place, start + first)
      case .steps(let count): (step?.length(of: count) ?? first, first)
      case .by(let distance): (distance, first)
      }
    return asked == stored ? nil : Adjustment(asked: asked, stored: stored)
  }

  private var step: Snap.Step? { options.snap.step(at: start, in: meters) }

  /// The length of the group in whole steps, rounded up.
  private var stride: Ticks {
    guard let step else { return length }
    let count = step.whole(in: length)
    return step.length(of: step.length(of: count) < length ? count + 1 : count)
  }

  /// So many times the whole steps in a length, computed at once so that roundings never add up.
  private func multiple(_ number: Int64, of length: Ticks) -> Ticks {
    guard let step else { return length * number }
    return step.length(of: step.whole(in: length) * number)
  }
}
