/// The tables of song files and working copies; a song file's history is empty.
enum Schema {
  /// Raised when a table or an encoding changes.
  static let version = 1

  /// Pages are small, since each edit writes the few that it touches to the log whole.
  static let pageSize = 1_024

  static let tables = """
    CREATE TABLE state (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      next_row INTEGER NOT NULL,
      next_cell INTEGER NOT NULL,
      revision INTEGER NOT NULL DEFAULT 0,
      first_step INTEGER NOT NULL DEFAULT 1,
      steps_done INTEGER NOT NULL DEFAULT 0,
      step_limit INTEGER NOT NULL DEFAULT 0,
      strayed INTEGER NOT NULL DEFAULT 0,
      is_rolling INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE settings (tag INTEGER PRIMARY KEY, value BLOB NOT NULL) STRICT;
    CREATE TABLE row_order (one INTEGER PRIMARY KEY CHECK (one = 1), ids BLOB NOT NULL) STRICT;
    CREATE TABLE rows (id INTEGER PRIMARY KEY, value BLOB NOT NULL) STRICT;
    CREATE TABLE cells (
      id INTEGER PRIMARY KEY,
      row INTEGER NOT NULL,
      position INTEGER NOT NULL,
      duration INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      pitch INTEGER NOT NULL,
      velocity INTEGER NOT NULL,
      off_velocity INTEGER NOT NULL,
      rare BLOB
    ) STRICT;
    CREATE TABLE sections (
      name TEXT PRIMARY KEY,
      start INTEGER NOT NULL,
      length INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE steps (
      number INTEGER PRIMARY KEY,
      revision INTEGER NOT NULL,
      first_step INTEGER NOT NULL,
      next_row INTEGER NOT NULL,
      next_cell INTEGER NOT NULL,
      command TEXT NOT NULL,
      name TEXT NOT NULL,
      author TEXT,
      before INTEGER,
      after INTEGER,
      patch BLOB
    ) STRICT;
    CREATE TABLE versions (
      number INTEGER PRIMARY KEY,
      name TEXT UNIQUE,
      time INTEGER NOT NULL,
      song BLOB NOT NULL
    ) STRICT;
    CREATE TABLE original (
      is_arriving INTEGER PRIMARY KEY CHECK (is_arriving IN (0, 1)),
      path TEXT NOT NULL,
      device INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      revision INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE used (
      port TEXT NOT NULL,
      channel INTEGER NOT NULL,
      PRIMARY KEY (port, channel)
    ) STRICT, WITHOUT ROWID;
    """
}
