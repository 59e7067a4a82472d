import Timeline

/// Rows that are played alike: by the same time later or earlier than the playhead, and with the
/// same swing.
///
/// A player goes the playhead's way behind it or ahead of it, wraps, ends and all.
struct Player {
  /// How late it is, in nanoseconds; negative when it is early.
  let delay: Int64
  let swing: Swing?
  /// Where what is written sounds; nil where it is written.
  private let swung: SwungTime?
  /// The indices of its rows among the audible ones, in order, and the metronome's.
  private(set) var parts: [Int] = []
  private(set) var rows: Set<Row.ID> = []
  private(set) var channels: Set<Address> = []
  /// Since when it plays like this; what should have sounded before, sounds then.
  let since: HostTime
  /// Where it was then.
  let start: Place

  /// Where on the wire a row plays.
  struct Address: Hashable {
    let port: String
    let channel: Channel
  }

  /// How far a player has come, in ticks travelled.
  struct Place: Hashable {
    /// Up to where it has played everything, as it is written.
    let written: Int64
    /// Where that sounds.
    let sounding: Int64

    /// At the start of a leg.
    init(_ travelled: Int64) {
      written = travelled
      sounding = travelled
    }

    fileprivate init(written: Int64, sounding: Int64) {
      self.written = written
      self.sounding = sounding
    }
  }

  fileprivate init(_ part: Part, in song: Song, since: HostTime, _ start: Place) {
    delay = part.delay
    swing = part.swing
    swung = part.swing.map { swing in
      SwungTime(
        swing, in: song.meters, cuts: [song.range.start, Performance.head(of: song)])
    }
    self.since = since
    self.start = start
  }

  /// Where what is written at a position sounds: all before the goal of a leg sounds before it.
  func sounding(_ position: Ticks, towards goal: Ticks) -> Ticks {
    swung?.sounding(position, cut: goal) ?? position
  }

  /// The first position at which is written what sounds at `place` or later.
  func written(_ place: Ticks, towards goal: Ticks) -> Ticks {
    swung?.written(place, cut: goal) ?? place
  }

  /// How long something written from a position to another sounds.
  func length(from position: Ticks, to end: Ticks, towards goal: Ticks) -> Int64 {
    (sounding(end, towards: goal) - sounding(position, towards: goal)).count
  }

  /// How far it has come before a moment.
  func place(before time: HostTime, on path: Path) -> Place {
    guard time > since else { return start }
    let (leg, tick) = path.place(before: time - delay)
    return Place(
      written: max(leg.travelled(to: written(tick, towards: leg.goal)), start.written),
      sounding: max(leg.travelled(to: tick), start.sounding))
  }

  /// Where it is at a moment, as it is written.
  func position(at time: HostTime, on path: Path) -> (leg: Path.Leg, tick: Ticks) {
    let leg = path.leg(at: time - delay)
    return (leg, written(leg.position(at: time - delay), towards: leg.goal))
  }

  fileprivate mutating func add(_ part: Part, _ index: Int) {
    parts.append(index)
    rows.insert(part.row)
    channels.insert(Address(port: part.port, channel: part.channel))
  }
}

extension Parts {
  /// The players of all rows of a song, from `time` on, each in the place that its rows have.
  func players(
    in song: Song, since time: HostTime, _ place: (Part) -> Player.Place
  ) -> [Player] {
    var players: [Player] = []
    for index in Array(list.indices) + [Parts.click] {
      let part = self[index]
      let start = place(part)
      let known = players.firstIndex {
        $0.delay == part.delay && $0.swing == part.swing && $0.start == start
      }
      if known == nil { players.append(Player(part, in: song, since: time, start)) }
      players[known ?? players.count - 1].add(part, index)
    }
    return players
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
    players = parts.players(in: song, since: time) { part in
      guard let player = former.first(where: { $0.rows.contains(part.row) }) else {
        return Player.Place(path.travelled(before: time - part.delay))
      }
      return player.place(before: time, on: path)
    }
  }
}
