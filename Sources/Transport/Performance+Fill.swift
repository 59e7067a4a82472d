import Timeline

extension Performance {
  /// Decides everything before `time` and returns it in order.
  ///
  /// Part of the fill.
  ///
  /// Note-ons that should have sounded before `stale` are left out and counted.
  mutating func fill(
    to time: HostTime, stale: HostTime
  ) -> (messages: [ScheduledMessage], missed: Int) {
    messages.removeAll(keepingCapacity: true)
    var missed = 0
    while edge < time, ending == nil {
      let leg = path.last
      let from = path.tick(at: edge, in: leg)
      let to = path.tick(at: time, in: leg)
      missed += play(from, to, in: leg, stale: stale)
      if to == leg.end, path.time(of: to, in: leg) < time {
        finish(leg)
      } else {
        edge = time
      }
    }
    edge = max(edge, time)
    return (messages, missed)
  }

  /// Plays the ticks [from, to) of a leg, and ends what is due before `to`.
  private mutating func play(
    _ from: Ticks, _ to: Ticks, in leg: Path.Leg, stale: HostTime
  ) -> Int {
    var missed = 0
    for (part, cell) in starts(from, to) {
      let time = path.time(of: cell.position, in: leg)
      let travelled = leg.travelled + (cell.position.count - leg.tick.count)
      endDue(upTo: travelled, in: leg)
      guard time >= stale else {
        missed += 1
        continue
      }
      for pitch in song.placed(cell, in: part.row).pitches {
        strike(pitch, cell, part, at: time, due: travelled + cell.duration.count)
      }
    }
    endDue(upTo: leg.travelled + (to.count - leg.tick.count) - 1, in: leg)
    return missed
  }

  /// The note cells of audible rows that start in [from, to), in order, then in order of rows.
  private func starts(_ from: Ticks, _ to: Ticks) -> [(Part, Cell)] {
    var found: [(part: Part, cell: Cell)] = []
    for part in parts {
      song.visit(part.row, startingFrom: from) { cell in
        guard cell.position < to else { return false }
        if cell.kind == .notes { found.append((part, cell)) }
        return true
      }
    }
    // A stable order at one tick: that of the rows.
    return found.enumerated().sorted {
      ($0.element.cell.position, $0.offset) < ($1.element.cell.position, $1.offset)
    }.map(\.element)
  }

  /// Begins a note, and ends the one that its key was sounding.
  mutating func strike(
    _ pitch: Pitch, _ cell: Cell, _ part: Part, at time: HostTime, due: Int64
  ) {
    guard let pitch = part.sounding(pitch) else { return }
    // Struck twice at one moment it sounds once, to the later end.
    if ledger.prolong(port: part.port, channel: part.channel, pitch: pitch, from: time, to: due) {
      return
    }
    if let voice = ledger.end(port: part.port, channel: part.channel, pitch: pitch, at: time) {
      messages.append(ScheduledMessage(off: voice, at: time))
    }
    ledger.begin(
      Voice(
        cell: cell.id, row: part.row, port: part.port, channel: part.channel, pitch: pitch,
        offVelocity: cell.offVelocity, tag: tags.tag(of: cell.id, isOff: true), on: time, due: due))
    messages.append(
      ScheduledMessage(
        time: time, port: part.port,
        message: .noteOn(part.channel, pitch, part.sounding(cell.velocity)),
        tag: tags.tag(of: cell.id, isOff: false)))
  }

  /// Sends the offs that are due at or before a travelled tick of a leg.
  private mutating func endDue(upTo travelled: Int64, in leg: Path.Leg) {
    let (path, edge) = (path, edge)
    let ended = ledger.end { voice in
      guard voice.due <= travelled else { return nil }
      let tick = leg.tick.count + (voice.due - leg.travelled)
      return max(path.time(of: Ticks(count: max(tick, leg.tick.count)), in: leg), edge)
    }
    for voice in ended {
      messages.append(ScheduledMessage(off: voice, at: voice.off ?? edge))
    }
  }

  /// Comes to the end of a leg: wraps, or stops.
  private mutating func finish(_ leg: Path.Leg) {
    let time = path.time(of: leg.end, in: leg)
    endDue(upTo: leg.travelled + (leg.end.count - leg.tick.count), in: leg)
    edge = time
    if leg.wraps {
      if song.range.tails == .cut { messages += silence(at: time) }
      let (end, wraps) = Performance.goal(from: song.range.start, in: song)
      path.wrap(to: song.range.start, end: end, wraps: wraps)
    } else {
      messages += silence(at: time)
      ending = (time, leg.end)
    }
  }
}

extension ScheduledMessage {
  init(off voice: Voice, at time: HostTime) {
    self.init(
      time: max(time, voice.off ?? time), port: voice.port, message: voice.offMessage,
      tag: voice.tag)
  }
}
