import ControlProtocol
package import Timeline

/// A song that is ready to come in the place of the one being edited.
package struct ComingSong: Sendable {
  enum Kind: Sendable {
    /// Another one, with its own history and revision.
    case another(History, revision: Int64)
    /// The one being edited as it once was: a step to undo.
    case step
  }

  let song: Song
  let kind: Kind

  /// Another song.
  package init(_ song: Song, history: History, revision: Int64) {
    self.song = song
    kind = .another(history, revision: revision)
  }

  /// What the song being edited goes back to.
  package init(stepTo song: Song) {
    self.song = song
    kind = .step
  }
}
