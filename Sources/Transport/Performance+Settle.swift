import Timeline

extension Performance {
  /// Does to what sounds in rows what a change asks for, or ends all of it, and sets what is set
  /// otherwise now.
  mutating func settle(
    _ patch: Patch, reachesLanes: Bool, cuts: Bool = false, at time: HostTime,
    of isMeant: (Row.ID) -> Bool = { _ in true }, _ sounding: (Cell.ID) -> Sounding?
  ) -> [ScheduledMessage] {
    var ended: [Voice] = []
    if cuts { ended = ledger.end { !$0.isByHand && isMeant($0.row) ? time : nil } }
    let ringing = Set(
      ledger.open.filter { isMeant($0.row) && sounding($0.cell) == .swap }.map(\.cell))
    var decided = ended.map { ScheduledMessage(off: $0, at: time) }
    decided += settleVoices(patch, at: time, of: isMeant, sounding)
    if reachesLanes, ending == nil {
      attendAll(at: time)
      decided += chaseAll(at: time)
    }
    return decided + swap(patch, ringing, at: time)
  }

  /// Does to each voice what the change of its cell asks for.
  private mutating func settleVoices(
    _ patch: Patch, at time: HostTime, of isMeant: (Row.ID) -> Bool,
    _ sounding: (Cell.ID) -> Sounding?
  ) -> [ScheduledMessage] {
    guard !patch.cells.isEmpty || !patch.rows.isEmpty else { return [] }
    // Only a change of rows silences one that was heard.
    let audible = patch.rows.isEmpty ? nil : striking
    let (path, players) = (path, players)
    ledger.extend { voice in
      guard isMeant(voice.row), let change = patch.change(of: voice.cell),
        sounding(change.id) == nil
      else { return 0 }
      let player = players.first { $0.rows.contains(voice.row) }
      return change.endMoved(of: voice, for: player, towards: path.last.goal)
    }
    let ended = ledger.end { voice in
      guard isMeant(voice.row) else { return nil }
      if let audible, !voice.isByHand, !audible.contains(voice.row) { return time }
      guard let change = patch.change(of: voice.cell) else { return nil }
      return change.cuts(voice, sounding(change.id), at: time, on: path) ? time : nil
    }
    return ended.map { ScheduledMessage(off: $0, at: time) }
  }

  /// Starts, in the middle of changed cells that were `ringing`, the pitches that are new in them.
  ///
  /// Notes inside clips start where they begin, and never in their middle.
  private mutating func swap(
    _ patch: Patch, _ ringing: Set<Cell.ID>, at time: HostTime
  ) -> [ScheduledMessage] {
    messages.removeAll(keepingCapacity: true)
    for cell in ringing.sorted() {
      guard let change = patch.change(of: cell), let before = change.before,
        let after = change.after, let (player, part) = player(of: after.row)
      else { continue }
      let (leg, position) = player.position(at: time, on: path)
      guard after.cell.position < position, position < after.cell.end else { continue }
      let travelled = leg.travelled(to: player.sounding(after.cell.end, towards: leg.goal))
      for pitch in after.pitches where !before.pitches.contains(pitch) {
        strike(Strike(after.cell, pitch), part, at: time, delay: part.delay, due: travelled)
      }
    }
    return messages
  }

  /// Strikes the notes of new cells that should have begun before `time`, but not longer ago than
  /// what the fill still strikes.
  mutating func strikeBegun(_ patch: Patch, at time: HostTime) -> [ScheduledMessage] {
    messages.removeAll(keepingCapacity: true)
    for change in patch.cells where change.before == nil {
      guard let after = change.after,
        let (player, part) = player(of: after.row)
      else { continue }
      let (leg, position) = player.position(at: time, on: path)
      let cell = after.cell
      guard leg.countIn == nil, leg.tick <= cell.position, cell.position < position,
        position < cell.end, song.plays(cell, in: leg.pass)
      else { continue }
      let begin = player.sounding(cell.position, towards: leg.goal)
      guard time - (leg.time(of: begin) + player.delay) <= Health.stale else { continue }
      let due = leg.travelled(to: player.sounding(cell.end, towards: leg.goal))
      for pitch in after.pitches {
        strike(Strike(cell, pitch), part, at: time, delay: part.delay, due: due)
      }
    }
    return messages
  }
}

extension Patch {
  /// Whether it changes what rows do besides striking notes, or which rows are heard.
  var reachesLanes: Bool {
    !rows.isEmpty || cells.contains(where: \.reachesLanes)
  }
}

extension Patch.CellChange {
  /// Whether the cell does more than strike notes, before or after.
  var reachesLanes: Bool {
    before.map { !$0.lanes.isEmpty } ?? false || after.map { !$0.lanes.isEmpty } ?? false
  }

  /// By how many ticks the end of a voice moved, when nothing else did that it could notice.
  fileprivate func endMoved(of voice: Voice, for player: Player?, towards goal: Ticks) -> Int64 {
    guard let before, let after, before.row == after.row, let player else { return 0 }
    if after.cell.kind == .clip {
      guard let end = after.end(of: voice), let former = before.end(of: voice) else { return 0 }
      return player.length(from: former, to: end, towards: goal)
    }
    guard before.cell.position == after.cell.position else { return 0 }
    return player.length(from: before.cell.end, to: after.cell.end, towards: goal)
  }

  /// Whether a voice of this cell ends now.
  fileprivate func cuts(
    _ voice: Voice, _ sounding: Sounding?, at time: HostTime, on path: Path
  ) -> Bool {
    switch sounding {
    case .keep: false
    case .cut: true
    case .swap: !(after?.strikes(voice) ?? false)
    case nil:
      after == nil || voice.due <= path.travelled(before: time - voice.delay)
        || isGoneFromClip(voice)
    }
  }

  /// Whether the clip is where it was, and the note that sounds is in it no more.
  private func isGoneFromClip(_ voice: Voice) -> Bool {
    guard let before, let after, before.cell.kind == .clip else { return false }
    guard after.cell.kind == .clip else { return true }
    return after.isInPhase(with: before) && after.end(of: voice) == nil
  }
}

extension PlacedCell {
  /// Whether a note that sounds is one of this cell's.
  fileprivate func strikes(_ voice: Voice) -> Bool {
    cell.kind == .clip ? end(of: voice) != nil : pitches.contains(voice.written)
  }

  /// Where the note inside a clip ends that began where a voice did.
  fileprivate func end(of voice: Voice) -> Ticks? {
    clipNotes(from: voice.position, to: voice.position + Ticks(count: 1))
      .first { $0.note.pitch == voice.written }?.end
  }

  /// Whether a clip lies where another does in the same row, each loop on a loop.
  fileprivate func isInPhase(with other: PlacedCell) -> Bool {
    let distance = (cell.position - rare.offset) - (other.cell.position - other.rare.offset)
    return row == other.row && distance.count % (rare.clip?.loop?.count ?? .max) == 0
  }
}
