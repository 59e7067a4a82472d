import Timeline

/// Where a working copy stands.
extension Database {
  /// The first state of a new file.
  func beginState(of song: Song) throws(StorageError) {
    try run(
      "INSERT INTO state (one, next_row, next_cell) VALUES (1, ?, ?)",
      .integer(song.nextRow.number), .integer(song.nextCell.number))
  }

  /// Writes where a record leaves the song, for what appends no step that says so.
  func put(state record: Record, _ window: StepWindow) throws(StorageError) {
    let statement = try prepared(
      """
      UPDATE state SET revision = ?, next_row = max(next_row, ?), next_cell = max(next_cell, ?),
      first_step = ?, steps_done = ?, step_limit = ?
      """)
    try statement.bind(
      numbers: [
        record.revision, record.nextRow.number, record.nextCell.number, window.first,
        Int64(window.position), Int64(window.limit),
      ])
    try statement.run()
  }

  func put(_ window: StepWindow) throws(StorageError) {
    try run(
      "UPDATE state SET first_step = ?, steps_done = ?, step_limit = ?", .integer(window.first),
      .integer(Int64(window.position)), .integer(Int64(window.limit)))
  }

  /// Keeps whether notes may be sounding.
  func put(isRolling: Bool) throws(StorageError) {
    try run("UPDATE state SET is_rolling = ?", .integer(isRolling ? 1 : 0))
    // Notes go to where the rows send them now, and while rolling to where they once did.
    try run("DELETE FROM used")
    try putDestinations()
  }

  /// Keeps which song file it belongs to; none is arriving any more.
  func put(_ original: Original) throws(StorageError) {
    try run("DELETE FROM original")
    try put(original, isArriving: false)
  }

  /// Keeps how to recognise a song file that is about to arrive.
  func put(arriving original: Original) throws(StorageError) {
    try put(original, isArriving: true)
  }

  private func put(_ original: Original, isArriving: Bool) throws(StorageError) {
    let stamp = original.stamp
    try run(
      "INSERT OR REPLACE INTO original VALUES (?, ?, ?, ?, ?, ?, ?)",
      .integer(isArriving ? 1 : 0), .text(original.path),
      .integer(stamp.device), .integer(stamp.inode), .integer(stamp.size),
      .integer(stamp.modified), .integer(original.revision))
  }

  /// Checks the whole file, and reads all that it holds.
  func contents() throws(StorageError) -> (Contents, StepWindow) {
    try check()
    var state: (revision: Int64, window: StepWindow, isRolling: Bool, strayed: Int64)?
    // The last step tells where an edit has left the song, unless the state is newer.
    let sql: StaticString = """
      SELECT ifnull(last.revision, state.revision), ifnull(last.first_step, state.first_step),
      ifnull(last.number - last.first_step + 1, steps_done), step_limit, is_rolling,
      (SELECT count(*) FROM steps WHERE number >= ifnull(last.first_step, state.first_step)),
      strayed
      FROM state LEFT JOIN (SELECT * FROM steps ORDER BY number DESC LIMIT 1) AS last
      ON last.revision > state.revision
      """
    try visit(sql) { row throws(StorageError) in
      let window = StepWindow(
        first: try row.integer(1), count: Int(try row.integer(5)),
        position: Int(try row.integer(2)), limit: Int(try row.integer(3)))
      guard let window, try row.integer(0) >= 0 else { throw corrupt("the state") }
      state = (try row.integer(0), window, try row.integer(4) != 0, try row.integer(6))
    }
    guard let state else { throw corrupt("the state") }
    let contents = Contents(
      song: try song(), history: try history(state.window, strayed: state.strayed),
      revision: state.revision,
      original: try original(isArriving: false), arriving: try original(isArriving: true),
      wasClean: !state.isRolling, destinations: try destinations(),
      versions: try versions())
    return (contents, state.window)
  }

  /// Reads every page, so that damage is found before anything is believed.
  func check() throws(StorageError) {
    var verdict = ""
    try visit("PRAGMA quick_check(1)") { row throws(StorageError) in
      verdict = try row.text(0)
    }
    guard verdict == "ok" else { throw corrupt(verdict) }
  }

  func versions() throws(StorageError) -> [Version] {
    var versions: [Version] = []
    try visit("SELECT name, time FROM versions WHERE name IS NOT NULL ORDER BY number") {
      row throws(StorageError) in
      versions.append(Version(name: try row.text(0), time: try row.integer(1)))
    }
    return versions
  }

  private func original(isArriving: Bool) throws(StorageError) -> Original? {
    var original: Original?
    let sql: StaticString = """
      SELECT path, device, inode, size, modified, revision FROM original WHERE is_arriving = ?
      """
    try visit(sql, .integer(isArriving ? 1 : 0)) { row throws(StorageError) in
      let stamp = FileStamp(
        device: try row.integer(1), inode: try row.integer(2), size: try row.integer(3),
        modified: try row.integer(4))
      original = Original(path: try row.text(0), stamp: stamp, revision: try row.integer(5))
    }
    return original
  }

  private func destinations() throws(StorageError) -> Set<Destination> {
    var destinations: Set<Destination> = []
    try visit("SELECT port, channel FROM used") { row throws(StorageError) in
      guard let channel = Channel(exactly: Int(try row.integer(1))) else {
        throw corrupt("a destination")
      }
      destinations.insert(Destination(port: try row.text(0), channel: channel))
    }
    return destinations
  }
}
