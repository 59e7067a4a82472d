import Timeline

/// Rows that are played alike: by the same time later or earlier than the playhead.
///
/// A player goes the playhead's way behind it or ahead of it, wraps, ends and all.
struct Player {
  /// How late it is, in nanoseconds; negative when it is early.
  let delay: Int64
  /// The indices of its rows among the audible ones, in order, and the metronome's.
  var parts: [Int] = []
  var rows: Set<Row.ID> = []
  var channels: Set<Address> = []
  /// Since when it plays like this; what should have sounded before, sounds then.
  var since: HostTime
  /// Up to where everything had been played by then, in ticks travelled.
  var done: Int64

  /// Where on the wire a row plays.
  struct Address: Hashable {
    let port: String
    let channel: Channel
  }

  /// Up to where it has played everything at a moment, in ticks travelled.
  func done(by time: HostTime, on path: Path) -> Int64 {
    time <= since ? done : max(path.travelled(before: time - delay), done)
  }
}

extension Parts {
  /// The players of all rows; each goes on from where `done` says for its rows, at `time`.
  func players(at time: HostTime, _ done: (Part) -> Int64) -> [Player] {
    var players: [Player] = []
    for index in Array(list.indices) + [Parts.click] {
      let part = self[index]
      let place = done(part)
      let known = players.firstIndex { $0.delay == part.delay && $0.done == place }
      if known == nil { players.append(Player(delay: part.delay, since: time, done: place)) }
      players[known ?? players.count - 1].add(part, index)
    }
    return players
  }
}

extension Player {
  fileprivate mutating func add(_ part: Part, _ index: Int) {
    parts.append(index)
    rows.insert(part.row)
    channels.insert(Address(port: part.port, channel: part.channel))
  }
}

extension [Player] {
  /// Whether a row is no other player's.
  func plays(_ index: Int, _ row: Row.ID) -> Bool {
    count == 1 || self[index].rows.contains(row)
      || !contains { $0.rows.contains(row) }
  }

  /// Whether what plays on an address is no other player's alone.
  func plays(_ index: Int, _ address: Player.Address) -> Bool {
    count == 1 || self[index].channels.contains(address)
      || !contains { $0.channels.contains(address) }
  }
}

extension Performance {
  /// By how many nanoseconds the earliest row is ahead of the playhead.
  var early: Int64 { max(0, players.reduce(0) { max($0, -$1.delay) }, ledger.early) }

  /// By how many nanoseconds the latest row is behind the playhead.
  var late: Int64 { max(0, players.reduce(0) { max($0, $1.delay) }, ledger.late) }

  /// The way as far as an early row has gone at a moment.
  func wayAhead(of time: HostTime) -> Path {
    var way = path
    way.reach(time + early, in: song)
    return way
  }

  /// Divides the rows of a changed song among players; each goes on from where it is at `time` on
  /// the way before the change.
  mutating func regroup(at time: HostTime, on path: Path) {
    let former = players
    players = parts.players(at: time) { part in
      guard let player = former.first(where: { $0.rows.contains(part.row) }) else {
        return path.travelled(before: time - part.delay)
      }
      return player.done(by: time, on: path)
    }
  }
}
