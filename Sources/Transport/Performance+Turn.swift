import Timeline

extension Performance {
  /// What is made at a place, if anything, and what the performance was without it.
  struct Turn {
    let gathering: Gathering?
    let time: HostTime
    /// Just one; a value cannot hold another of its kind.
    let before: [Performance]
  }

  /// The moment up to which nothing of a place is decided: earlier than the playhead comes there by
  /// as much as any row is early.
  func moment(of place: PlaceAhead) -> HostTime { moment(after: place.travelled) }

  func moment(after travelled: Int64) -> HostTime {
    path.moment(after: travelled).time - early
  }

  /// When it is made: another song only once the one before has played to the place.
  func moment(of gathering: Gathering) -> HostTime {
    let travelled = gathering.place.travelled
    return gathering.isAnotherSong ? path.moment(after: travelled).time : moment(after: travelled)
  }

  /// What was made last.
  private var made: Turn? { turns.last { $0.gathering != nil } }

  /// Remembers what it is before it makes something at the edge, or goes on with another song.
  mutating func remember(_ gathering: Gathering? = nil) {
    var before = self
    before.turns = []
    turns.append(Turn(gathering: gathering, time: edge, before: [before]))
  }

  /// What is or will be made at a moment or later, and can be taken back then.
  func turn(from time: HostTime) -> Gathering? {
    (ahead ?? made.flatMap { $0.time >= time ? $0.gathering : nil }).map(timed)
  }

  /// The place of what is or will be made, if the playhead comes there at a moment or later; who is
  /// early may have been there.
  func turnPlace(from time: HostTime) -> PlaceAhead? {
    (ahead ?? made?.gathering).map { timed($0.place) }.flatMap { $0.time >= time ? $0 : nil }
  }

  /// Makes what was gathered for the place that is decided up to.
  mutating func make(_ gathering: Gathering) -> [ScheduledMessage] {
    let time = edge
    var gathering = gathering
    // The fill may know the way through later wraps, to which it may not lead any more.
    path.rewind(to: path.moment(after: gathering.place.travelled).time + 1)
    // Where the range has changed meanwhile the playhead may come there straight.
    gathering.place.isWrap = gathering.place.isWrap && path.turns(after: gathering.place.travelled)
    let place = gathering.place
    ahead = gathering
    remember(gathering)
    guard !gathering.isAnotherSong else {
      ahead = nil
      return replaceSong(gathering, at: time)
    }
    if place.isWrap, path.last.wraps, path.last.travelled < place.travelled { path.wrap(in: song) }
    // Not before what has been decided already.
    let travelled = max(place.travelled, path.last.travelled)
    let decided = change(by: gathering, after: travelled, at: time)
    if gathering.stops {
      stop(after: travelled, resting: gathering.destination, at: time)
    } else if case .elsewhere(let tick, let cuts) = gathering.course {
      goOn(elsewhere: tick, pass: cuts ? nil : 0, after: travelled, at: time)
    }
    return decided
  }

  /// Makes of the song what was gathered for where so many ticks have been travelled.
  private mutating func change(
    by gathering: Gathering, after travelled: Int64, at time: HostTime
  ) -> [ScheduledMessage] {
    ahead = nil
    // What the place itself ends, ends before its changes are made: those would swap it.
    let cuts = gathering.cuts || isEnd(gathering)
    guard !gathering.patch.isEmpty else {
      // Whoever is less early comes there later.
      let arriving = cuts ? players.indices.filter { players[$0].delay <= -early } : []
      return arriving.flatMap { silence(player: $0, at: time) }
    }
    return pass(to: gathering, after: travelled, cuts: cuts, at: time)
  }

  /// Whether what sounds ends where something is gathered for, whatever that is.
  private func isEnd(_ gathering: Gathering) -> Bool {
    if case .on = gathering.course, !gathering.place.isWrap || gathering.rangeByHand {
      return false
    }
    return gathering.song.range.tails == .cut
  }

  /// Goes on with another song where the one before was left.
  private mutating func replaceSong(_ gathering: Gathering, at time: HostTime) -> [ScheduledMessage]
  {
    path.end(after: gathering.place.travelled)
    guard !gathering.stops else { return stop(at: time, resting: gathering.destination) }
    let pass = path.last.pass + (gathering.place.isWrap ? 1 : 0)
    switch gathering.course {
    case .on:
      return replace(with: gathering.song, from: gathering.place.tick, pass: pass, at: time)
    case .elsewhere(let tick, let cuts):
      return replace(with: gathering.song, from: tick, pass: cuts ? pass : 0, at: time)
    }
  }

  /// Makes of the song at `time`, in all rows, what was gathered for a place, to which the playhead
  /// does not come any more.
  mutating func changeAhead(at time: HostTime) -> [ScheduledMessage] {
    let passed = passAll(at: time)
    guard let gathering = ahead.take() else { return passed }
    if gathering.isAnotherSong {
      become(gathering.song)
      return silence(at: time)
    }
    guard !gathering.patch.isEmpty else { return passed }
    return passed
      + change(
        to: gathering.song, patch: gathering.patch, rangeByHand: gathering.rangeByHand, at: time,
        sounding: { gathering.soundings[$0] })
  }

  /// The playhead leaves the way to what was made before a moment.
  mutating func forgetTurn(madeBefore time: HostTime) {
    turns.removeAll { $0.time < time }
  }

  /// The way as far as a place, through every wrap before it.
  func way(to place: PlaceAhead) -> Path {
    var path = path
    while path.last.wraps, path.last.travelled(to: path.last.end) <= place.travelled {
      path.wrap(in: song)
    }
    return path
  }

  /// A place with the time at which the playhead comes there as things are now.
  func timed(_ place: PlaceAhead) -> PlaceAhead {
    PlaceAhead(
      tick: place.tick, travelled: place.travelled,
      time: way(to: place).moment(after: place.travelled).time, isWrap: place.isWrap)
  }

  private func timed(_ gathering: Gathering) -> Gathering {
    var gathering = gathering
    gathering.place = timed(gathering.place)
    return gathering
  }

  /// Goes on from another tick, as at a wrap, or without a pass as by a seek: where so many have
  /// been travelled, or at `time` without a number and when that is over.
  mutating func goOn(
    elsewhere tick: Ticks, pass: Int64?, after travelled: Int64? = nil, at time: HostTime
  ) {
    if travelled == nil { path.leave(at: time) }
    let leg = path.last
    let here = leg.tick(at: time)
    if let travelled {
      let exit = max(leg.position(after: travelled), here)
      let (goal, wraps) = Performance.goal(from: tick, in: song)
      path.turn(
        pass == nil ? .seek(from: exit) : .wrap(from: exit), at: exit, to: tick, goal: goal,
        wraps: wraps, pass: pass ?? leg.pass)
    } else {
      forgetTurn(madeBefore: time)
      // Just at that time, which need not be that of a tick.
      path.goOn(
        with: self.leg(.wrap(from: here), from: tick, at: time, pass: pass ?? leg.pass))
    }
    goOnPlaying()
    // Who is early has gone too far already, and begins there at once.
    let (start, begin) = (path.last.start, Player.Place(path.last.travelled))
    for index in players.indices where players[index].until == nil {
      guard start + players[index].delay < time else { continue }
      players[index].begin(at: begin, since: time)
    }
  }
}
