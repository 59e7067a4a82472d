package import Timeline

/// Changes that are decided one after the other, and made as one where the playhead comes to a
/// place.
struct Gathering {
  /// How the playhead goes on from there.
  enum Course {
    case on
    /// From another tick; `cuts` ends what sounds, else that follows the tails of the range.
    case elsewhere(Ticks, cuts: Bool)
  }

  var place: PlaceAhead
  /// What the changes make of the song.
  var song: Song
  var patch = Patch()
  /// What a cell that sounds does, where the last request that changed it said so.
  var soundings: [Cell.ID: Sounding] = [:]
  var rangeByHand = false
  /// Whether another song takes the place of the one that plays.
  var isAnotherSong = false
  var course = Course.on
  /// Whether it stops there, wherever it has been sent.
  private(set) var stops: Bool
  /// Whether something is, or will be, made at the place that this takes the place of.
  private(set) var isRemade = false

  init(at place: PlaceAhead, _ song: Song, stops: Bool = false) {
    self.place = place
    self.song = song
    self.stops = stops
  }

  /// The same, to be made in the place of what it was.
  var again: Gathering {
    var again = self
    again.isRemade = true
    return again
  }

  var isEmpty: Bool {
    if case .on = course { patch.isEmpty && !isAnotherSong && !stops } else { false }
  }

  /// Whether it ends what sounds.
  var cuts: Bool {
    if case .elsewhere(_, cuts: true) = course { true } else { stops }
  }

  /// Where the playhead is afterwards.
  var destination: Ticks {
    if case .elsewhere(let tick, _) = course { tick } else { place.tick }
  }

  /// Stops there; what is stopped already goes to the range start.
  mutating func stop() {
    if stops { course = .elsewhere(song.range.start, cuts: true) }
    stops = true
  }

  /// Another song takes the place of the one that was gathered before, from a tick on or where the
  /// playhead goes on.
  mutating func replaceSong(from start: Ticks?) {
    isAnotherSong = true
    if let start { course = .elsewhere(start, cuts: false) }
  }

  mutating func add(_ next: Patch, _ sounding: Sounding?, rangeByHand: Bool) {
    patch = patch.followed(by: next)
    for change in next.cells { soundings[change.id] = sounding }
    self.rangeByHand = self.rangeByHand || rangeByHand
  }
}

extension Transport {
  /// Gathers all changes until `endGathering`, to be made as one at a place; meanwhile the playhead
  /// is said to be there.
  package mutating func gather(at place: PlaceAhead) {
    precondition(gathering == nil, "one at a time")
    let turn = performance?.turn(from: commitPoint(Transport.lead, after: clock.now()))
    if let turn, turn.place.travelled == place.travelled {
      gathering = turn.again
    } else {
      // Once the earliest row has been there, what was made stays, and this comes on top of it.
      gathering = Gathering(at: place, song, stops: performance?.resting != nil)
    }
  }

  /// Where what is being gathered will be made.
  package var gatheredPlace: PlaceAhead? { gathering?.place }

  /// Makes what was gathered one change.
  package mutating func endGathering() {
    guard var gathering = gathering.take() else { preconditionFailure("nothing was gathered") }
    guard let performance else { return }
    // What was taken back again has to be taken out of what is decided.
    guard gathering.isRemade || !gathering.isEmpty else { return }
    gathering.song = song
    arrival = gathering.place.time
    if !gathering.isRemade, performance.edge == performance.moment(of: gathering) {
      mirror.add(self.performance?.make(gathering) ?? [], to: output)
    } else {
      _ = commit(by: performance.moment(of: gathering)) { performance, _ in
        performance.ahead = gathering
        return []
      }
    }
  }

  /// Makes nothing of what was gathered, and goes on with the song of before.
  package mutating func dropGathering(keeping song: Song) {
    gathering = nil
    self.song = song
  }

  /// Adds a change to what is being gathered, or has been for a place that is close ahead: what
  /// comes after that would be lost in it.
  ///
  /// Returns when it is made; nil when nothing is gathered.
  mutating func gather(_ change: (inout Gathering) -> Void) -> HostTime? {
    if gathering != nil {
      gathering.mutate(change)
      return gathering?.place.time
    }
    let soonest = commitPoint(Transport.lead, after: clock.now())
    guard let turn = performance?.turn(from: soonest) else { return nil }
    gathering = turn.again
    gathering.mutate(change)
    endGathering()
    return turn.place.time
  }

  /// When everything that was asked for and is decided will have left.
  package var settledAhead: HostTime {
    max(settled, performance?.turnPlace(from: settled)?.time ?? settled)
  }

  /// Holds the fill back at a place ahead, until told otherwise: what comes there and later is not
  /// decided yet.
  package mutating func hold(at place: PlaceAhead?) {
    performance?.held = place?.travelled
  }

  /// Whether everything before a place is decided, and it is the next to be made anything of.
  package func isDecided(upTo place: PlaceAhead) -> Bool {
    guard let performance else { return true }
    let turn = performance.turn(from: clock.now() + 1)
    return performance.edge >= performance.moment(of: place)
      && (turn == nil || turn?.place.travelled == place.travelled)
  }
}

extension Gathering? {
  fileprivate mutating func mutate(_ body: (inout Gathering) -> Void) {
    guard var gathering = self else { return }
    body(&gathering)
    self = gathering
  }
}
