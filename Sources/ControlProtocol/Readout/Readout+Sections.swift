import Timeline

extension Readout {
  /// Sections and markers, a line each, where they start and how long they are.
  func sections(_ result: Value) -> String {
    let sections = result["sections"]?.array ?? []
    guard !sections.isEmpty else { return "no sections" }
    var table = TextTable(["section", "at", "for"])
    for section in sections {
      let name = section["name"]?.string ?? "?"
      if let from = section["from"]?.ticks, let to = section["to"]?.ticks {
        table.append([name, position(from), length(to - from, at: from)])
      } else {
        table.append([name, section["position"]?.ticks.map(position) ?? "?", "marker"])
      }
    }
    return table.text
  }

  /// Such as `section Chorus 9:1–17:1`, `marker Solo 21:1` or `section Chorus removed`.
  func sectionChange(_ section: Value) -> String {
    let name = section["name"]?.string ?? "?"
    if let from = section["from"]?.ticks, let to = section["to"]?.ticks {
      return "section \(name) \(span(from, to))"
    }
    if let at = section["position"]?.ticks { return "marker \(name) \(position(at))" }
    return "section \(name) removed"
  }
}
