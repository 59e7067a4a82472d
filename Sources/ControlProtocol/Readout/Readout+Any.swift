extension Readout {
  /// The result of a request of this method, for people: no newline at the end.
  package func result(_ result: Value, of method: String) -> String {
    let skipped = (result["skipped"]?.array ?? []).compactMap(\.string)
    return ([told(result, of: method)] + skipped).joined(separator: "\n")
  }

  private func told(_ result: Value, of method: String) -> String {
    switch method {
    case _ where result["pending"]?.integer != nil && result["method"] != nil: return waits(result)
    case "hello": return Readout.greeting(result)
    case "sync": return "ok"
    case "help": return result["manual"]?.string ?? Readout.plain(result)
    case "cells.list": return cells(result)
    case "rows.list": return rows(result)
    case "sections.list": return sections(result)
    case "maps.list": return maps(result)
    case "status": return status(result)
    case "tempo.tap": return tap(result)
    case "metronome.set": return Readout.metronome(result["metronome"] ?? result)
    case "rows.arm", "rows.disarm": return Readout.armed(result["armed"])
    case "history.undo": return step(result, "undone")
    case "history.redo": return step(result, "redone")
    case "history.list": return steps(result)
    case "history.set": return Readout.limit(result)
    case "pending.list": return pending(result)
    case "pending.cancel": return Readout.cancelled(result)
    case "selection.set", "selection.get": return Readout.selection(result)
    case "scenes.list": return scenes(result)
    case _ where method.hasPrefix("bindings."): return Readout.bindings(result)
    case "song.save", "song.saveAs":
      return result["path"]?.string.map { "saved \($0)" } ?? Readout.plain(result)
    case "song.export": return Readout.export(result)
    case "song.versions": return versions(result)
    case _ where result["songs"] != nil: return Readout.setList(result)
    case "song.outline", "subscribe": return outline(result)
    case "ports.list", "ports.connect", "ports.disconnect", "ports.forbid": return ports(result)
    case "transport.follow": return Readout.sync(result["sync"] ?? result)
    case "transport.machine": return Readout.machine(result["mmc"] ?? result)
    case "ports.set":
      let delays = delays(result)
      return delays.isEmpty ? "no port is late or early" : delays.joined(separator: "\n")
    case "clock.set":
      let clocks = clocks(result)
      return clocks.isEmpty ? "no port sends clock" : clocks.joined(separator: "\n")
    case "transport.chase": return "chase \(result["chase"] == true ? "on" : "off")"
    case "transport.next": return result["position"]?.ticks.map(position) ?? Readout.plain(result)
    case _ where result["state"] != nil && result["position"] != nil: return status(result)
    case _ where result["updates"] != nil || result["insertions"] != nil: return edit(result)
    case _ where result["cells"] != nil && result["rows"] != nil: return song(result)
    case "song.revert": return song(result["counts"] ?? result)
    default: return Readout.plain(result)
    }
  }

  /// Any result: lists of objects as tables, other members one per line.
  static func plain(_ value: Value) -> String {
    guard case .object(let members) = value else { return text(value) }
    guard members.list.contains(where: { $0.key != "commit" }) else { return "ok" }
    // Lists and objects that hold nothing say nothing, unless there is nothing else.
    let told = members.list.filter { $0.value != [] && $0.value != [:] && $0.key != "commit" }
    let lines = (told.isEmpty ? members.list : told).map { member in
      guard let elements = member.value.array, case .object? = elements.first else {
        return "\(member.key) \(text(member.value))"
      }
      return members.list.count == 1 ? table(elements) : "\(member.key)\n\(table(elements))"
    }
    return lines.joined(separator: "\n")
  }

  /// The members of the first object head the columns; later ones of other objects come behind.
  private static func table(_ objects: [Value]) -> String {
    var keys: [String] = []
    for case .object(let members) in objects {
      for member in members.list where !keys.contains(member.key) { keys.append(member.key) }
    }
    var table = TextTable(keys)
    for object in objects { table.append(keys.map { object[$0].map(text) ?? "" }) }
    return table.text
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .string(let text): text
    case .number(let number): short(number)
    case .bool(let bool): bool ? "on" : "off"
    case .null: "-"
    case .array([]): "none"
    case .array(let values) where values.allSatisfy { $0.array == nil }:
      values.map(text).joined(separator: ",")
    case .object(let members) where members.list.allSatisfy({ !$0.value.isNested }):
      members.list.map { "\($0.key) \(text($0.value))" }.joined(separator: " ")
    default: value.json
    }
  }
}

extension Value {
  fileprivate var isNested: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
