import ControlProtocol
import Timeline

extension Batch {
  mutating func mute(_ arguments: Arguments, _ toggle: Toggle) throws(RequestError) {
    for row in try rows(arguments) {
      try set([.mute(toggle.applied(to: row.mute))], of: row)
    }
  }

  mutating func solo(_ arguments: Arguments, _ toggle: Toggle) throws(RequestError) {
    for row in try rows(arguments) {
      try set([.solo(toggle.applied(to: row.solo))], of: row)
    }
  }

  mutating func saveScene(_ arguments: Arguments) throws(RequestError) {
    let name = arguments.text("name") ?? ""
    let scenes = draft.song.scenes(with: Scene(name: name, of: draft.song), named: name)
    guard scenes.count <= Limits.scenes else {
      throw refusal(.tooMany("scenes", limit: Limits.scenes))
    }
    draft.set(.scenes(scenes))
  }

  mutating func recallScene(_ arguments: Arguments) throws(RequestError) {
    let scene = try scene(arguments)
    for row in scene.rows.compactMap({ draft.song.row($0) }) {
      try set(
        [.mute(scene.muted.contains(row.id)), .solo(scene.soloed.contains(row.id))], of: row)
    }
  }

  mutating func removeScene(_ arguments: Arguments) throws(RequestError) {
    let name = try scene(arguments).name
    draft.set(.scenes(draft.song.scenes(with: nil, named: name)))
  }

  private func scene(_ arguments: Arguments) throws(RequestError) -> Scene {
    let name = arguments.text("name") ?? ""
    guard let scene = draft.song.scene(named: name) else {
      throw RequestError(
        .notFound, "name is \"\(name)\": no scene has that name", field: "name",
        hint: suggestion(for: name, among: draft.song.scenes.map(\.name)))
    }
    return scene
  }

  /// The rows that are named, or all.
  private func rows(_ arguments: Arguments) throws(RequestError) -> [Row] {
    try resolution.rows(arguments.rows("rows") ?? .all, field: "rows")
  }

  private mutating func set(_ fields: [RowField], of row: Row) throws(RequestError) {
    try refusing { draft throws(EditError) in try draft.set(fields, of: row.id) }
  }
}
