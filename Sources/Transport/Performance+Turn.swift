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

  /// What is or will be made at a place.
  func turn(at place: PlaceAhead) -> Gathering? {
    [ahead, turn?.gathering].compactMap { $0 }.first { $0.place.travelled == place.travelled }
      .map(timed)
  }

  /// What is or will be made at a moment or later.
  func turn(from time: HostTime) -> Gathering? {
    (ahead ?? turn.flatMap { $0.time >= time ? $0.gathering : nil }).map(timed)
  }

  /// Makes what was gathered for the place that is decided up to.
  mutating func make(_ gathering: Gathering) -> [ScheduledMessage] {
    let time = edge
    // The fill may know the way through later wraps, to which it may not lead any more.
    path.rewind(to: path.moment(after: gathering.place.travelled).time + 1)
    ahead = gathering
    turn = Turn(gathering: gathering, time: time, before: [self])
    guard !gathering.isAnotherSong else {
      ahead = nil
      return replaceSong(gathering, at: time)
    }
    var decided = changeAhead(at: time)
    switch gathering.course {
    case .on: break
    case .elsewhere(let tick, let cuts):
      if cuts { decided += silence(at: time) }
      goOn(elsewhere: tick, pass: cuts ? nil : 0, after: gathering.place.travelled, at: time)
    case .nowhere: decided += stop(at: time)
    }
    return decided
  }

  /// Goes on with another song where the one before was left.
  private mutating func replaceSong(_ gathering: Gathering, at time: HostTime) -> [ScheduledMessage]
  {
    path.end(after: gathering.place.travelled)
    let pass = path.last.pass + (gathering.place.isWrap ? 1 : 0)
    switch gathering.course {
    case .on:
      return replace(with: gathering.song, from: gathering.place.tick, pass: pass, at: time)
    case .elsewhere(let tick, let cuts):
      return replace(with: gathering.song, from: tick, pass: cuts ? pass : 0, at: time)
    case .nowhere: return stop(at: time)
    }
  }

  /// Makes of the song at `time` what was gathered for a place, also when the playhead does not
  /// come there any more.
  mutating func changeAhead(at time: HostTime) -> [ScheduledMessage] {
    guard let gathering = ahead.take() else { return [] }
    if gathering.isAnotherSong {
      become(gathering.song)
      return silence(at: time)
    }
    guard !gathering.patch.isEmpty else { return [] }
    return change(
      to: gathering.song, patch: gathering.patch, rangeByHand: gathering.rangeByHand, at: time,
      sounding: { gathering.soundings[$0] })
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
    let leg = path.last
    let here = leg.tick(at: time)
    if let travelled {
      let exit = max(leg.position(after: travelled), here)
      let (goal, wraps) = Performance.goal(from: tick, in: song)
      path.turn(
        pass == nil ? .seek(from: exit) : .wrap(from: exit), at: exit, to: tick, goal: goal,
        wraps: wraps, pass: pass ?? leg.pass)
    } else {
      // Just at that time, which need not be that of a tick.
      path.goOn(
        with: self.leg(.wrap(from: here), from: tick, at: time, pass: pass ?? leg.pass))
    }
    (ending, ahead) = (nil, nil)
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
