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
  private(set) var since: HostTime
  /// Where it was then, or will begin.
  private(set) var start: Place
  /// Where it will begin, in ticks travelled, until it has come there.
  var begins: Int64?
  /// The place where it ends, as the song then changes for its rows.
  var until: Int64?

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

  fileprivate init(
    _ part: Part, in song: Song, since: HostTime, _ start: Place, begins: Int64?, until: Int64?
  ) {
    delay = part.delay
    swing = part.swing
    swung = part.swing.map { swing in
      SwungTime(
        swing, in: song.meters, cuts: [song.range.start, Performance.head(of: song)])
    }
    self.since = since
    self.start = start
    self.begins = begins
    self.until = until
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

  /// How far it has come where so many ticks have been travelled.
  func place(after travelled: Int64, on path: Path) -> Place {
    let leg = path.leg(reaching: travelled)
    let tick = written(leg.position(after: travelled), towards: leg.goal)
    return Place(written: leg.travelled(to: tick), sounding: travelled)
  }

  /// Where it is at a moment, as it is written.
  func position(at time: HostTime, on path: Path) -> (leg: Path.Leg, tick: Ticks) {
    let leg = path.leg(at: time - delay)
    return (leg, written(leg.position(at: time - delay), towards: leg.goal))
  }

  /// Begins in a place at `time`.
  mutating func begin(at place: Place, since time: HostTime) {
    (since, start, begins) = (time, place, nil)
  }

  fileprivate mutating func add(_ part: Part, _ index: Int) {
    parts.append(index)
    rows.insert(part.row)
    channels.insert(Address(port: part.port, channel: part.channel))
  }
}

extension Score {
  /// The players of its rows, from `time` on, each in the place that its rows have; nobody plays
  /// those that have none.
  func players(
    since time: HostTime, until end: Int64? = nil,
    _ start: (Part) -> (place: Player.Place, begins: Int64?)?
  ) -> [Player] {
    var players: [Player] = []
    for index in Array(parts.list.indices) + [Parts.click] {
      let part = parts[index]
      guard let (place, begins) = start(part) else { continue }
      let known = players.firstIndex {
        $0.delay == part.delay && $0.swing == part.swing && $0.start == place
          && $0.begins == begins
      }
      if known == nil {
        players.append(
          Player(part, in: song, since: time, place, begins: begins, until: end))
      }
      players[known ?? players.count - 1].add(part, index)
    }
    return players
  }
}

extension [Player] {
  /// Whether a row is a player's, or nobody's any more.
  func plays(_ index: Int, _ row: Row.ID) -> Bool {
    count == 1 || self[index].rows.contains(row)
      || self[index].until == nil && !contains { $0.rows.contains(row) }
  }

  /// Whether a player plays on an address, or nobody does any more.
  func plays(_ index: Int, _ address: Player.Address) -> Bool {
    count == 1 || self[index].channels.contains(address)
      || self[index].until == nil && !contains { $0.channels.contains(address) }
  }
}
