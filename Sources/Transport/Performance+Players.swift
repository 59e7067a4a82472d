import Timeline

extension Performance {
  /// By how many nanoseconds the earliest row is ahead of the playhead, be it heard or not.
  var early: Int64 {
    max(0, parts.early, players.reduce(0) { max($0, -$1.delay) }, ledger.early)
  }

  /// By how many nanoseconds the latest row is behind the playhead.
  var late: Int64 { max(0, players.reduce(0) { max($0, $1.delay) }, ledger.late) }

  /// The way as far as an early row has gone at a moment.
  func wayAhead(of time: HostTime) -> Path {
    var way = path
    way.reach(time + early, in: song)
    return way
  }

  /// What a player plays.
  func score(of player: Player) -> Score {
    guard let until = player.until, let former = formers.first(where: { $0.until == until })
    else { return score }
    return former.score
  }

  /// Who plays a row now, and how it sounds; nil when it is not audible.
  func player(of row: Row.ID) -> (Player, Part)? {
    guard let player = players.first(where: { $0.rows.contains(row) }) else { return nil }
    let parts = score(of: player).parts
    return parts.index(of: row).map { (player, parts[$0]) }
  }

  /// The players that have begun, and have not come to where the playhead stops.
  func playersUnderWay(at time: HostTime) -> [Int] {
    let over = path.last.wraps ? nil : path.last.over
    return players.indices.filter { index in
      players[index].begins == nil && over.map { time < $0 + players[index].delay } ?? true
    }
  }

  /// The rows whose notes are heard, and the metronome's.
  var striking: Set<Row.ID> {
    var rows: Set<Row.ID> = []
    for player in players {
      let parts = score(of: player).parts
      for index in player.parts where index == Parts.click || parts[index].strikes {
        rows.insert(parts[index].row)
      }
    }
    return rows
  }

  /// Divides the rows of changed songs among players; each goes on from where it is at `time` on
  /// the way before the change.
  mutating func regroup(at time: HostTime, on path: Path) {
    var found: [Player] = []
    var begin: Int64?
    for former in formers {
      found += players(of: former.score, from: begin, until: former.until, at: time, on: path)
      begin = former.until
    }
    players = found + players(of: score, from: begin, until: nil, at: time, on: path)
    forgetFormers()
  }

  /// Who plays a score from one place to another, as things are at `time`.
  private func players(
    of score: Score, from begin: Int64?, until end: Int64?, at time: HostTime, on path: Path
  ) -> [Player] {
    score.players(since: time, until: end) { part in
      let known = players.lazy.filter { $0.rows.contains(part.row) }
      if let player = known.first(where: { $0.until == end }) {
        return (player.place(before: time, on: path), player.begins)
      }
      let here = path.travelled(before: time - part.delay)
      if let end, here >= end || !known.isEmpty { return nil }
      guard let begin, known.contains(where: { $0.until == begin }) || here < begin else {
        return (Player.Place(here), nil)
      }
      let former = known.first { $0.until == begin }
      return (former?.place(after: begin, on: path) ?? Player.Place(begin), begin)
    }
  }

  /// Forgets the songs that nobody plays any more.
  mutating func forgetFormers() {
    let players = players
    formers.removeAll { former in
      !players.contains { $0.until == former.until || $0.begins == former.until }
    }
  }
}
