import Timeline

extension Performance {
  /// Does what a player has come to.
  ///
  /// What sounds later than it should, since it would have sounded before the player began, keeps
  /// its length.
  mutating func perform(_ arrival: Arrival, towards goal: Ticks, on occasion: Occasion) {
    let player = players[occasion.player]
    let (score, delay) = (score(of: player), player.delay)
    let (cell, part, time) = (arrival.cell, score.parts[arrival.part], occasion.time)
    let behind = time == edge ? path.travelled(before: time - delay) - occasion.travelled : 0
    let travelled = occasion.travelled + max(behind, 0)
    switch arrival.event {
    case .cell:
      let due = travelled + player.length(from: cell.position, to: cell.end, towards: goal)
      guard cell.hasRare else {
        return strike(Strike(cell, cell.pitch), part, at: time, delay: delay, due: due)
      }
      for pitch in score.song.placed(cell, in: part.row).pitches {
        strike(Strike(cell, pitch), part, at: time, delay: delay, due: due)
      }
    case .note(let note, let end):
      let due = travelled + player.length(from: arrival.position, to: end, towards: goal)
      strike(
        Strike(note, at: arrival.position, in: cell), part, at: time, delay: delay, due: due)
    case .setting(let target, let setting, let goesOn):
      let knob = Knob(part, target)
      guard !goesOn || console[knob]?.cell == cell.id else { return }
      messages += set(knob, to: Console.Entry(setting: setting, cell: cell.id), at: time)
    case .sysex(let message):
      messages.append(
        ScheduledMessage(
          time: time, port: part.port, message: .sysex(message),
          tag: tags.tag(of: cell.id, isOff: false, at: time)))
    case .label:
      let length = player.length(from: arrival.position, to: cell.end, towards: goal)
      let due = occasion.travelled + length
      // A row that has just become earlier is in it already.
      guard !stays.move(cell.id, to: due) else { return }
      enter(cell, of: score.song, part.row, at: arrival.position, time, delay: delay, due: due)
    }
  }

  /// Strikes the notes of a player's rows in whose middle a leg begins.
  ///
  /// What begins just there is left to the fill. O(rows · log n), and one step a note.
  mutating func strikeWithin(_ leg: Path.Leg, _ index: Int, at time: HostTime) {
    let (player, tick) = (players[index], leg.tick)
    let score = score(of: player)
    let song = score.song
    let here = path.travelled(before: time - player.delay)
    func strike(_ notes: [(Strike, end: Ticks)], _ part: Part) {
      for (note, end) in notes {
        let due = leg.travelled(to: player.sounding(end, towards: leg.goal))
        if due > here { self.strike(note, part, at: time, delay: player.delay, due: due) }
      }
    }
    for part in player.parts.filter({ $0 != Parts.click }).map({ score.parts[$0] })
    where part.strikes {
      song.visit(part.row, overlapping: tick, tick) { cell in
        guard cell.position < tick, song.plays(cell, in: leg.pass) else { return true }
        let placed = song.placed(cell, in: part.row)
        strike(placed.pitches.map { (Strike(cell, $0), cell.end) }, part)
        let inner = placed.clipNotes(from: cell.position, to: tick).filter { $0.end > tick }
        strike(inner.map { (Strike($0.note, at: $0.start, in: cell), $0.end) }, part)
        return true
      }
    }
  }

  /// Begins a note, and ends the one that its key was sounding.
  mutating func strike(
    _ note: Strike, _ part: Part, at time: HostTime, delay: Int64, due: Int64
  ) {
    guard let pitch = part.sounding(note.pitch) else { return }
    // What comes in a heap, since it should have been earlier, still comes in turn.
    let time =
      time == edge
      ? ledger.release(port: part.port, channel: part.channel, pitch: pitch, after: time) : time
    // Struck twice at one moment it sounds once, to the later end.
    if ledger.prolong(port: part.port, channel: part.channel, pitch: pitch, from: time, to: due) {
      return
    }
    if let voice = ledger.end(port: part.port, channel: part.channel, pitch: pitch, at: time) {
      messages.append(ScheduledMessage(off: voice, at: time))
    }
    ledger.begin(
      Voice(
        cell: note.cell, row: part.row, written: note.pitch, position: note.position,
        port: part.port, channel: part.channel, pitch: pitch, offVelocity: note.offVelocity,
        tag: tags.tag(of: note.cell, isOff: true, at: time), on: time, delay: delay, due: due))
    messages.append(
      ScheduledMessage(
        time: time, port: part.port,
        message: .noteOn(part.channel, pitch, part.sounding(note.velocity)),
        tag: tags.tag(of: note.cell, isOff: false, at: time)))
  }
}

/// A note as a cell strikes it.
struct Strike {
  let cell: Cell.ID
  /// Where it begins in the song.
  let position: Ticks
  /// As it is written, before the row transposes it.
  let pitch: Pitch
  let velocity: Velocity
  let offVelocity: UInt8

  /// A note of a cell that strikes its pitches.
  init(_ cell: Cell, _ pitch: Pitch) {
    self.cell = cell.id
    position = cell.position
    self.pitch = pitch
    velocity = cell.velocity
    offVelocity = cell.offVelocity
  }

  /// A note inside a clip.
  init(_ note: Clip.Note, at position: Ticks, in cell: Cell) {
    self.cell = cell.id
    self.position = position
    pitch = note.pitch
    velocity = note.velocity
    offVelocity = note.offVelocity
  }
}

extension ScheduledMessage {
  init(off voice: Voice, at time: HostTime) {
    self.init(
      time: max(time, voice.off ?? time), port: voice.port, message: voice.offMessage,
      tag: voice.tag)
  }
}
