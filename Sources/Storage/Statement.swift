import CSQLite

/// One prepared statement; belongs to its database and to its database's thread.
final class Statement {
  /// A value in a column.
  enum Value {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
  }

  private let path: String
  private let database: OpaquePointer
  private let handle: OpaquePointer

  /// Prepares `sql`, which is kept and used often; `path` is for errors.
  init(_ sql: StaticString, in database: OpaquePointer, _ path: String) throws(StorageError) {
    var handle: OpaquePointer?
    let code = sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
      sqlite3_prepare_v3(database, $0, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    }
    guard code == SQLITE_OK, let handle else {
      throw StorageError(code, database, path)
    }
    self.path = path
    self.database = database
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Gives the parameters their values, in order, and makes the statement ready to run.
  func bind(_ values: [Value]) throws(StorageError) {
    for index in values.indices { try bind(values[index], Int32(index + 1)) }
  }

  /// Gives one parameter its value; the first is 1.
  func bind(_ value: Value, _ place: Int32) throws(StorageError) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, place)
      case .integer(let number): sqlite3_bind_int64(handle, place, number)
      case .text(let text): bind(text, place)
      case .bytes(let bytes): bind(bytes, place)
      }
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Gives parameters, from the one at `place` on, whole numbers as values.
  func bind<let count: Int>(
    numbers: [count of Int64], from place: Int32 = 1
  ) throws(StorageError) {
    for index in numbers.indices {
      let code = sqlite3_bind_int64(handle, place + Int32(index), numbers[index])
      if code != SQLITE_OK { throw failure(code) }
    }
  }

  /// Runs to the next row; false when there is none.
  func step() throws(StorageError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  /// Runs to the end, for a statement that gives no rows.
  func run(_ values: [Value]) throws(StorageError) {
    try bind(values)
    try run()
  }

  /// Runs to the end, with the values that the parameters have.
  func run() throws(StorageError) {
    defer { reset() }
    while try step() {}
  }

  /// Ends a run, and with it the hold on what was being read.
  func reset() {
    sqlite3_reset(handle)
  }

  /// An integer of the current row.
  func integer(_ column: Int32) throws(StorageError) -> Int64 {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { throw wrongColumn(column) }
    return sqlite3_column_int64(handle, column)
  }

  func text(_ column: Int32) throws(StorageError) -> String {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT else { throw wrongColumn(column) }
    guard let text = String(validating: content(column), as: UTF8.self) else {
      throw wrongColumn(column)
    }
    return text
  }

  func bytes(_ column: Int32) throws(StorageError) -> [UInt8] {
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB else { throw wrongColumn(column) }
    return content(column)
  }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  private func failure(_ code: Int32) -> StorageError {
    StorageError(code, database, path)
  }

  private func wrongColumn(_ column: Int32) -> StorageError {
    let name = sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    return .corrupt(path: path, what: "\(name) holds something else")
  }

  private func content(_ column: Int32) -> [UInt8] {
    // The pointer before the count: asking for it may convert the value.
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func bind(_ text: String, _ place: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        // Without a base address SQLite would bind NULL for an empty text.
        guard let start = characters.baseAddress else {
          return csqlite_bind_text(handle, place, "", 0)
        }
        return csqlite_bind_text(handle, place, start, Int32(characters.count))
      }
    }
  }

  private func bind(_ bytes: [UInt8], _ place: Int32) -> Int32 {
    guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, place, 0) }
    return bytes.withUnsafeBytes {
      csqlite_bind_blob(handle, place, $0.baseAddress, Int32($0.count))
    }
  }
}
