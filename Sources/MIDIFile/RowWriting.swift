import Timeline

/// Writes the cells of one row into events as they are played.
struct RowWriting {
  private(set) var losses: [Export.Loss: Int] = [:]
  /// How many more notes and values may be written.
  private(set) var room: Int

  private let row: Row
  private let window: FileWindow
  /// What holds at the window's start.
  private var program: ProgramChange?
  private var held: [Control.Target: Int] = [:]
  private var offs: [MIDIFile.TimedEvent] = []
  private var metas: [MIDIFile.TimedEvent] = []
  private var messages: [MIDIFile.TimedEvent] = []
  private var programs: [MIDIFile.TimedEvent] = []
  private var controls: [MIDIFile.TimedEvent] = []
  private var ons: [MIDIFile.TimedEvent] = []
  /// Where the last note of each pitch ends, in the song and in the file.
  private var ends = [(position: Ticks, tick: Int64)](repeating: (.zero, 0), count: 128)

  init(_ row: Row, _ window: FileWindow, room: Int) {
    self.row = row
    self.window = window
    self.room = room
    if let number = row.program { program = ProgramChange(number, bank: row.bank) }
  }

  /// All of them in order of time, at one tick by rank; what chooses the row's sound comes first.
  var events: [MIDIFile.TimedEvent] {
    let bank = program == nil ? row.bank : program?.bank
    let chosen = MIDIFile.Event.choosing(program?.program, bank, on: row.channel)
    let first = held.sorted { $0.key < $1.key }
      .map { MIDIFile.Event.moving($0.key, to: $0.value, on: row.channel) }
    return (chosen + first).map { MIDIFile.TimedEvent(tick: 0, event: $0) }
      + (offs + metas + messages + programs + controls + ons).sortedByTime()
  }

  mutating func write(_ placed: PlacedCell) {
    let cell = placed.cell
    switch placed.content {
    case nil:
      if placed.pitches.isEmpty, window.contains(cell.position) {
        losses[.labels, default: 0] += 1
      }
      for pitch in placed.pitches {
        write(pitch, cell.velocity, cell.offVelocity, from: cell.position, to: cell.end)
      }
    case .clip(let clip): write(clip, placed)
    case .control(let control):
      for sent in placed.controlValues(from: .zero, to: .maximum) {
        write(control.target, sent.value, at: sent.position)
      }
    case .program(let change):
      if cell.position < window.range.lowerBound { program = change }
      guard takeRoom(at: cell.position) else { return }
      let events = MIDIFile.Event.choosing(change.program, change.bank, on: row.channel)
      programs += events.map { event(at: cell.position, $0) }
    case .sysex(let message):
      guard takeRoom(at: cell.position) else { return }
      messages.append(event(at: cell.position, .systemExclusive(message)))
    case .meta(let meta):
      guard takeRoom(at: cell.position) else { return }
      metas.append(event(at: cell.position, .meta(meta.kind, meta.bytes)))
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

  /// Writes a note of at least a tick that begins no sooner than one before it of its pitch ends,
  /// unless it does so in the song.
  private mutating func write(
    _ written: Pitch, _ velocity: Velocity, _ offVelocity: UInt8, from start: Ticks, to end: Ticks
  ) {
    guard takeRoom(at: start) else { return }
    guard row.level > 0, let pitch = Pitch(exactly: Int(written.number) + row.transpose) else {
      losses[.silentNotes, default: 0] += 1
      return
    }
    let scaled = Int(velocity.number) * row.level / 100
    let sounding = Velocity(UInt8(min(max(scaled, 1), 127)))
    let before = ends[Int(pitch.number)]
    var first = window.tick(of: start)
    if start >= before.position { first = max(first, before.tick) }
    let end = window.isWhole ? end : min(end, window.range.upperBound)
    let last = max(first + 1, window.tick(of: end))
    ends[Int(pitch.number)] = (max(before.position, end), max(before.tick, last))
    ons.append(MIDIFile.TimedEvent(tick: first, event: .noteOn(row.channel, pitch, sounding)))
    let off = MIDIFile.Event.noteOff(row.channel, pitch, velocity: offVelocity)
    offs.append(MIDIFile.TimedEvent(tick: last, event: off))
  }

  private mutating func write(_ target: Control.Target, _ value: Int, at position: Ticks) {
    if position < window.range.lowerBound { held[target] = value }
    guard takeRoom(at: position) else { return }
    controls.append(event(at: position, .moving(target, to: value, on: row.channel)))
  }

  /// Whether something at a position is written.
  private mutating func takeRoom(at position: Ticks) -> Bool {
    guard window.contains(position) else { return false }
    guard room > 0 else {
      losses[.beyondLimits, default: 0] += 1
      return false
    }
    room -= 1
    return true
  }

  private func event(at position: Ticks, _ event: MIDIFile.Event) -> MIDIFile.TimedEvent {
    MIDIFile.TimedEvent(tick: window.tick(of: position), event: event)
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

  /// The order in which a file has what happens at one tick, so that a note ends before others
  /// begin, and these begin with their sound.
  var rank: Int {
    switch self {
    case .noteOff: 0
    case .meta, .tempo, .timeSignature, .unusable: 1
    case .systemExclusive: 2
    case .program: 3
    case .control(_, 0, _), .control(_, 32, _): 3
    case .control, .bend, .channelPressure, .keyPressure: 4
    case .noteOn: 5
    }
  }
}
