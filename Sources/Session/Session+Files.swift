package import ControlProtocol
package import Timeline

extension Session {
  /// What a request wants a file to hold of the song: rows and a part, or nil for all.
  package func choice(
    of arguments: Arguments
  ) throws(RequestError) -> (rows: Set<Row.ID>?, part: Range<Ticks>?) {
    let rows = try arguments.rows("rows").map { expression throws(RequestError) in
      Set(try resolution.rows(expression, field: "rows").map(\.id))
    }
    guard arguments.has("from") || arguments.has("to") else { return (rows, nil) }
    let from = try position("from", of: arguments) ?? .zero
    let to = try position("to", of: arguments) ?? max(song.range.end, song.contentEnd)
    guard from < to else {
      throw RequestError(.outOfRange, "to must be behind from", field: "to")
    }
    return (rows, from..<to)
  }

  private func position(
    _ field: String, of arguments: Arguments
  ) throws(RequestError) -> Ticks? {
    try arguments.position(field).map { expression throws(RequestError) in
      try resolution.position(expression, field: field)
    }
  }
}
