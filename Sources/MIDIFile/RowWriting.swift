import Timeline

/// Writes the cells of one row into events as they are played.
struct RowWriting {
  private(set) var losses: [Export.Loss: Int] = [:]
  /// How many more notes and values may be written.
  private(set) var room: Int

  private let row: Row
  private let time: FileTime
  private var offs: [MIDIFile.TimedEvent] = []
  private var programs: [MIDIFile.TimedEvent] = []
  private var controls: [MIDIFile.TimedEvent] = []
  private var ons: [MIDIFile.TimedEvent] = []

  init(_ row: Row, _ time: FileTime, room: Int) {
    self.row = row
    self.time = time
    self.room = room
  }

  /// All of them in order of time: at one tick offs, programs, what is moved, then ons.
  var events: [MIDIFile.TimedEvent] { (offs + programs + controls + ons).sortedByTime() }

  mutating func write(_ placed: PlacedCell) {
    let cell = placed.cell
    switch placed.content {
    case nil:
      if placed.pitches.isEmpty { losses[.labels, default: 0] += 1 }
      for pitch in placed.pitches {
        write(pitch, cell.velocity, cell.offVelocity, from: cell.position, to: cell.end)
      }
    case .clip(let clip): write(clip, placed)
    case .control(let control):
      for sent in placed.controlValues(from: .zero, to: .maximum) {
        write(control.target, sent.value, at: sent.position)
      }
    case .program(let change):
      guard takeRoom() else { return }
      let events = MIDIFile.Event.choosing(change.program, change.bank, on: row.channel)
      programs += events.map { event(at: cell.position, $0) }
    case .sysex(let message):
      guard takeRoom() else { return }
      programs.append(event(at: cell.position, .systemExclusive(message)))
    }
  }

  /// Writes a clip stretch by stretch, so that a loop without end is not laid out at once.
  private mutating func write(_ clip: Clip, _ placed: PlacedCell) {
    let stretch = max(clip.loop ?? placed.cell.duration, Ticks(beats: 16))
    var start = placed.cell.position
    while start < placed.cell.end, room > 0 {
      let end = min(start + stretch, placed.cell.end)
      for change in placed.clipChanges(from: start, to: end) {
        write(change.target, change.value, at: change.position)
      }
      for (from, to, note) in placed.clipNotes(from: start, to: end) {
        write(note.pitch, note.velocity, note.offVelocity, from: from, to: to)
      }
      start = end
    }
    if start < placed.cell.end { losses[.beyondLimits, default: 0] += 1 }
  }

  private mutating func write(
    _ written: Pitch, _ velocity: Velocity, _ offVelocity: UInt8, from start: Ticks, to end: Ticks
  ) {
    guard takeRoom() else { return }
    guard row.level > 0, let pitch = Pitch(exactly: Int(written.number) + row.transpose) else {
      losses[.silentNotes, default: 0] += 1
      return
    }
    let scaled = Int(velocity.number) * row.level / 100
    let sounding = Velocity(UInt8(min(max(scaled, 1), 127)))
    ons.append(event(at: start, .noteOn(row.channel, pitch, sounding)))
    let last = max(time.tick(of: start) + 1, time.tick(of: end))
    let off = MIDIFile.Event.noteOff(row.channel, pitch, velocity: offVelocity)
    offs.append(MIDIFile.TimedEvent(tick: last, event: off))
  }

  private mutating func write(_ target: Control.Target, _ value: Int, at position: Ticks) {
    guard takeRoom() else { return }
    controls.append(event(at: position, .moving(target, to: value, on: row.channel)))
  }

  private mutating func takeRoom() -> Bool {
    guard room > 0 else {
      losses[.beyondLimits, default: 0] += 1
      return false
    }
    room -= 1
    return true
  }

  private func event(at position: Ticks, _ event: MIDIFile.Event) -> MIDIFile.TimedEvent {
    MIDIFile.TimedEvent(tick: time.tick(of: position), event: event)
  }
}

extension MIDIFile.Event {
  /// What chooses a program, the bank first.
  static func choosing(
    _ program: UInt8?, _ bank: Row.Bank?, on channel: Channel
  ) -> [MIDIFile.Event] {
    var events: [MIDIFile.Event] = []
    if let bank {
      events.append(.control(channel, controller: 0, value: bank.msb))
      events.append(.control(channel, controller: 32, value: bank.lsb))
    }
    if let program { events.append(.program(channel, program)) }
    return events
  }

  /// What gives a value, which the target can have, to a controller, the bend or a pressure.
  fileprivate static func moving(
    _ target: Control.Target, to value: Int, on channel: Channel
  ) -> MIDIFile.Event {
    switch target {
    case .controller(let number): .control(channel, controller: number, value: UInt8(value))
    case .bend: .bend(channel, Int16(value))
    case .channelPressure: .channelPressure(channel, UInt8(value))
    case .keyPressure(let pitch): .keyPressure(channel, pitch, UInt8(value))
    }
  }
}
