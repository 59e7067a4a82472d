import ControlProtocol
import Timeline

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
    // The end of long work is an event, which must not come before it is wanted.
    if Desk.takesLong(method) { _ = try connection.ask("subscribe jobs".utf8) }
    let reply = try connection.ask(line)
    if isJSON { try Terminal.print(reply.text) }
    let outcome = try connection.outcome(of: reply) { event throws(Failure) in
      if isJSON { try Terminal.print(event) }
    }
    if let error = outcome["error"] { throw Failure.refused(error, line: number) }
    guard let result = outcome["result"], !isJSON else { return }
    if Desk.renames(result, method) { readout = nil }
    let readout = try naming(result, in: currentReadout(for: method, result))
    let text = readout.result(result, of: method)
    // In a script silence means done, as it does in a shell.
    if number != nil, text == "ok" { return }
    try Terminal.print(Desk.isTrial(line) ? "it would be: \(text)" : text)
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

  /// Whether a line asks what would happen, and nothing is to be done.
  private static func isTrial(_ line: some Collection<UInt8>) -> Bool {
    guard let text = String(validating: line, as: UTF8.self), !text.hasPrefix("{"),
      let commands = try? Words.split(text)
    else { return false }
    return commands.joined().contains { $0.name == "dryRun" && $0.value == "on" }
  }

  /// Whether it may be answered by the number of a job; a line in JSON may ask anything.
  private static func takesLong(_ method: String) -> Bool {
    (try? Command.method(method))?.mayTakeLong ?? true
  }

  private static func renames(_ result: Value, _ method: String) -> Bool {
    result["rows"] != nil || result["maps"] != nil || method.hasPrefix("song.")
  }

  private mutating func currentReadout(
    for method: String, _ result: Value
  ) throws(Failure) -> Readout {
    if let readout { return readout }
    let isNamed = Desk.namesThings(method) || result["pending"] != nil
    let outline =
      isNamed ? try connection.ask("song.outline".utf8).value["result"] ?? .null : .null
    var fresh = Readout(outline: outline)
    fresh.date = localTime
    if isNamed { readout = fresh }
    return fresh
  }

  /// With the names of cells that a result tells by their ids; without those gone meanwhile.
  private mutating func naming(_ result: Value, in readout: Readout) throws(Failure) -> Readout {
    let cells = Readout.nameless(in: result)
    guard !cells.isEmpty else { return readout }
    let line = "ls \(cells.prefix(100).map { "\($0.number)" }.joined(separator: ","))"
    return readout.naming(cells: try connection.ask(line.utf8).value["result"] ?? .null)
  }

  /// Whether its result holds rows or positions.
  private static func namesThings(_ method: String) -> Bool {
    if (try? Command.method(method))?.isEdit == true
      || ["transport.", "song."].contains(where: method.hasPrefix)
    {
      return true
    }
    return [
      "edit", "status", "cells.list", "history.undo", "history.redo", "range.set", "scenes.list",
      "subscribe",
    ].contains(method)
  }
}
