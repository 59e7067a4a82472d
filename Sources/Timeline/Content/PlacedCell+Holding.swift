extension PlacedCell {
  /// The value that a control cell has sent last before a position; nil when that is its start.
  package func controlValue(before position: Ticks) -> Int? {
    guard let control = rare.control, position > cell.position else { return nil }
    let origin = cell.position - rare.offset
    return control.value(since: rare.offset, before: min(position, cell.end) - origin)
  }

  /// The last value for a target that a clip has sent before a position, and where.
  ///
  /// What begins more than one loop earlier has been told again since.
  package func clipChange(
    of target: Control.Target, before position: Ticks
  ) -> (position: Ticks, value: Int)? {
    guard let clip = rare.clip else { return nil }
    let to = min(position, cell.end)
    let from = clip.loop.map { max(cell.position, to - $0) } ?? cell.position
    return clipChanges(from: from, to: to).last { $0.target == target }
      .map { ($0.position, $0.value) }
  }
}
