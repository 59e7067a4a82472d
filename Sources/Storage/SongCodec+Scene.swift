import Timeline

extension ByteWriter {
  mutating func put(_ scene: Scene) {
    put(scene.name)
    put(count: scene.rows.count)
    for row in scene.rows {
      put(signed: row.number)
      put(byte: (scene.muted.contains(row) ? 1 : 0) | (scene.soloed.contains(row) ? 2 : 0))
    }
  }
}

extension ByteReader {
  mutating func scenes() throws(Malformed) -> [Scene] {
    var scenes: [Scene] = []
    for _ in 0..<(try count(upTo: Limits.scenes, "scenes")) {
      let scene = try scene()
      guard scenes.last.map({ $0.name < scene.name }) ?? true else {
        throw malformed("scenes by name")
      }
      scenes.append(scene)
    }
    return scenes
  }

  private mutating func scene() throws(Malformed) -> Scene {
    let name = try text()
    var rows: [Row.ID] = []
    var (muted, soloed): (Set<Row.ID>, Set<Row.ID>) = ([], [])
    for _ in 0..<(try count(upTo: Limits.rows, "rows of a scene")) {
      let row = Row.ID(try signed(1...Int64.max, "a row"))
      guard rows.last.map({ $0 < row }) ?? true else { throw malformed("ascending rows") }
      rows.append(row)
      let flags = try byte()
      guard flags < 4 else { throw malformed("mute and solo") }
      if flags & 1 != 0 { muted.insert(row) }
      if flags & 2 != 0 { soloed.insert(row) }
    }
    return Scene(name: name, rows: rows, muted: muted, soloed: soloed)
  }
}
