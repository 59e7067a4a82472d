import Timeline

extension Performance {
  /// Does to each voice what the change of its cell asks for.
  mutating func settle(
    _ patch: Patch, _ sounding: Sounding?, position: Ticks, at time: HostTime
  ) -> [ScheduledMessage] {
    guard !patch.cells.isEmpty || !patch.rows.isEmpty else { return [] }
    var changes: [Cell.ID: Patch.CellChange] = [:]
    if !ledger.voices.isEmpty || sounding == .swap {
      for change in patch.cells { changes[change.id] = change }
    }
    let audible = Set(parts.map(\.row))
    let travelled = path.last.travelled + (position.count - path.last.tick.count)
    ledger.extend { voice in
      guard sounding == nil, let change = changes[voice.cell] else { return 0 }
      return change.endMoved
    }
    let ringing = Set(ledger.open.map(\.cell))
    let ended = ledger.end { voice in
      if !audible.contains(voice.row) { return time }
      guard let change = changes[voice.cell] else { return nil }
      return change.cuts(voice, sounding, travelled: travelled) ? time : nil
    }
    messages.removeAll(keepingCapacity: true)
    messages += ended.map { ScheduledMessage(off: $0, at: time) }
    if sounding == .swap { startSwapped(changes, ringing, position: position, at: time) }
    return messages
  }

  /// Starts, in the middle of changed cells, the pitches that they did not have before.
  private mutating func startSwapped(
    _ changes: [Cell.ID: Patch.CellChange], _ ringing: Set<Cell.ID>, position: Ticks,
    at time: HostTime
  ) {
    for (id, change) in changes.sorted(by: { $0.key < $1.key }) {
      guard let before = change.before, let after = change.after, ringing.contains(id),
        let part = parts.first(where: { $0.row == after.row }),
        after.cell.position < position, position < after.cell.end
      else { continue }
      let travelled = path.last.travelled + (after.cell.end.count - path.last.tick.count)
      for pitch in after.pitches where !before.pitches.contains(pitch) {
        strike(pitch, after.cell, part, at: time, due: travelled)
      }
    }
  }
}

extension Patch.CellChange {
  /// By how many ticks the end moved, when nothing else did that a voice could notice.
  fileprivate var endMoved: Int64 {
    guard let before, let after, before.row == after.row,
      before.cell.position == after.cell.position
    else { return 0 }
    return after.cell.end.count - before.cell.end.count
  }

  /// Whether a voice of this cell ends now.
  fileprivate func cuts(_ voice: Voice, _ sounding: Sounding?, travelled: Int64) -> Bool {
    switch sounding {
    case .keep: false
    case .cut: true
    case .swap: !(after?.pitches.contains(voice.pitch) ?? false)
    case nil: after == nil || voice.due <= travelled
    }
  }
}
