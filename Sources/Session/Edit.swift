package import ControlProtocol
import Timeline

/// An edit that a client asks for: all that is needed to decide it on a song, here or elsewhere.
package struct Edit: Sendable {
  /// What is to be done.
  enum Wish: Sendable {
    case operations([Operation])
    case undo
    case redo
    /// All rows and cells of another song are to be added.
    case append(Song)
    /// What was recorded is to be put into its row.
    case record(Take)
  }

  let wish: Wish
  /// The request's method, or what else an event names as its cause.
  package let name: String
  let arguments: Arguments
  let author: History.Author
  let client: Int64
  /// Where the playhead was when it was asked for.
  let playhead: Ticks
  /// What was selected when it was asked for.
  let selection: [Cell.ID]

  /// What it comes to on a song; nothing is changed by that.
  ///
  /// Pure: may take its time on another thread. Throws `exhausted` when it touches more cells than
  /// the allowance.
  package func decide(
    on basis: Basis, allowance: Int = .max
  ) throws(RequestError) -> Decision {
    switch wish {
    case .operations(let operations):
      try decide(operations, on: basis, allowance: allowance)
    case .undo: try decide(basis.history.newest, back: true, on: basis, allowance: allowance)
    case .redo: try decide(basis.history.next, back: false, on: basis, allowance: allowance)
    case .append(let song): try decide(appending: song, on: basis, allowance: allowance)
    case .record(let take): try decide(recording: take, on: basis, allowance: allowance)
    }
  }

  /// Whether it is only to be seen what it would do.
  var isTrial: Bool { arguments.flag("dryRun") == true }

  /// Whether it matters for it which steps there are.
  private var dependsOnHistory: Bool {
    switch wish {
    case .undo, .redo: true
    case .operations: arguments.text("history") ?? "step" != "step"
    case .append, .record: false
    }
  }

  /// A decision for a patch and the song that it makes of the one before.
  func decision(
    _ patch: Patch, _ song: Song, on basis: Basis, isTrial: Bool = false,
    _ adjustments: [(operation: Int, Adjustment)] = []
  ) -> Decision {
    Decision(
      base: basis.revision, song: song, patch: patch,
      givesIDs: song.nextCell != basis.song.nextCell || song.nextRow != basis.song.nextRow,
      dependsOnHistory: dependsOnHistory, isChange: !isTrial,
      result: EditResult(
        patch: patch, song: song, revision: basis.revision + (isTrial ? 0 : 1),
        adjustments: adjustments),
      cause: name, author: author, client: client)
  }
}

extension RequestError {
  /// An edit is too large for its allowance: no refusal, but to be decided where there is time.
  static let exhausted = RequestError(
    .limit, "more than \(Limits.cellsAtOnce) cells are touched at once")
}
