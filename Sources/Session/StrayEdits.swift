import Timeline

/// What edits that are no steps have changed, and who made them, for whoever meets it on the way
/// back.
struct StrayEdits {
  private struct Change {
    let author: History.Author
    let revision: Int64
  }

  /// Cells remembered at most: a script that edits more has met everybody already.
  private static let limit = 10_000

  private var changes: [Cell.ID: Change] = [:]
  /// The newest revision of an edit of which it is not known any more what it changed.
  private var forgotten: Int64
  /// The newest revision of all.
  private var newest: Int64

  /// With the newest revision of those that were made in earlier runs.
  init(upTo revision: Int64 = 0) {
    forgotten = revision
    newest = revision
  }

  mutating func note(_ patch: Patch, by author: History.Author, in revision: Int64) {
    guard !patch.cells.isEmpty else { return }
    newest = revision
    if changes.count + patch.cells.count > StrayEdits.limit {
      changes = [:]
      forgotten = revision
    }
    for change in patch.cells.prefix(StrayEdits.limit) {
      changes[change.id] = Change(author: author, revision: revision)
    }
  }

  /// Whether there were any since a revision.
  func happened(since revision: Int64) -> Bool { revision < newest }

  /// Whether one has changed a cell since a revision, or may have.
  func changed(_ cell: Cell.ID, since revision: Int64) -> Bool {
    revision < forgotten || revision < changes[cell]?.revision ?? 0
  }

  /// Those who have changed one of these cells, each once.
  func authors(of cells: [Cell.ID]) -> [History.Author] {
    var found: [History.Author] = []
    for author in cells.lazy.compactMap({ changes[$0]?.author }) where !found.contains(author) {
      found.append(author)
    }
    return found
  }
}
