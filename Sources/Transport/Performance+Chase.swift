import Timeline

/// What a knob holds, and since where.
private struct Claim {
  let position: Ticks
  /// At one position the later row wins, then the later cell.
  var order = 0
  var cell: (position: Ticks, id: Cell.ID) = (.zero, Cell.ID(0))
  let entry: Console.Entry

  func givesWay(to other: Claim) -> Bool {
    (position, order, cell.position, cell.id)
      <= (other.position, other.order, other.cell.position, other.cell.id)
  }
}

extension Performance {
  /// Sets, at `time`, the knobs that do not stand as the song has them at a tick, or all of them.
  ///
  /// What begins just there is left to the fill. Where nothing holds, pedal and bend come to rest.
  /// O(rows + lanes · log n).
  mutating func chase(
    at tick: Ticks, _ pass: Int64, of score: Score? = nil, time: HostTime, all: Bool = false,
    where isMeant: (Player.Address) -> Bool = { _ in true }
  ) -> [ScheduledMessage] {
    let (claims, ahead) = (score ?? self.score).claims(before: tick, pass)
    var wanted = claims.mapValues(\.entry)
    for knob in console.restless where wanted[knob] == nil {
      wanted[knob] = Console.Entry(setting: .rest, cell: nil)
    }
    return wanted.filter { !ahead.contains($0.key) && isMeant($0.key.address) }
      .sorted { $0.key.precedes($1.key) }
      .flatMap { knob, entry in
        if all || console[knob]?.setting != entry.setting {
          return set(knob, to: entry, at: time)
        }
        if console[knob] != entry { console.set(knob, to: entry, at: time) }
        return []
      }
  }

  /// Sets the knobs of one player's rows as the song has them at a tick.
  mutating func chase(
    _ index: Int, at tick: Ticks, _ pass: Int64, time: HostTime
  ) -> [ScheduledMessage] {
    let players = players
    return chase(at: tick, pass, of: score(of: players[index]), time: time) {
      players.plays(index, $0)
    }
  }

  /// Sets the knobs of all rows as the song has them where each player is.
  mutating func chaseAll(at time: HostTime) -> [ScheduledMessage] {
    playersUnderWay(at: time).flatMap { index in
      let (leg, tick) = players[index].position(at: time, on: path)
      return chase(index, at: tick, leg.pass, time: time)
    }
  }

  /// Lets the pedal and the bend that are set come to rest.
  mutating func rest(at time: HostTime) -> [ScheduledMessage] {
    rest(console.restless, at: time)
  }

  /// Lets the pedals and bends of one player's rows come to rest.
  mutating func rest(_ index: Int, at time: HostTime) -> [ScheduledMessage] {
    rest(console.restless.filter { players.plays(index, $0.address) }, at: time)
  }

  /// Lets these knobs come to rest.
  mutating func rest(_ knobs: [Knob], at time: HostTime) -> [ScheduledMessage] {
    knobs.sorted { $0.precedes($1) }.flatMap { knob in
      set(knob, to: Console.Entry(setting: .rest, cell: nil), at: time)
    }
  }

  mutating func set(
    _ knob: Knob, to entry: Console.Entry, at time: HostTime
  ) -> [ScheduledMessage] {
    console.set(knob, to: entry, at: time)
    let tag = entry.cell.map { tags.tag(of: $0, isOff: false, at: time) } ?? 0
    return knob.messages(entry.setting).map {
      ScheduledMessage(time: time, port: knob.port, message: $0, tag: tag)
    }
  }

}

extension Score {
  /// What each knob holds just before a tick, and the knobs that are set just there.
  fileprivate func claims(
    before tick: Ticks, _ pass: Int64
  ) -> ([Knob: Claim], ahead: Set<Knob>) {
    var claims: [Knob: Claim] = [:]
    var ahead: Set<Knob> = []
    for row in song.rowList {
      guard let program = row.program else { continue }
      let entry = Console.Entry(setting: .program(program, row.bank), cell: nil)
      claims[Knob(port: row.port, channel: row.channel, target: .program)] = Claim(
        position: Ticks(count: .min), entry: entry)
    }
    song.visitLanes { lane in
      guard let target = lane.target, let index = parts.index(of: lane.row) else { return }
      let knob = Knob(parts.list[index], target)
      guard knob.isChased else { return }
      if lane.begins(at: tick, { song.plays($0, in: pass) }) { ahead.insert(knob) }
      guard let claim = claim(of: lane, before: tick, pass, index) else { return }
      if claims[knob].map({ $0.givesWay(to: claim) }) ?? true { claims[knob] = claim }
    }
    return (claims, ahead)
  }

  /// The last claim that a cell of a lane makes before a tick.
  private func claim(
    of lane: Lane, before tick: Ticks, _ pass: Int64, _ index: Int
  ) -> Claim? {
    var cell = lane.last(before: tick)
    var found: Claim?
    while let candidate = cell, found == nil {
      if song.plays(candidate, in: pass) {
        found = claim(of: candidate, in: lane, before: tick, index)
      }
      cell = lane.last(before: candidate)
    }
    guard let first = found else { return nil }
    // A clip that began earlier may have set it later.
    lane.visit(overlapping: first.position, tick) { cell in
      guard cell.kind == .clip, song.plays(cell, in: pass),
        let other = claim(of: cell, in: lane, before: tick, index),
        let last = found, last.givesWay(to: other)
      else { return }
      found = other
    }
    return found
  }

  private func claim(
    of cell: Cell, in lane: Lane, before tick: Ticks, _ index: Int
  ) -> Claim? {
    let placed = song.placed(cell, in: lane.row)
    func claim(_ position: Ticks, _ setting: Setting) -> Claim {
      Claim(
        position: position, order: index, cell: (cell.position, cell.id),
        entry: Console.Entry(setting: setting, cell: cell.id))
    }
    switch placed.content {
    case .program(let change):
      let bank = change.bank ?? parts.list[index].bank
      return claim(cell.position, .program(change.program, bank))
    case .control:
      return placed.controlValue(before: tick).map { claim(cell.position, .value($0)) }
    case .clip:
      guard case .control(let target) = lane.kind else { return nil }
      return placed.clipChange(of: target, before: tick).map {
        claim($0.position, .value($0.value))
      }
    case .sysex, .meta, nil: return nil
    }
  }
}

extension Lane {
  /// What its cells set; nil when they set nothing.
  fileprivate var target: Knob.Target? {
    switch kind {
    case .program: .program
    case .control(let target): .control(target)
    case .label, .clip, .sysex, .meta: nil
    }
  }

  /// Whether a cell begins at a tick and sets the knob there.
  fileprivate func begins(at tick: Ticks, _ plays: (Cell) -> Bool) -> Bool {
    guard let cell = last(before: tick + Ticks(count: 1)) else { return false }
    return cell.position == tick && cell.kind != .clip && plays(cell)
  }
}
