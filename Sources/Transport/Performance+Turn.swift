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
  }

  /// What is or will be made after a moment.
  func turn(after time: HostTime) -> Gathering? {
    if let ahead { return ahead }
    return turn.flatMap { $0.time > time ? $0.gathering : nil }
  }

  /// Makes what was gathered for the place that is decided up to.
  mutating func make(_ gathering: Gathering) -> [ScheduledMessage] {
    let time = edge
    ahead = gathering
    turn = Turn(gathering: gathering, time: time, before: [self])
    ahead = nil
    guard !gathering.isAnotherSong else { return replaceSong(gathering, at: time) }
    var decided: [ScheduledMessage] = []
    if !gathering.patch.isEmpty {
      decided += change(
        to: gathering.song, patch: gathering.patch, sounding: gathering.sounding,
        rangeByHand: gathering.rangeByHand, at: time)
    }
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
    switch gathering.course {
    case .on: return replace(with: gathering.song, from: nil, at: time, here: gathering.place)
    case .elsewhere(let tick, _):
      return replace(with: gathering.song, from: tick, at: time, here: gathering.place)
    case .nowhere: return stop(at: time)
    }
  }

  /// Goes on from another tick, as at a wrap: where so many have been travelled, or at `time`
  /// without a number and when that is over.
  mutating func goOn(
    elsewhere tick: Ticks, pass: Int64?, after travelled: Int64? = nil, at time: HostTime
  ) {
    let leg = path.last
    let exit = max(travelled.map(leg.position(after:)) ?? leg.tick, leg.tick(at: time))
    let (goal, wraps) = Performance.goal(from: tick, in: song)
    path.turn(at: exit, to: tick, goal: goal, wraps: wraps, pass: pass ?? leg.pass)
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
