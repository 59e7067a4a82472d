import Timeline

/// The steps that can be taken back, and the songs that some of them name.
extension Database {
  /// Makes a history change and follows it with `window`; `count` steps are left, if it is given.
  func apply(
    _ change: Record.HistoryChange, keeping count: Int?, _ window: inout StepWindow
  ) throws(StorageError) {
    let before = window.numbers
    switch change {
    case .none: return
    case .dropNewest:
      window.stepBack()
      window.dropRedo()
    case .undone(let step):
      if let step, let newest = window.newest { try put(step, newest) }
      window.stepBack()
    case .redone(let step):
      window.stepForward()
      if let step, let newest = window.newest { try put(step, newest) }
    case .append(let step):
      let number = window.append()
      if window.numbers.contains(number) { try put(step, number) }
    case .replaceNewest(let step):
      if let newest = window.newest { try put(step, newest) }
    case .dropRedo: window.dropRedo()
    case .limit(let limit): window.setLimit(limit)
    }
    if let count { window.keep(count) }
    let after = window.numbers
    let forgets = Database.shouldForget(after.lowerBound, since: before.lowerBound, change)
    let hasDropped = before.upperBound > after.upperBound
    if forgets { try run("DELETE FROM steps WHERE number < ?", .integer(after.lowerBound)) }
    if hasDropped { try run("DELETE FROM steps WHERE number >= ?", .integer(after.upperBound)) }
    guard forgets || hasDropped else { return }
    // Songs that only those steps named.
    try run(
      """
      DELETE FROM versions WHERE name IS NULL AND number NOT IN
      (SELECT before FROM steps WHERE before IS NOT NULL
      UNION SELECT after FROM steps WHERE after IS NOT NULL)
      """)
  }

  /// Whether steps below the first are to be deleted now.
  ///
  /// Sixteen at a time, since each edit of a full history forgets one; a smaller limit at once.
  private static func shouldForget(
    _ first: Int64, since before: Int64, _ change: Record.HistoryChange
  ) -> Bool {
    if case .limit = change { return first > before }
    return first / 16 > before / 16
  }

  /// Replaces whatever history is there; returns where it stands.
  func put(_ history: History) throws(StorageError) -> StepWindow {
    try run("DELETE FROM steps")
    try run("DELETE FROM versions WHERE name IS NULL")
    guard
      let window = StepWindow(
        first: 1, count: history.steps.count, position: history.position, limit: history.limit)
    else { preconditionFailure("a history outside itself") }
    for (number, step) in zip(window.numbers, history.steps) { try put(step, number) }
    return window
  }

  func history(_ window: StepWindow) throws(StorageError) -> History {
    var steps: [History.Step] = []
    var expected = window.numbers.lowerBound
    // Steps in a row share songs: the one after an import is the one before the next.
    var songs: [Int64: Song] = [:]
    let sql: StaticString = """
      SELECT number, command, name, author, before, after, patch FROM steps
      WHERE number >= ? ORDER BY number
      """
    try visit(sql, .integer(expected)) { row throws(StorageError) in
      let what = "step \(expected)"
      guard try row.integer(0) == expected else { throw corrupt(what) }
      // The number of a client means nothing any more.
      let author =
        row.isNull(3) ? nil : History.Author(client: nil, name: try row.text(3))
      let change: History.Change
      if row.isNull(6) {
        let before = try song(version: try row.integer(4), &songs)
        change = .replacement(before: before, after: try song(version: try row.integer(5), &songs))
      } else {
        change = .patch(try decoded(what, SongCodec.patch, try row.bytes(6)))
      }
      let (command, name) = (try row.text(1), try row.text(2))
      steps.append(History.Step(command: command, name: name, author: author, change: change))
      expected += 1
    }
    guard expected == window.numbers.upperBound else { throw corrupt("the steps") }
    return History(steps: steps, position: window.position, limit: window.limit)
  }

  private func put(_ step: History.Step, _ number: Int64) throws(StorageError) {
    let sql: StaticString = "INSERT OR REPLACE INTO steps VALUES (?, ?, ?, ?, ?, ?, ?)"
    let author: Statement.Value = step.author?.name.map { .text($0) } ?? .null
    switch step.change {
    case .patch(let patch):
      try run(
        sql, .integer(number), .text(step.command), .text(step.name), author, .null, .null,
        .bytes(SongCodec.bytes(of: patch)))
    case .replacement(let before, let after):
      // The new songs first: the step must not refer to what another step's end removes.
      let (before, after) = (try putVersion(before), try putVersion(after))
      try run(
        sql, .integer(number), .text(step.command), .text(step.name), author, .integer(before),
        .integer(after), .null)
    }
  }

  /// Keeps a song under a name; an older one of that name is gone.
  func put(_ version: Version, _ song: Song) throws(StorageError) {
    try run("DELETE FROM versions WHERE name = ?", .text(version.name))
    try run(
      "INSERT INTO versions VALUES (?, ?, ?, ?)", .integer(try nextVersion()),
      .text(version.name), .integer(version.time), .bytes(SongCodec.bytes(of: song)))
  }

  /// The song that was kept under a name.
  func song(named name: String) throws(StorageError) -> Song? {
    var found: Song?
    try visit("SELECT song FROM versions WHERE name = ?", .text(name)) { row throws(StorageError) in
      found = try decoded("version \(name)", SongCodec.song, try row.bytes(0))
    }
    return found
  }

  private func putVersion(_ song: Song) throws(StorageError) -> Int64 {
    let number = try nextVersion()
    try run(
      "INSERT INTO versions VALUES (?, NULL, 0, ?)", .integer(number),
      .bytes(SongCodec.bytes(of: song)))
    return number
  }

  private func nextVersion() throws(StorageError) -> Int64 {
    var number: Int64 = 1
    try visit("SELECT coalesce(max(number), 0) + 1 FROM versions") { row throws(StorageError) in
      number = try row.integer(0)
    }
    return number
  }

  private func song(
    version number: Int64, _ songs: inout [Int64: Song]
  ) throws(StorageError) -> Song {
    if let song = songs[number] { return song }
    var found: Song?
    try visit("SELECT song FROM versions WHERE number = ?", .integer(number)) {
      row throws(StorageError) in
      found = try decoded("version \(number)", SongCodec.song, try row.bytes(0))
    }
    guard let found else { throw corrupt("version \(number)") }
    songs[number] = found
    return found
  }
}
