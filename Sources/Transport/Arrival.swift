import Timeline

/// Something that the playhead comes to.
struct Arrival {
  /// Boxed, so that the starts of plain notes, which are most, stay small.
  indirect enum Event {
    /// The start of a cell that strikes its pitches.
    case cell
    /// The start of a note inside a clip, which ends at `end`.
    case note(Clip.Note, end: Ticks)
    /// A knob is set; a ramp that `goesOn` sets only what nobody has set since its start.
    case setting(Knob.Target, Setting, goesOn: Bool)
    case sysex(SystemExclusive)
    case label
  }

  let position: Ticks
  let rank: Rank
  /// The index of its row among the audible ones, or the metronome's.
  let part: Int
  let cell: Cell
  let event: Event

}

extension [Arrival] {
  /// As they happen; those that nothing tells apart stay in their order.
  ///
  /// Arrivals are large and hold references: their turns are sorted in their stead.
  fileprivate var inTurn: [Arrival] {
    indices.map { Turn(self[$0], $0) }.sorted().map { self[$0.index] }
  }
}

/// When an arrival comes: at one place by rank, then in the order of the rows, then of the cells.
private struct Turn: Comparable {
  let position: Int64
  let rank: Int
  let part: Int
  let start: Int64
  let cell: Int64
  let index: Int

  init(_ arrival: Arrival, _ index: Int) {
    position = arrival.position.count
    rank = arrival.rank.rawValue
    part = arrival.part
    start = arrival.cell.position.count
    cell = arrival.cell.id.number
    self.index = index
  }

  static func < (a: Turn, b: Turn) -> Bool {
    guard a.position == b.position else { return a.position < b.position }
    return (a.rank, a.part, a.start, a.cell, a.index) < (b.rank, b.part, b.start, b.cell, b.index)
  }
}

extension Score {
  /// What lies in [from, to) of a player's rows, in the order in which it happens.
  ///
  /// Part of the fill. O(rows + lanes + arrivals).
  func arrivals(
    of player: Player, _ from: Ticks, _ to: Ticks, in leg: Path.Leg
  ) -> [Arrival] {
    guard from < to else { return [] }
    let clicks = player.parts.last == Parts.click
    if let meter = leg.countIn?.meter {
      return clicks ? self.clicks(from, to, MeterMap(meter)) : []
    }
    var found = clicks && song.metronome.isOn ? self.clicks(from, to, song.meters) : []
    for index in player.parts where index != Parts.click && parts[index].strikes {
      song.visit(parts[index].row, startingFrom: from) { cell in
        guard cell.position < to else { return false }
        if cell.kind == .notes, song.plays(cell, in: leg.pass) {
          found.append(
            Arrival(position: cell.position, rank: .notes, part: index, cell: cell, event: .cell))
        }
        return true
      }
    }
    if song.hasLanes { found += laneArrivals(of: player, from, to, leg.pass) }
    return found.inTurn
  }

  private func clicks(_ from: Ticks, _ to: Ticks, _ meters: MeterMap) -> [Arrival] {
    var found: [Arrival] = []
    meters.visitBeats(from: from, to: to) { position, number, meter in
      let click = song.metronome.click(at: position, beat: number, of: meter)
      found.append(
        Arrival(
          position: position, rank: .notes, part: Parts.click, cell: click, event: .cell))
    }
    return found
  }

  private func laneArrivals(
    of player: Player, _ from: Ticks, _ to: Ticks, _ pass: Int64
  ) -> [Arrival] {
    var found: [Arrival] = []
    song.visitLanes { lane in
      guard player.rows.contains(lane.row), let index = parts.index(of: lane.row) else { return }
      lane.visit(overlapping: from, to) { cell in
        guard song.plays(cell, in: pass) else { return }
        found += arrivals(of: song.placed(cell, in: lane.row), in: lane.kind, index, from, to)
      }
    }
    return found
  }

  /// What a cell does in one of its lanes.
  private func arrivals(
    of placed: PlacedCell, in lane: Lane.Kind, _ index: Int, _ from: Ticks, _ to: Ticks
  ) -> [Arrival] {
    let cell = placed.cell
    func arrival(_ position: Ticks, _ rank: Rank, _ event: Arrival.Event) -> Arrival {
      Arrival(position: position, rank: rank, part: index, cell: cell, event: event)
    }
    func setting(
      _ position: Ticks, _ target: Control.Target, _ value: Int, goesOn: Bool
    ) -> Arrival {
      let knob = Knob(parts.list[index], .control(target))
      return arrival(
        position, knob.rank, .setting(.control(target), .value(value), goesOn: goesOn))
    }
    let starts = cell.position >= from
    switch (lane, placed.content) {
    case (.label, _): return starts ? [arrival(cell.position, .notes, .label)] : []
    case (.program, .program(let change)):
      let setting = Setting.program(change.program, change.bank ?? parts.list[index].bank)
      return starts
        ? [arrival(cell.position, .program, .setting(.program, setting, goesOn: false))] : []
    case (.sysex, .sysex(let message)):
      return starts ? [arrival(cell.position, .sysex, .sysex(message))] : []
    case (.control, .control(let control)):
      return placed.controlValues(from: from, to: to).map { position, value in
        setting(position, control.target, value, goesOn: position > cell.position)
      }
    case (.clip, .clip):
      let notes = parts.list[index].strikes ? placed.clipNotes(from: from, to: to) : []
      return notes.map { arrival($0.start, .notes, .note($0.note, end: $0.end)) }
        + placed.clipChanges(from: from, to: to).map {
          setting($0.position, $0.target, $0.value, goesOn: false)
        }
    default: return []
    }
  }
}

extension Knob {
  /// What a row's target is.
  init(_ part: Part, _ target: Target) {
    self.init(port: part.port, channel: part.channel, target: target)
  }
}
