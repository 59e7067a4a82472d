extension PlacedCell {
  /// The notes of a clip that begin at positions in [from, to), in order, and where they end.
  ///
  /// A note ends with the loop that it stands in, and with the cell. One that would have begun
  /// before the cell does not sound. O(log events) for each pass of the loop, and one step a note.
  package func clipNotes(
    from: Ticks, to: Ticks
  ) -> [(start: Ticks, end: Ticks, note: Clip.Note)] {
    guard let clip = rare.clip else { return [] }
    return passes(of: clip, first: clip.notes.first?.offset, from, to).flatMap { pass in
      let last = min(pass.end, cell.end)
      return clip.notes.between(pass.from, pass.to, by: \.offset).map { note in
        let start = pass.start + note.offset
        return (start, min(start + note.duration, last), note)
      }
    }
  }

  /// The control values of a clip at positions in [from, to), in order.
  package func clipChanges(
    from: Ticks, to: Ticks
  ) -> [(position: Ticks, target: Control.Target, value: Int)] {
    guard let clip = rare.clip else { return [] }
    return passes(of: clip, first: clip.changes.first?.offset, from, to).flatMap { pass in
      clip.changes.between(pass.from, pass.to, by: \.offset).map { change in
        (pass.start + change.offset, change.target, change.value)
      }
    }
  }

  /// What a control cell sends at positions in [from, to): a value at its start, then changes.
  ///
  /// O(values).
  package func controlValues(from: Ticks, to: Ticks) -> [(position: Ticks, value: Int)] {
    guard let control = rare.control else { return [] }
    let origin = cell.position - rare.offset
    let (from, to) = (max(from, cell.position), min(to, cell.end))
    var values: [(position: Ticks, value: Int)] = []
    if from == cell.position, from < to { values.append((from, control.value(at: rare.offset))) }
    let changes = control.changes(
      since: rare.offset, from: from - origin, to: to - origin)
    return values + changes.map { (origin + $0.offset, $0.value) }
  }

  /// Once through a clip, or the part of it that lies in a stretch of the song.
  private struct Pass {
    /// Where the clip begins.
    let start: Ticks
    /// Where its loop ends.
    let end: Ticks
    /// The offsets of the part.
    let from: Ticks
    let to: Ticks
  }

  /// The passes through a clip in [from, to); none when even its first event is never reached.
  private func passes(of clip: Clip, first: Ticks?, _ from: Ticks, _ to: Ticks) -> [Pass] {
    let (from, to) = (max(from, cell.position), min(to, cell.end))
    guard from < to, let first else { return [] }
    let origin = cell.position - rare.offset
    guard let loop = clip.loop else {
      return [Pass(start: origin, end: cell.end, from: from - origin, to: to - origin)]
    }
    guard first < loop else { return [] }
    let numbers = (from - origin).count / loop.count...((to - origin).count - 1) / loop.count
    return numbers.map { number in
      let start = origin + loop * number
      return Pass(
        start: start, end: start + loop, from: max(from - start, .zero), to: min(to - start, loop))
    }
  }
}

extension Array {
  /// The elements in [from, to) of an array that is ordered by a length.
  fileprivate func between(
    _ from: Ticks, _ to: Ticks, by offset: (Element) -> Ticks
  ) -> ArraySlice<Element> {
    func first(notBefore bound: Ticks) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if offset(self[middle]) < bound { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let start = first(notBefore: from)
    return self[start..<Swift.max(start, first(notBefore: to))]
  }
}
