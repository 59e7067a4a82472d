import Timeline

/// The steps that can be taken back, and the songs that some of them name.
extension Database {
  /// Makes the history change of a record and follows it with `window`.
  ///
  /// - Returns: whether the step that it wrote says where the record leaves the song, so that the
  ///   state need not: an edit writes one table less.
  func applyHistory(
    of record: Record, _ window: inout StepWindow
  ) throws(StorageError) -> Bool {
    let before = window.numbers
    let (step, number) = window.follow(record.history)
    if let count = record.steps { window.keep(count) }
    let after = window.numbers
    var isWritten = false
    if let step, let number, after.contains(number) {
      try put(step, number, of: record, first: window.first)
      isWritten = true
    }
    try forget(before, except: after, record.history)
    if record.isStray { try run("UPDATE state SET strayed = ?", .integer(record.revision)) }
    return isWritten && window.position == window.count
  }

  /// Deletes the steps that are no longer in the history, and the songs that only those named.
  private func forget(
    _ before: Range<Int64>, except after: Range<Int64>, _ change: Record.HistoryChange
  ) throws(StorageError) {
    let forgets = Database.shouldForget(after.lowerBound, since: before.lowerBound, change)
    let hasDropped = before.upperBound > after.upperBound
    if forgets { try run("DELETE FROM steps WHERE number < ?", .integer(after.lowerBound)) }
    if hasDropped { try run("DELETE FROM steps WHERE number >= ?", .integer(after.upperBound)) }
    guard forgets || hasDropped else { return }
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

  func history(_ window: StepWindow, strayed: Int64) throws(StorageError) -> History {
    var steps: [History.Step] = []
    var expected = window.numbers.lowerBound
    // Steps in a row share songs: the one after an import is the one before the next.
    var songs: [Int64: Song] = [:]
    let sql: StaticString = """
      SELECT number, command, name, author, before, after, patch, revision FROM steps
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
      steps.append(
        History.Step(
          command: command, name: name, author: author, change: change,
          since: try row.integer(7)))
      expected += 1
    }
    guard expected == window.numbers.upperBound else { throw corrupt("the steps") }
    return History(
      steps: steps, position: window.position, limit: window.limit, strayed: strayed)
  }

  /// Writes a step and where its record leaves the song; without one, that is the state's to say.
  private func put(
    _ step: History.Step, _ number: Int64, of record: Record? = nil, first: Int64 = 1
  ) throws(StorageError) {
    var (before, after, patch) = (Statement.Value.null, Statement.Value.null, Statement.Value.null)
    switch step.change {
    case .patch(let change): patch = .bytes(SongCodec.bytes(of: change))
    case .replacement(let old, let new):
      // The new songs first: the step must not refer to what another step's end removes.
      before = .integer(try putVersion(old))
      after = .integer(try putVersion(new))
    }
    let statement = try prepared(
      "INSERT OR REPLACE INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    try statement.bind(
      numbers: [
        number, record?.revision ?? 0, first, record?.nextRow.number ?? 1,
        record?.nextCell.number ?? 1,
      ])
    try statement.bind(.text(step.command), 6)
    try statement.bind(.text(step.name), 7)
    try statement.bind(step.author?.name.map { .text($0) } ?? .null, 8)
    try statement.bind(before, 9)
    try statement.bind(after, 10)
    try statement.bind(patch, 11)
    try statement.run()
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
