import Timeline

/// Who has changed cells by edits that are no steps, for whoever meets them on the way back.
struct StrayEdits {
  /// Cells remembered at most: a script that edits more has met everybody already.
  private static let limit = 10_000

  private var authors: [Cell.ID: History.Author] = [:]

  mutating func note(_ patch: Patch, by author: History.Author) {
    if authors.count + patch.cells.count > StrayEdits.limit { authors = [:] }
    for change in patch.cells.prefix(StrayEdits.limit) { authors[change.id] = author }
  }

  /// Those who have changed one of these cells, each once.
  func authors(of cells: [Cell.ID]) -> [History.Author] {
    var found: [History.Author] = []
    for author in cells.lazy.compactMap({ authors[$0] }) where !found.contains(author) {
      found.append(author)
    }
    return found
  }
}
