import Timeline

extension Performance {
  /// What is made at a place, and what the performance was without it.
  struct Turn {
    let gathering: Gathering
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

  /// What is or will be made at a moment or later, and can be taken back then.
  func turn(from time: HostTime) -> Gathering? {
    (ahead ?? turn.flatMap { $0.time >= time ? $0.gathering : nil }).map(timed)
  }

  /// The place of what is or will be made, if the playhead comes there at a moment or later; who is
  /// early may have been there.
  func turnPlace(from time: HostTime) -> PlaceAhead? {
    (ahead ?? turn?.gathering).map { timed($0.place) }.flatMap { $0.time >= time ? $0 : nil }
  }

  /// Makes what was gathered for the place that is decided up to.
  mutating func make(_ gathering: Gathering) -> [ScheduledMessage] {
    let (time, place) = (edge, gathering.place)
    // The fill may know the way through later wraps, to which it may not lead any more.
    path.rewind(to: path.moment(after: place.travelled).time + 1)
    ahead = gathering
    turn = Turn(gathering: gathering, time: time, before: [self])
    guard !gathering.isAnotherSong else {
      ahead = nil
      return replaceSong(gathering, at: time)
    }
    if place.isWrap, path.last.wraps, path.last.travelled < place.travelled { path.wrap(in: song) }
    // Not before what has been decided already.
    let travelled = max(place.travelled, path.last.travelled)
    let seam = path.moment(after: travelled)
    let decided =
      endSounding(at: gathering, time)
      + changeAhead(
        at: time,
        from: seam.time < time ? nil : (path.last.position(after: travelled), seam.time))
    if gathering.stops {
      stop(after: travelled, resting: gathering.destination, at: time)
    } else if case .elsewhere(let tick, let cuts) = gathering.course {
      goOn(elsewhere: tick, pass: cuts ? nil : 0, after: travelled, at: time)
    }
    return decided
  }

  /// Ends what the place itself ends, before its changes are made: those would swap it.
  private mutating func endSounding(
    at gathering: Gathering, _ time: HostTime
  ) -> [ScheduledMessage] {
    if !gathering.cuts {
      if case .on = gathering.course, !gathering.place.isWrap || gathering.rangeByHand { return [] }
      guard gathering.song.range.tails == .cut else { return [] }
    }
    // Whoever is less early comes there later.
    let arriving = players.indices.filter { players[$0].delay <= -early }
    return arriving.flatMap { silence(player: $0, at: time) }
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

  /// Makes of the song at `time` what was gathered for a place, also when the playhead does not
  /// come there any more; its way leads elsewhere from there on, when that is still ahead.
  mutating func changeAhead(
    at time: HostTime, from place: (tick: Ticks, time: HostTime)? = nil
  ) -> [ScheduledMessage] {
    guard let gathering = ahead.take() else { return [] }
    if gathering.isAnotherSong {
      become(gathering.song)
      return silence(at: time)
    }
    guard !gathering.patch.isEmpty else { return [] }
    return change(
      to: gathering.song, patch: gathering.patch, rangeByHand: gathering.rangeByHand, at: time,
      from: place, sounding: { gathering.soundings[$0] })
  }

  /// The playhead leaves the way to what was made before a moment.
  mutating func forgetTurn(madeBefore time: HostTime) {
    if let turn, turn.time < time { self.turn = nil }
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
    guard path.last.start < time + early else { return }
    // Who is early has gone too far already, and begins there at once.
    let (former, begin) = (players, path.last.travelled)
    players = parts.players(in: song, since: time) { [path] part in
      guard part.delay >= 0, let player = former.first(where: { $0.rows.contains(part.row) })
      else { return Player.Place(begin) }
      return player.place(before: time, on: path)
    }
  }
}
