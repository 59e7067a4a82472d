import Timeline

/// A song as it is played: with how each of its audible rows sounds.
struct Score {
  let song: Song
  let parts: Parts

  private init(_ song: Song, _ parts: Parts) {
    self.song = song
    self.parts = parts
  }

  init(of song: Song, portDelays: [String: Int64]) {
    self.init(song, Parts(of: song, portDelays: portDelays))
  }

  /// That of a song which a change of cells alone has made of this one's.
  func changed(to song: Song) -> Score { Score(song, parts) }

  /// That of a song which a patch has made of this one's.
  func changed(to song: Song, by patch: Patch, portDelays: [String: Int64]) -> Score {
    let isAlike =
      patch.rows.isEmpty && song.metronome == self.song.metronome
      && song.swing == self.song.swing
    return isAlike ? changed(to: song) : Score(of: song, portDelays: portDelays)
  }
}
