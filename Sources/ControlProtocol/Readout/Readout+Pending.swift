import Timeline

extension Readout {
  /// What waits for a place ahead, a line each.
  func pending(_ result: Value) -> String {
    let waiting = result["pending"]?.array ?? []
    return waiting.isEmpty ? "nothing waits" : waiting.map(waits).joined(separator: "\n")
  }

  /// A request that waits, such as `2 go Chorus, at 5:1`: its number is what `cancel` takes.
  func waits(_ entry: Value) -> String {
    let number = entry["pending"]?.integer.map { "\($0) " } ?? ""
    let new = entry["new"] == true ? "; a new song, there is no such file yet" : ""
    let place = place(entry).map { "at \($0)" } ?? "not ahead"
    return "\(number)\(Readout.deed(entry)), \(place)\(new)"
  }

  /// The same in a status, such as `go Chorus at 5:1`.
  func briefly(_ entry: Value) -> String {
    "\(Readout.deed(entry))\(place(entry).map { " at \($0)" } ?? "")"
  }

  private func place(_ entry: Value) -> String? { entry["position"]?.ticks.map(position) }

  /// What it does, such as `go Chorus`.
  private static func deed(_ entry: Value) -> String {
    let method = entry["method"]?.string ?? "?"
    let verb = (try? Command.method(method))?.verb ?? method
    return verb + (entry["about"]?.string.map { " \($0)" } ?? "")
  }
}
