import Timeline

/// Collects a song from the tracks of a file, one after another.
struct SongReading {
  /// What one channel of a track plays.
  private struct Part {
    var notes = NotePairing()
    var hasNotes = false
    var controls = ControlReading()
  }

  private(set) var report: ImportReport

  private let format: MIDIFile.Format
  private let time: FileTime
  private var title = ""
  private var rows: [(row: Row, cells: [PlacedCell])] = []
  private var names = RowNames()
  private var maps: MapReading
  private var instruments: Instruments
  private var markers = MarkerReading()
  private var cellCount = 0
  private var end = Ticks.zero

  init(_ file: MIDIFile) {
    format = file.format
    time = FileTime(ticksPerBeat: file.ticksPerBeat)
    report = ImportReport(warnings: file.warnings)
    maps = MapReading(time)
    instruments = Instruments(file)
  }

  mutating func read(_ track: MIDIFile.Track, _ number: Int) {
    var name: String?
    var parts: [Channel: Part] = [:]
    var messages: [(message: SystemExclusive, tick: Int64)] = []
    for timed in track.events {
      if case .trackName(let bytes) = timed.event, name == nil {
        name = RowNames.text(bytes)
      } else if case .systemExclusive(let message) = timed.event {
        messages.append((message, timed.tick))
      } else {
        read(timed, &parts)
      }
    }
    // The whole device hears a system exclusive, whichever row of the track it stands in.
    let first = parts.filter(\.value.hasNotes).keys.min() ?? parts.keys.min() ?? Channel(1)
    for (message, tick) in messages {
      parts[first, default: Part()].controls.add(message, at: time.position(of: tick))
    }
    // The name of the first track is the sequence's, unless it is that of a part among others.
    let hasNotes = parts.values.contains(where: \.hasNotes)
    let isSequenceName = number == 0 && (format == .single || !hasNotes)
    if isSequenceName { title = name ?? "" }

    let trackEnd = time.position(of: track.end)
    end = max(end, trackEnd)
    var rows: [(Channel, [NotePairing.Note], [ControlReading.Piece])] = []
    for (channel, var part) in parts.sorted(by: { $0.key < $1.key }) {
      let notes = part.notes.finish(at: trackEnd, &report)
      let pieces = part.controls.finish(at: trackEnd, &report)
      if !notes.isEmpty || !pieces.isEmpty { rows.append((channel, notes, pieces)) }
    }
    if !isSequenceName, rows.isEmpty, name != nil { report.countDropped(.trackName) }
    let base = name.flatMap { $0.isEmpty ? nil : $0 } ?? "track \(number + 1)"
    for (channel, notes, pieces) in rows {
      let name = rows.count > 1 ? "\(base) ch\(channel.number)" : base
      addRow(name, channel, number, notes, pieces)
    }
  }

  mutating func finish() -> Song {
    instruments.countDropped(&report)
    var range = PlayRange()
    range.end = end
    return Song(rows: rows)
      .with(.title(title))
      .with(.tempo(maps.tempo(&report)))
      .with(.meters(maps.meters()))
      .with(.range(range))
      .with(markers.markers)
  }

  private mutating func read(_ timed: MIDIFile.TimedEvent, _ parts: inout [Channel: Part]) {
    let tick = timed.tick
    switch timed.event {
    case .noteOn(let channel, let pitch, let velocity):
      parts[channel, default: Part()].notes.begin(pitch, velocity, at: time.position(of: tick))
      parts[channel]?.hasNotes = true
    case .noteOff(let channel, let pitch, let velocity):
      let position = time.position(of: tick)
      if parts[channel]?.notes.end(pitch, velocity: velocity, at: position) != true {
        report.count(.orphanOffs)
      }
    case .tempo(let microseconds):
      maps.read(microsecondsPerBeat: microseconds, at: tick, &report)
    case .timeSignature(let beats, let power):
      maps.read(beats: beats, power: power, at: tick, &report)
    case .marker(let text): markers.read(text, at: time.position(of: tick), &report)
    case .program(let channel, _), .control(let channel, _, _), .bend(let channel, _),
      .channelPressure(let channel, _), .keyPressure(let channel, _, _):
      parts[channel, default: Part()].controls.read(timed.event, at: time.position(of: tick))
    case .systemExclusive: break  // Read with its track.
    case .trackName: report.countDropped(.trackName)
    case .other(let kind): report.countDropped(kind)
    }
  }

  private mutating func addRow(
    _ name: String, _ channel: Channel, _ track: Int, _ notes: [NotePairing.Note],
    _ pieces: [ControlReading.Piece]
  ) {
    let room = rows.count < Limits.rows ? Limits.cells - cellCount : 0
    let kept = notes.prefix(room)
    let keptPieces = pieces.prefix(room - kept.count)
    report.count(.beyondLimits, notes.count + pieces.count - kept.count - keptPieces.count)
    guard rows.count < Limits.rows else { return }
    var row = Row(id: Row.ID(Int64(rows.count + 1)), name: names.name(for: name))
    row.channel = channel
    row.voices = .poly
    // A drum's row: patterns can strike it without naming its pitch.
    if let pitch = kept.first?.pitch, kept.allSatisfy({ $0.pitch == pitch }) { row.note = pitch }
    if let instrument = instruments.use(channel, track: track, hasNotes: !kept.isEmpty) {
      row.program = instrument.program
      row.bank = instrument.bank
    }
    // At one tick what is moved comes before what is struck.
    let moved = keptPieces.map { piece in
      cellCount += 1
      end = max(end, piece.end)
      var placed = PlacedCell(
        row: row.id,
        cell: Cell(
          id: Cell.ID(Int64(cellCount)), position: piece.position,
          duration: piece.end - piece.position))
      placed.setContent(piece.content)
      return placed
    }
    let struck = kept.map { note in
      cellCount += 1
      end = max(end, note.end)
      let cell = Cell(
        id: Cell.ID(Int64(cellCount)), position: note.position, duration: note.end - note.position,
        pitch: note.pitch, velocity: note.velocity, offVelocity: note.offVelocity)
      return PlacedCell(row: row.id, cell: cell)
    }
    rows.append((row, moved + struck))
  }
}
