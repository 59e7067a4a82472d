import Timeline

extension Performance {
  /// Enters a cell that has a label.
  mutating func enter(
    _ cell: Cell, of song: Song, _ row: Row.ID, at position: Ticks, _ time: HostTime, delay: Int64,
    due: Int64
  ) {
    let rare = song.rare(of: cell)
    stays.begin(
      Stay(
        cell: cell.id, row: row, label: rare?.label, data: rare?.data,
        entry: Stay.Moment(position: position, time: time), delay: delay,
        due: due))
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
    for index in playersUnderWay(at: time) {
      let (leg, tick) = players[index].position(at: time, on: path)
      attend(index, in: leg, at: tick, time)
    }
  }

  /// Is where a player is since `time`: leaves labels that are not there, and enters others.
  ///
  /// One that begins just there is entered by the fill.
  mutating func attend(_ index: Int, in leg: Path.Leg, at tick: Ticks, _ time: HostTime) {
    let song = score(of: players[index]).song
    guard song.hasLanes || !stays.stays.isEmpty, leg.countIn == nil else { return }
    let (players, player) = (players, players[index])
    var here: [Cell.ID: (cell: Cell, row: Row.ID)] = [:]
    song.visitLanes { lane in
      guard lane.kind == .label, player.rows.contains(lane.row) else { return }
      lane.visit(overlapping: tick, tick) { cell in
        if cell.position < tick, song.plays(cell, in: leg.pass) { here[cell.id] = (cell, lane.row) }
      }
    }
    stays.end { stay in
      guard players.plays(index, stay.row) else { return nil }
      guard let (cell, row) = here[stay.cell], row == stay.row,
        song.rare(of: cell)?.label == stay.label, song.rare(of: cell)?.data == stay.data
      else { return Stay.Moment(position: tick, time: time) }
      return nil
    }
    for (cell, row) in here.values.sorted(by: { $0.cell.id < $1.cell.id }) {
      let due = leg.travelled(to: player.sounding(cell.end, towards: leg.goal))
      if stays.move(cell.id, to: due) { continue }
      enter(cell, of: song, row, at: tick, time, delay: player.delay, due: due)
    }
  }
}
