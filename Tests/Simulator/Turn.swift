import Timeline

/// What is decided for a place ahead, and has not taken effect yet.
struct Turn {
  enum Course {
    case on
    case elsewhere(Ticks, cuts: Bool)
    case nowhere
  }

  var place: Place
  /// Whether the time of the place is only known to some nanoseconds.
  var isVague = false
  /// What has been made of the song.
  var song: Song
  /// Whether the range was set, rather than following the content.
  var isRangeByHand = false
  var isAnotherSong = false
  var swaps = false
  /// The cells that end there.
  var gone: Set<Cell.ID> = []
  var course = Course.on

  var time: Double { place.time }

  /// Whether something with this commit point is, or was to be, made there or before.
  func follows(_ commit: Double) -> Bool { commit <= time + (isVague ? 20 : 0) }

  /// Whether a song goes on as if it were not there.
  func changesNothing(in former: Song) -> Bool {
    if case .on = course { !isAnotherSong && song.hasSameContent(as: former) } else { false }
  }

  /// Where the playhead is from there on, when it came on this way through the song before.
  func way(from former: Reckoning, in before: Song) -> Reckoning? {
    var way = former
    while way.wraps, way.passEnd < time - Ear.exact { way.wrap(in: before) }
    if place.isWrap { way.wrap(in: before) }
    func jump(to tick: Ticks, count: Int64) -> Reckoning {
      Reckoning(
        at: tick, when: time, in: song, nudge: way.nudge(at: time),
        travelled: way.travelled(to: place.tick), count: count)
    }
    switch course {
    case .nowhere: return nil
    case .elsewhere(let tick, let cuts): return jump(to: tick, count: cuts ? way.count : 0)
    case .on where isAnotherSong: return jump(to: place.tick, count: way.count)
    case .on:
      if song.tempo != before.tempo || song.tempoScale != before.tempoScale {
        way.restart(at: place.tick, when: time, in: song)
      }
      way.follow(song, from: place.tick, byHand: isRangeByHand)
      return way
    }
  }
}

extension Concert {
  /// The turn takes effect: all before its place is of the song before, and nothing after it.
  mutating func make(_ turn: Turn) {
    self.turn = nil
    defer { know(turn.song) }
    tell(until: turn.time - Ear.exact)
    guard let pass = reckoning else { return }
    let (isWrap, left) = (turn.place.isWrap, turn.place.tick)
    // What is made where it jumps to, is made before what that lies within is struck.
    let isAtJump = told.jumps && !isWrap && left == told.tick
    ear.expect(
      score.onsets(
        from: told.tick, jumping: told.jumps, before: isWrap ? nil : left, since: told.time,
        until: .infinity, in: pass))
    ear.expectChange(at: turn.time - Ear.exact)
    ear.expectEnd(of: turn.gone.filter { turn.song.cell($0) == nil }, at: turn.time)
    if turn.swaps { ear.expectSwap(at: turn.time) }
    reckoning = turn.way(from: pass, in: song)
    told = (left, turn.time - Ear.exact, false)
    lastCommit = turn.time
    if isWrap, turn.song.range.tails == .cut { ear.expectSilence(at: turn.time) }
    if turn.isAnotherSong { ear.expectSilence(at: turn.time) }
    switch turn.course {
    case .on: told.jumps = turn.isAnotherSong || isAtJump
    case .elsewhere(let tick, let cuts):
      if cuts || turn.song.range.tails == .cut { ear.expectSilence(at: turn.time) }
      (told.tick, told.jumps) = (tick, cuts || turn.isAnotherSong)
    case .nowhere:
      ear.expectSilence(at: turn.time)
      (place, passes) = (left, pass.count + (isWrap ? 1 : 0))
    }
  }
}
