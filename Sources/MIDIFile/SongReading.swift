import Timeline

/// Collects a song from the tracks of a file, one after another.
struct SongReading {
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
    var parts: [Channel: NotePairing] = [:]
    for timed in track.events {
      if case .trackName(let bytes) = timed.event, name == nil {
        name = RowNames.text(bytes)
      } else {
        read(timed, &parts)
      }
    }
    // The name of the first track is the sequence's, unless it is that of a part among others.
    let isSequenceName = number == 0 && (format == .single || parts.isEmpty)
    if isSequenceName { title = name ?? "" }
    if !isSequenceName, parts.isEmpty, name != nil { report.countDropped(.trackName) }

    let trackEnd = time.position(of: track.end)
    end = max(end, trackEnd)
    let base = name.flatMap { $0.isEmpty ? nil : $0 } ?? "track \(number + 1)"
    for (channel, var pairing) in parts.sorted(by: { $0.key < $1.key }) {
      let notes = pairing.finish(at: trackEnd, &report)
      addRow(parts.count > 1 ? "\(base) ch\(channel.number)" : base, channel, number, notes)
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

  private mutating func read(_ timed: MIDIFile.TimedEvent, _ parts: inout [Channel: NotePairing]) {
    let tick = timed.tick
    switch timed.event {
    case .noteOn(let channel, let pitch, let velocity):
      parts[channel, default: NotePairing()].begin(pitch, velocity, at: time.position(of: tick))
    case .noteOff(let channel, let pitch, let velocity):
      let position = time.position(of: tick)
      if parts[channel]?.end(pitch, velocity: velocity, at: position) != true {
        report.count(.orphanOffs)
      }
    case .tempo(let microseconds):
      maps.read(microsecondsPerBeat: microseconds, at: tick, &report)
    case .timeSignature(let beats, let power):
      maps.read(beats: beats, power: power, at: tick, &report)
    case .marker(let text): markers.read(text, at: time.position(of: tick), &report)
    case .program, .control: break  // Read and counted by `instruments`.
    case .trackName: report.countDropped(.trackName)
    case .other(let kind): report.countDropped(kind)
    }
  }

  private mutating func addRow(
    _ name: String, _ channel: Channel, _ track: Int, _ notes: [NotePairing.Note]
  ) {
    guard rows.count < Limits.rows else { return report.count(.beyondLimits, notes.count) }
    let kept = notes.prefix(Limits.cells - cellCount)
    report.count(.beyondLimits, notes.count - kept.count)
    var row = Row(id: Row.ID(Int64(rows.count + 1)), name: names.name(for: name))
    row.channel = channel
    row.voices = .poly
    // A drum's row: patterns can strike it without naming its pitch.
    if let pitch = kept.first?.pitch, kept.allSatisfy({ $0.pitch == pitch }) { row.note = pitch }
    if let instrument = instruments.use(channel, track: track) {
      row.program = instrument.program
      row.bank = instrument.bank
    }
    let cells = kept.map { note in
      cellCount += 1
      end = max(end, note.end)
      let cell = Cell(
        id: Cell.ID(Int64(cellCount)), position: note.position, duration: note.end - note.position,
        pitch: note.pitch, velocity: note.velocity, offVelocity: note.offVelocity)
      return PlacedCell(row: row.id, cell: cell)
    }
    rows.append((row, cells))
  }
}
