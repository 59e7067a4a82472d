import Timeline

extension Performance {
  /// Does to each voice what the change of its cell asks for.
  mutating func settle(
    _ patch: Patch, _ sounding: Sounding?, position: Ticks, at time: HostTime
  ) -> [ScheduledMessage] {
    guard !patch.cells.isEmpty || !patch.rows.isEmpty else { return [] }
    // Only a change of rows silences one that was heard.
    let audible = patch.rows.isEmpty ? nil : Set(parts.map(\.row))
    let travelled = path.last.travelled + (position.count - path.last.tick.count)
    ledger.extend { voice in
      guard sounding == nil, let change = patch.change(of: voice.cell) else { return 0 }
      return change.endMoved
    }
    let ringing = sounding == .swap ? Set(ledger.open.map(\.cell)) : []
    let ended = ledger.end { voice in
      if let audible, !audible.contains(voice.row) { return time }
      guard let change = patch.change(of: voice.cell) else { return nil }
      return change.cuts(voice, sounding, travelled: travelled) ? time : nil
    }
    messages.removeAll(keepingCapacity: true)
    messages += ended.map { ScheduledMessage(off: $0, at: time) }
    if sounding == .swap { startSwapped(patch, ringing, position: position, at: time) }
    return messages
  }

  /// Starts, in the middle of changed cells, the pitches that they did not have before.
  private mutating func startSwapped(
    _ patch: Patch, _ ringing: Set<Cell.ID>, position: Ticks, at time: HostTime
  ) {
    for change in patch.cells {
      guard let before = change.before, let after = change.after, ringing.contains(change.id),
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
