import Timeline

extension Performance {
  /// Enters a cell that has a label.
  mutating func enter(
    _ cell: Cell, _ row: Row.ID, at position: Ticks, _ time: HostTime, travelled: Int64
  ) {
    let rare = song.rare(of: cell)
    stays.begin(
      Stay(
        cell: cell.id, row: row, label: rare?.label, data: rare?.data,
        entry: Stay.Moment(position: position, time: time),
        due: travelled + (cell.end - position).count))
  }

  /// Leaves all labels at a tick.
  mutating func leave(at tick: Ticks, _ time: HostTime) {
    stays.end { _ in Stay.Moment(position: tick, time: time) }
  }

  /// Is where the playhead is since `time`: leaves labels that are not there, and enters others.
  ///
  /// One that begins just there is entered by the fill.
  mutating func attend(at tick: Ticks, _ time: HostTime) {
    guard song.hasLanes || !stays.stays.isEmpty, path.last.countIn == nil else { return }
    let travelled = path.last.travelled + (tick.count - path.last.tick.count)
    var here: [Cell.ID: (cell: Cell, row: Row.ID)] = [:]
    song.visitLanes { lane in
      guard lane.kind == .label, parts.index(of: lane.row) != nil else { return }
      lane.visit(overlapping: tick, tick) { cell in
        if cell.position < tick { here[cell.id] = (cell, lane.row) }
      }
    }
    stays.end { [song] stay in
      guard let (cell, row) = here[stay.cell], row == stay.row,
        song.rare(of: cell)?.label == stay.label, song.rare(of: cell)?.data == stay.data
      else { return Stay.Moment(position: tick, time: time) }
      return nil
    }
    for (cell, row) in here.values.sorted(by: { $0.cell.id < $1.cell.id }) {
      if stays.move(cell.id, to: travelled + (cell.end - tick).count) { continue }
      enter(cell, row, at: tick, time, travelled: travelled)
    }
  }
}
