import Timeline

/// Values of controllers, bend and pressures on their way into cells.
enum ValueBundle {
  struct Entry {
    let tick: Int64
    let target: Control.Target
    let value: Int16
  }

  /// A cell for each value, until the next of its kind.
  static func cells(of values: [Entry], until end: Int64) -> [ControlReading.Piece] {
    var nexts: [Control.Target: Int64] = [:]
    let pieces = values.reversed().map { entry in
      let next = nexts.updateValue(entry.tick, forKey: entry.target) ?? end
      guard let control = Control(entry.target, value: Int(entry.value)) else {
        preconditionFailure("a file holds no value of other bytes than seven bits")
      }
      return ControlReading.Piece(
        start: entry.tick, end: max(next, entry.tick + 1), content: .control(control))
    }
    return pieces.reversed()
  }

  /// Clips of as many values as one holds, each until the next.
  static func clips(
    of values: [Entry], until end: Int64, _ time: FileTime
  ) -> [ControlReading.Piece] {
    stride(from: 0, to: values.count, by: Limits.clipEvents).map { first in
      let group = values[first..<min(first + Limits.clipEvents, values.count)]
      let start = values[first].tick
      let next = group.endIndex < values.count ? values[group.endIndex].tick : end
      let changes = group.map { entry in
        Clip.Change(
          offset: time.position(of: entry.tick) - time.position(of: start), target: entry.target,
          value: Int(entry.value))
      }
      guard let clip = try? Clip(notes: [], changes: changes), let last = group.last else {
        preconditionFailure("values in order that their targets can have")
      }
      return ControlReading.Piece(
        start: start, end: max(next, last.tick + 1), content: .clip(clip))
    }
  }
}
