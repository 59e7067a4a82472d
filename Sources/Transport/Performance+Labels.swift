import Timeline

extension Performance {
  /// Enters a cell that has a label.
  mutating func enter(
    _ cell: Cell, _ row: Row.ID, at position: Ticks, _ time: HostTime, delay: Int64,
    travelled: Int64
  ) {
    let rare = song.rare(of: cell)
    stays.begin(
      Stay(
        cell: cell.id, row: row, label: rare?.label, data: rare?.data,
        entry: Stay.Moment(position: position, time: time), delay: delay,
        due: travelled + (cell.end - position).count))
  }

  /// Leaves all labels at a tick.
  mutating func leave(at tick: Ticks, _ time: HostTime) {
    stays.end { _ in Stay.Moment(position: tick, time: time) }
  }

  /// Leaves the labels of one player's rows at a tick.
  mutating func leave(_ index: Int, at tick: Ticks, _ time: HostTime) {
    let players = players
    stays.end { players.plays(index, $0.row) ? Stay.Moment(position: tick, time: time) : nil }
  }

  /// Is where each player is since `time`.
  mutating func attendAll(at time: HostTime) {
    for index in players.indices {
      let moment = time - players[index].delay
      let leg = path.leg(at: moment)
      attend(index, in: leg, at: leg.position(at: moment), time)
    }
  }

  /// Is where a player is since `time`: leaves labels that are not there, and enters others.
  ///
  /// One that begins just there is entered by the fill.
  mutating func attend(_ index: Int, in leg: Path.Leg, at tick: Ticks, _ time: HostTime) {
    guard song.hasLanes || !stays.stays.isEmpty, leg.countIn == nil else { return }
    let (players, delay) = (players, players[index].delay)
    let travelled = leg.travelled(to: tick)
    var here: [Cell.ID: (cell: Cell, row: Row.ID)] = [:]
    song.visitLanes { lane in
      guard lane.kind == .label, players[index].rows.contains(lane.row) else { return }
      lane.visit(overlapping: tick, tick) { cell in
        if cell.position < tick { here[cell.id] = (cell, lane.row) }
      }
    }
    stays.end { [song] stay in
      guard players.plays(index, stay.row) else { return nil }
      guard let (cell, row) = here[stay.cell], row == stay.row,
        song.rare(of: cell)?.label == stay.label, song.rare(of: cell)?.data == stay.data
      else { return Stay.Moment(position: tick, time: time) }
      return nil
    }
    for (cell, row) in here.values.sorted(by: { $0.cell.id < $1.cell.id }) {
      if stays.move(cell.id, to: travelled + (cell.end - tick).count) { continue }
      enter(cell, row, at: tick, time, delay: delay, travelled: travelled)
    }
  }
}
