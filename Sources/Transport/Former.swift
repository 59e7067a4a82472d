import Timeline

/// What is played until a place, where the song changes, by those who have not come there yet: each
/// comes in its own time, earlier or later than the playhead.
struct Former {
  private(set) var score: Score
  /// Where the place is, in ticks travelled.
  let until: Int64
  /// What the song becomes there.
  private(set) var patch = Patch()
  /// What a cell that sounds does then, where that was said.
  private(set) var soundings: [Cell.ID: Sounding] = [:]
  /// Whether what sounds ends there.
  private(set) var cuts = false
  /// Whether rows do something else there than striking other notes.
  private(set) var reachesLanes = false

  init(_ score: Score, until travelled: Int64) {
    self.score = score
    until = travelled
  }

  /// Something more is made of the song at the place.
  mutating func add(_ gathering: Gathering, cuts: Bool) {
    patch = patch.followed(by: gathering.patch)
    soundings.merge(gathering.soundings) { $1 }
    self.cuts = self.cuts || cuts
    reachesLanes =
      patch.reachesLanes && (score.song.hasLanes || gathering.song.hasLanes) || reachesLanes
  }

  /// The song changes by hand before the place, as far as that concerns what it still is.
  mutating func adopt(_ patch: Patch, portDelays: [String: Int64]) {
    let patch = patch.fitting(score.song)
    guard !patch.isEmpty else { return }
    var song = score.song
    song.apply(patch)
    score = score.changed(to: song, by: patch, portDelays: portDelays)
  }

  /// What sounds on these ports is so many nanoseconds late.
  mutating func delay(ports: [String: Int64]) {
    score = Score(of: score.song, portDelays: ports)
  }
}
