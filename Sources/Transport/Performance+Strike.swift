import Timeline

extension Performance {
  /// Does what a player has come to.
  ///
  /// What sounds later than it should, since it would have sounded before the player began, keeps
  /// its length.
  mutating func perform(_ arrival: Arrival, on occasion: Occasion) {
    let (cell, part, time) = (arrival.cell, parts[arrival.part], occasion.time)
    let delay = players[occasion.player].delay
    let behind = time == edge ? path.travelled(before: time - delay) - occasion.travelled : 0
    let travelled = occasion.travelled + max(behind, 0)
    switch arrival.event {
    case .cell:
      let due = travelled + cell.duration.count
      guard cell.hasRare else {
        return strike(Strike(cell, cell.pitch), part, at: time, delay: delay, due: due)
      }
      for pitch in song.placed(cell, in: part.row).pitches {
        strike(Strike(cell, pitch), part, at: time, delay: delay, due: due)
      }
    case .note(let note, let end):
      let due = travelled + (end - arrival.position).count
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
          tag: tags.tag(of: cell.id, isOff: false)))
    case .label:
      enter(
        cell, part.row, at: arrival.position, time, delay: delay, travelled: occasion.travelled)
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
        tag: tags.tag(of: note.cell, isOff: true), on: time, delay: delay, due: due))
    messages.append(
      ScheduledMessage(
        time: time, port: part.port,
        message: .noteOn(part.channel, pitch, part.sounding(note.velocity)),
        tag: tags.tag(of: note.cell, isOff: false)))
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
