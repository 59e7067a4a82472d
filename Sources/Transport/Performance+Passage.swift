import Timeline

extension Performance {
  /// Goes on with what was gathered for a place: each row from when it comes there, and the way
  /// too, when the place is still ahead.
  mutating func pass(
    to gathering: Gathering, after travelled: Int64, cuts: Bool, at time: HostTime
  ) -> [ScheduledMessage] {
    let way = wayAhead(of: time)
    let until = max(travelled, formers.last?.until ?? travelled)
    // Who has not begun yet does so with what the song is then.
    players.removeAll { $0.begins == until }
    for index in players.indices where players[index].until == nil {
      guard way.travelled(before: time - players[index].delay) < travelled else { continue }
      players[index].until = until
    }
    if formers.last?.until != until { formers.append(Former(score, until: until)) }
    formers[formers.count - 1].add(gathering, cuts: cuts)
    let reachesLanes = formers[formers.count - 1].reachesLanes
    let moment = path.moment(after: travelled).time
    let seam =
      moment < time ? path.seam(at: time) : (path.last.position(after: travelled), moment)
    let arrived = players.filter { $0.until == nil }
    score = score.changed(to: gathering.song, by: gathering.patch, portDelays: portDelays)
    regroup(at: time, on: way)
    if ending == nil, resting == nil { redirect(from: seam, rangeByHand: gathering.rangeByHand) }
    let waiting = Set(players.filter { $0.until != nil }.flatMap(\.rows))
    let decided = settle(
      // Where it stops, everything comes to rest.
      gathering.patch, reachesLanes: reachesLanes && !gathering.stops, cuts: cuts, at: time,
      of: { !waiting.contains($0) }, { gathering.soundings[$0] })
    return reachesLanes
      ? arrived.reduce(decided) { $0 + retire($1, at: time) } : decided
  }

  /// When somebody comes next to a place where songs change; nil when nobody does.
  var nextPassage: HostTime? {
    guard !isStopped else { return nil }
    return players.compactMap { passage(of: $0) }.min().map { max($0, edge) }
  }

  /// When a player comes to the place where it begins, or ends.
  private func passage(of player: Player) -> HostTime? {
    guard let place = player.begins ?? player.until else { return nil }
    return path.moment(after: place).time + player.delay
  }

  /// Goes on, at the edge, with those who have come to where they begin, and ends those whose
  /// place that is.
  mutating func pass() -> [ScheduledMessage] {
    remember()
    let time = edge
    path.reach(time + early, in: song)
    func comes(_ player: Player) -> Bool { passage(of: player).map { $0 <= time } ?? false }
    let coming = players.filter(comes)
    let places = Set(coming.map { $0.begins ?? $0.until })
    let reachesLanes = formers.contains { places.contains($0.until) && $0.reachesLanes }
    for index in players.indices where comes(players[index]) { players[index].begins = nil }
    let ended = coming.filter { $0.begins == nil }
    players.removeAll { player in
      ended.contains { $0.until == player.until && $0.rows == player.rows }
    }
    var decided: [ScheduledMessage] = []
    for player in ended {
      guard let former = formers.first(where: { $0.until == player.until }) else { continue }
      decided += settle(
        former.patch, reachesLanes: false, cuts: former.cuts, at: time,
        of: { player.rows.contains($0) }, { former.soundings[$0] })
      if former.reachesLanes { decided += retire(player, at: time) }
    }
    forgetFormers()
    if reachesLanes {
      attendAll(at: time)
      decided += chaseAll(at: time)
    }
    return decided
  }

  /// Leaves the labels of a player's rows that nobody plays now, and lets what they have set come
  /// to rest.
  private mutating func retire(_ player: Player, at time: HostTime) -> [ScheduledMessage] {
    let tick = player.position(at: time, on: path).tick
    let others = playersUnderWay(at: time).map { players[$0] }
    let rows = player.rows.subtracting(others.flatMap(\.rows))
    stays.end { rows.contains($0.row) ? Stay.Moment(position: tick, time: time) : nil }
    let addresses = player.channels.subtracting(others.flatMap(\.channels))
    return rest(console.restless.filter { addresses.contains($0.address) }, at: time)
  }

  /// Goes on at once with what songs have become for places that the playhead has not come to: it
  /// goes elsewhere.
  mutating func passAll(at time: HostTime) -> [ScheduledMessage] {
    let here = path.travelled(before: time)
    let left = formers.filter { $0.until > here }
    guard !left.isEmpty else { return [] }
    players.removeAll { $0.begins.map { $0 > here } ?? false }
    var rows: Set<Row.ID> = []
    for index in players.indices where players[index].until.map({ $0 > here }) ?? false {
      rows.formUnion(players[index].rows)
      players[index].until = nil
    }
    formers.removeAll { $0.until > here }
    regroup(at: time, on: wayAhead(of: time))
    return left.flatMap { former in
      settle(
        former.patch, reachesLanes: former.reachesLanes, at: time, of: { rows.contains($0) },
        { former.soundings[$0] })
    }
  }
}
