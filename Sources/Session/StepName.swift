import Timeline

/// What people read of a step: what was done to how much, such as `add 1 cell to bass`.
struct StepName {
  /// The method.
  let command: String
  /// How many cells the command named or made, without those that gave way; nil if nobody counted.
  let cells: Int?

  init(_ command: String, cells: Int? = nil) {
    self.command = command
    self.cells = cells
  }

  /// The name of a step of this patch, which has made this song.
  func text(of patch: Patch, in song: Song) -> String {
    let point = command.utf8.firstIndex(of: UInt8(ascii: ".")) ?? command.endIndex
    let (noun, verb) = (command[..<point], command[point...].dropFirst())
    switch noun {
    case "cells": return cellText(String(verb), patch, song)
    case "record": return cellText("record", patch, song)
    case "rows": return "\(verb) \(StepName.rows(of: patch, in: song))"
    case "sections":
      guard let section = (patch.sections.last { $0.after != nil } ?? patch.sections.last),
        let value = section.after ?? section.before
      else { return "\(verb) sections" }
      let word = verb == "remove" ? "remove" : "set"
      return "\(word) \(value.isMarker ? "marker" : "section") \(value.name)"
    case "edit":
      var parts = patch.rows.isEmpty ? [] : [StepName.rows(of: patch, in: song)]
      if !patch.cells.isEmpty { parts.append(StepName.count(patch.cells.count, "cell")) }
      return parts.isEmpty ? "edit song" : "edit \(parts.joined(separator: " and "))"
    default: return "\(verb) \(noun)"
    }
  }

  private func cellText(_ verb: String, _ patch: Patch, _ song: Song) -> String {
    let count = StepName.count(cells ?? patch.cells.count, "cell")
    switch verb {
    case "add", "pattern", "euclid", "chords": break
    default: return verb + " " + count
    }
    let row = patch.cells.lazy.compactMap { $0.before == nil ? $0.after?.row : nil }.last
    let name = row.flatMap { song.row($0)?.name }
    return "add \(count)" + (name.map { " to \($0)" } ?? "")
  }

  /// Such as `row bass`, or `3 rows`.
  private static func rows(of patch: Patch, in song: Song) -> String {
    var names: [Row.ID: String] = [:]
    for change in patch.rows {
      switch change {
      case .added(let row, _), .removed(let row, _): names[row.id] = row.name
      case .moved(let id, _, _), .set(let id, _, _): names[id] = song.row(id)?.name ?? ""
      }
    }
    guard names.count == 1, let name = names.first?.value else { return count(names.count, "row") }
    return "row \(name)"
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 " + noun : "\(count) \(noun)s"
  }
}
