package import ControlProtocol
package import Timeline

extension SongDocument {
  /// The song of a document; what is left out is as in a new song.
  ///
  /// Refuses what no song may hold, and names the place. `progress` is told now and then what part
  /// of the cells is behind.
  package static func song(
    of value: Value, progress: (Double) -> Void = { _ in }
  ) throws(RequestError) -> Song {
    let members = try value.membersOfPart()
    guard members[mark.key] == .string(mark.value) else {
      throw RequestError(
        .badText, "\(mark.key) is not \"\(mark.value)\": this is no song", field: "path")
    }
    guard members["version"] == .integer(version) else {
      let found = members["version"].map { "is \($0.json.prefix(40))" } ?? "is missing"
      throw RequestError(
        .notAllowed, "version \(found): version \(version) is read", field: "path")
    }
    var song = Song()
    for field in try settings(members) { song = song.with(field) }
    let contents = try DocumentContents(members, settings: song, progress)
    let fields = SongField.all(of: song)
    song = Song(rows: contents.rows).with(try sections(members))
    for field in fields { song = song.with(field) }
    song = song.with(.scenes(try scenes(members)))
    try at("range") { () throws(RequestError) in try checkLoop(of: song) }
    let next = try part("next", of: members, Command.nextPart)
    return song.counting(
      fromRow: Row.ID(next.id("row") ?? 1), cell: Cell.ID(next.id("cell") ?? 1))
  }

  private static func settings(_ members: Members) throws(RequestError) -> [SongField] {
    let own = try Value.object(members.without(parts + [mark.key, "version"]))
      .arguments(of: Command.songPart)
    var fields: [SongField] = [
      .title(own.text("title") ?? ""), .data(own.text("data")),
      .resolution(own.integer("resolution")),
    ]
    if let seed = own.id("seed") { fields.append(.seed(seed)) }
    if let chases = own.flag("chase") { fields.append(.chase(chases)) }
    if let snap = own.snap("snap") { fields.append(.snap(snap)) }
    if let scale = own.number("scale") {
      fields.append(.tempoScale(Int64((scale * 1e6).rounded())))
    }
    let (range, swing) = (PlayRange(), Swing())
    var metronome = Metronome()
    metronome.set(try part("metronome", of: members, Command.metronomePart))
    fields.append(.metronome(metronome))
    fields.append(.range(range.with(try part("range", of: members, Command.rangePart))))
    fields.append(.swing(swing.with(try part("swing", of: members, Command.swingPart))))
    return fields + (try maps(members))
  }

  private static func part(
    _ key: String, of members: Members, _ part: Command
  ) throws(RequestError) -> Arguments {
    guard let value = members[key] else { return Arguments() }
    return try at(key) { () throws(RequestError) in try value.arguments(of: part) }
  }

  private static func sections(_ members: Members) throws(RequestError) -> [Section] {
    var sections: [Section] = []
    var names: Set<String> = []
    try members.each("sections", atMost: Limits.sections) { value throws(RequestError) in
      let section = try Section(try value.arguments(of: Command.sectionPart))
      guard names.insert(section.name).inserted else { throw .twice("name", section.name) }
      sections.append(section)
    }
    return sections
  }

  private static func scenes(_ members: Members) throws(RequestError) -> [Scene] {
    var scenes: [String: Scene] = [:]
    try members.each("scenes", atMost: Limits.scenes) { value throws(RequestError) in
      let scene = try Scene(try value.membersOfPart())
      guard scenes.updateValue(scene, forKey: scene.name) == nil else {
        throw .twice("name", scene.name)
      }
    }
    return scenes.values.sorted { $0.name < $1.name }
  }
}

extension RequestError {
  static func twice(_ field: String, _ value: String) -> RequestError {
    RequestError(.conflict, "\(field) is \(value): another one has it already")
  }
}
