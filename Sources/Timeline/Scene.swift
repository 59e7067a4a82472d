/// Which rows are muted and soloed, under a name: to be gone back to.
package struct Scene: Hashable, Sendable {
  package let name: String
  /// The rows that it knows, ascending; others stay as they are.
  package let rows: [Row.ID]
  package let muted: Set<Row.ID>
  package let soloed: Set<Row.ID>

  package init(name: String, rows: [Row.ID], muted: Set<Row.ID>, soloed: Set<Row.ID>) {
    self.name = name
    self.rows = rows
    self.muted = muted
    self.soloed = soloed
  }

  /// How the rows of a song are.
  package init(name: String, of song: Song) {
    let rows = song.rowList
    self.init(
      name: name, rows: rows.map(\.id).sorted(), muted: Set(rows.filter(\.mute).map(\.id)),
      soloed: Set(rows.filter(\.solo).map(\.id)))
  }
}

extension Song {
  package func scene(named name: String) -> Scene? { scenes.first { $0.name == name } }

  /// The scenes with one put in the place of the one of that name, or taken away.
  package func scenes(with scene: Scene?, named name: String) -> [Scene] {
    (scenes.filter { $0.name != name } + (scene.map { [$0] } ?? [])).sorted { $0.name < $1.name }
  }
}
