import ControlProtocol

/// Does requests one after the other and prints what comes back.
struct Desk: ~Copyable {
  private var connection: Connection
  private let isJSON: Bool
  /// Names and bars; nil until needed, and again once they may have changed.
  private var readout: Readout?

  init(_ options: Options) throws(Failure) {
    connection = try Connection(path: options.socket)
    isJSON = options.isJSON
  }

  /// Asks, prints the result, and throws the refusal if it is one; `number` is a script's line.
  mutating func perform(
    _ line: some Collection<UInt8>, method: String, number: Int? = nil
  ) throws(Failure) {
    let reply = try connection.ask(line)
    if isJSON { try Terminal.print(reply.text) }
    if let error = reply.value["error"] { throw Failure.refused(error, line: number) }
    guard let result = reply.value["result"], !isJSON else { return }
    if Desk.renames(result, method) { readout = nil }
    // In a script silence means done, as it does in a shell.
    if number != nil, result == [:] { return }
    try Terminal.print(try currentReadout(for: method).result(result, of: method))
  }

  mutating func perform(_ line: String, method: String) throws(Failure) {
    try perform(line.utf8, method: method)
  }

  /// Prints events as they come, until the daemon or the reader leaves.
  mutating func printEvents() throws(Failure) {
    while true {
      try Terminal.print(String(decoding: try connection.next(), as: UTF8.self))
    }
  }

  private static func renames(_ result: Value, _ method: String) -> Bool {
    result["rows"] != nil || result["maps"] != nil || method.hasPrefix("song.")
  }

  private mutating func currentReadout(for method: String) throws(Failure) -> Readout {
    if let readout { return readout }
    guard Desk.namesThings(method) else { return Readout() }
    let outline = try connection.ask("song.outline".utf8).value["result"] ?? .null
    let fresh = Readout(outline: outline)
    readout = fresh
    return fresh
  }

  /// Whether its result holds rows or positions.
  private static func namesThings(_ method: String) -> Bool {
    if (try? Command.method(method))?.isEdit == true || method.hasPrefix("transport.") {
      return true
    }
    return ["edit", "status", "cells.list", "history.undo", "history.redo", "range.set"]
      .contains(method)
  }
}
