import Timeline

extension Readout {
  /// The versions, a line each, and when each was saved.
  func versions(_ result: Value) -> String {
    let versions = result["versions"]?.array ?? []
    guard !versions.isEmpty else { return "no versions" }
    var table = TextTable(["version", "saved"])
    for version in versions {
      table.append([version["name"]?.string ?? "?", version["time"]?.integer.map(date) ?? "?"])
    }
    return table.text
  }

  /// A song that has come, such as `"Friday": 8 rows, 226 cells, ends at 9:1`, and what an import
  /// met, a line each.
  func song(_ result: Value) -> String {
    var parts = [
      Readout.count(result["rows"], "row", "rows"), Readout.count(result["cells"], "cell", "cells"),
    ]
    if let end = result["end"]?.ticks, end > .zero { parts.append("ends at \(position(end))") }
    let title = result["title"]?.string.flatMap { $0.isEmpty ? nil : "\"\($0)\": " }
    let new = result["new"] == true ? "a new song, there is no such file yet: " : ""
    var lines = ["\(new)\(title ?? "")\(parts.joined(separator: ", "))"]
    lines += (result["warnings"]?.array ?? []).compactMap { $0.string.map { "warning: \($0)" } }
    lines += Readout.tally(result["findings"], "mended")
    lines += Readout.tally(result["dropped"], "left out")
    return lines.joined(separator: "\n")
  }

  /// A file that was written, how long it lasts, and what it has no place for.
  static func export(_ result: Value) -> String {
    let seconds = result["seconds"]?.number.map { ", \(short(($0 * 10).rounded() / 10)) s" } ?? ""
    let written = "exported \(result["path"]?.string ?? "?")\(seconds)"
    return ([written] + tally(result["losses"], "left out")).joined(separator: "\n")
  }

  /// Everything about a song but its cells: a table for each kind of thing that it has.
  func outline(_ result: Value) -> String {
    guard let counts = result["counts"] else { return Readout.plain(result) }
    var summary = Members()
    for key in ["rows", "cells", "end"] { summary.append(key, ifPresent: counts[key]) }
    summary.append("title", ifPresent: result["title"])
    var parts = [song(.object(summary))]
    if result["rows"]?.array?.isEmpty == false { parts.append(rows(result)) }
    if result["sections"]?.array?.isEmpty == false { parts.append(sections(result)) }
    if let maps = result["maps"] { parts.append(self.maps(maps)) }
    if let transport = result["transport"] { parts.append(status(transport)) }
    return parts.joined(separator: "\n\n")
  }

  /// How much of what, such as `left out: 2 section ends`; nothing of nothing.
  private static func tally(_ counts: Value?, _ word: String) -> [String] {
    guard case .object(let members)? = counts, !members.isEmpty else { return [] }
    let texts = members.list.map { "\($0.value.json) \(spaced($0.key))" }
    return ["\(word): \(texts.joined(separator: ", "))"]
  }

  /// The steps of the history, the newest last: what each did, who made it, whether it is undone.
  func steps(_ result: Value) -> String {
    let steps = result["steps"]?.array ?? []
    guard !steps.isEmpty else { return "nothing to undo" }
    var table = TextTable([])
    for step in steps {
      let author = step["author"].map { author in
        author.string ?? "client \(author.json)"
      }
      table.append([
        step["name"]?.string ?? "?", author ?? "", step["done"] == false ? "undone" : "",
      ])
    }
    return table.text
  }

  private static func count(_ value: Value?, _ one: String, _ many: String) -> String {
    let count = value?.integer ?? 0
    return "\(count) \(count == 1 ? one : many)"
  }

  /// A name of several words, such as `hangingNotes`, with spaces between.
  private static func spaced(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      text += letter.isUppercase ? " \(letter.lowercased())" : String(letter)
    }
  }
}
