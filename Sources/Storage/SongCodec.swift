package import Timeline

/// Songs and patches as compact bytes, and back.
///
/// Every value is checked when it is read. A change of the format raises `version`.
package enum SongCodec {
  package static let version: UInt8 = 1

  package static func bytes(of song: Song) -> [UInt8] {
    written { $0.put(song) }
  }

  package static func song(from bytes: [UInt8]) throws(Malformed) -> Song {
    try read(bytes) { reader throws(Malformed) in try reader.song() }
  }

  package static func bytes(of patch: Patch) -> [UInt8] {
    written { $0.put(patch) }
  }

  package static func patch(from bytes: [UInt8]) throws(Malformed) -> Patch {
    try read(bytes) { reader throws(Malformed) in try reader.patch() }
  }

  static func bytes(of row: Row) -> [UInt8] {
    written { $0.put(row) }
  }

  static func row(from bytes: [UInt8]) throws(Malformed) -> Row {
    try read(bytes) { reader throws(Malformed) in try reader.row() }
  }

  static func bytes(of rare: Cell.Rare) -> [UInt8] {
    written { $0.put(rare) }
  }

  static func rare(from bytes: [UInt8]) throws(Malformed) -> Cell.Rare {
    try read(bytes) { reader throws(Malformed) in try reader.rare() }
  }

  static func bytes(of field: SongField) -> [UInt8] {
    written { $0.put(field) }
  }

  static func field(from bytes: [UInt8]) throws(Malformed) -> SongField {
    try read(bytes) { reader throws(Malformed) in try reader.songField() }
  }

  static func bytes(of order: [Row.ID]) -> [UInt8] {
    written { writer in
      writer.put(count: order.count)
      for row in order { writer.put(row) }
    }
  }

  static func order(from bytes: [UInt8]) throws(Malformed) -> [Row.ID] {
    try read(bytes) { reader throws(Malformed) in
      var order: [Row.ID] = []
      let count = try reader.count(upTo: Limits.rows, "rows")
      for _ in 0..<count { order.append(try reader.rowID()) }
      return order
    }
  }

  private static func written(_ put: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    writer.put(byte: version)
    put(&writer)
    return writer.bytes
  }

  private static func read<Value>(
    _ bytes: [UInt8], _ read: (inout ByteReader) throws(Malformed) -> Value
  ) throws(Malformed) -> Value {
    var reader = ByteReader(bytes)
    guard try reader.byte() == version else { throw reader.malformed("version \(version)") }
    let value = try read(&reader)
    try reader.end()
    return value
  }
}
