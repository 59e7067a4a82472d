import Timeline

extension Readout {
  /// The changes of tempo and meter, a line for each place.
  func maps(_ maps: Value) -> String {
    var table = TextTable(["at", "what"])
    for (place, what) in changes(maps) { table.append([position(place), what]) }
    return table.text
  }

  /// The maps in one line, such as `1:1 90 bpm 4/4, 5:1 90 → 120 bpm over 2bars`; long ones are
  /// counted.
  func briefMaps(_ maps: Value) -> String {
    if let counts = maps["counts"], let tempos = counts["tempo"], let meters = counts["meter"] {
      return "tempo or meter changed, of \(tempos.json) tempos and \(meters.json) meters"
    }
    let changes = changes(maps)
    switch changes.count {
    case 1: return changes[0].what
    case ...8: return changes.map { "\(position($0.place)) \($0.what)" }.joined(separator: ", ")
    default: return "tempo or meter changed, at \(changes.count) places"
    }
  }

  private func changes(_ maps: Value) -> [(place: Ticks, what: String)] {
    var texts: [Ticks: [String]] = [:]
    let tempos = maps["tempo"]?.array ?? []
    let meters = maps["meter"]?.array ?? []
    for (event, text) in tempos.map({ ($0, tempo($0)) }) + meters.map({ ($0, meter($0)) }) {
      texts[event["position"]?.ticks ?? .zero, default: []].append(text)
    }
    return texts.sorted { $0.key < $1.key }.map { ($0.key, $0.value.joined(separator: " ")) }
  }

  private func meter(_ event: Value) -> String { event["meter"]?.string ?? "?" }

  /// An event of the tempo map, such as `120 → 140 bpm over 4bars`.
  private func tempo(_ event: Value) -> String {
    let bpm = event["bpm"]?.number.map(Readout.tempo) ?? "?"
    guard let to = event["to"]?["bpm"]?.number, let over = event["over"]?.ticks else {
      return "\(bpm) bpm"
    }
    let place = event["position"]?.ticks ?? .zero
    return "\(bpm) → \(Readout.tempo(to)) bpm over \(length(over, at: place))"
  }
}
