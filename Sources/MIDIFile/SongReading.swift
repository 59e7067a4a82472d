import Timeline

/// Collects a song from the tracks of a file, one after another.
struct SongReading {
  private(set) var report: ImportReport

  private let options: Import.Options
  /// How much more may be kept that few songs have much of.
  private var room = Limits.fileEvents
  private let format: MIDIFile.Format
  private let time: FileTime
  private let encoding: FileText
  /// The file tick at which the last track ends, and all that the rows say.
  private var end: Int64
  private var title = ""
  private var maps: MapReading
  private var markers = MarkerReading()
  private var rows: [RowReading] = []

  /// `end` is the file tick at which the last track ends.
  init(_ file: MIDIFile, until end: Int64, _ options: Import.Options) {
    self.options = options
    format = file.format
    time = file.time
    encoding = FileText(shiftJIS: options.shiftJIS)
    self.end = end
    report = ImportReport(warnings: file.warnings)
    maps = MapReading(time)
  }

  mutating func leaveOut(sequences: Int) { report.count(.otherSequences, sequences) }

  mutating func read(_ track: MIDIFile.Track, _ number: Int) {
    var reading = TrackReading()
    for timed in track.events { read(timed, &reading) }
    let name = reading.name.map { (bytes: $0.bytes, tick: $0.tick, text: encoding.plain($0.bytes)) }
    // The name of the first track is the sequence's, unless it is that of a part among others.
    let isSequence = number == 0 && (format != .parallel || !reading.hasNotes)
    if isSequence {
      title = name?.text ?? ""
      if let name, reading.isSilent, !title.utf8.elementsEqual(name.bytes) {
        reading.keep(.trackName, name.bytes, at: name.tick)
      }
    }
    let isConductor = isSequence && reading.isSilent
    var base = name?.text ?? ""
    if isConductor { base = "conductor" } else if base.isEmpty { base = "track \(number + 1)" }
    let made = reading.rows(endingAt: track.end, joiningDrums: options.joinsDrums, &report)
    for var row in made {
      row.name = made.count == 1 ? base : row.drum?.drumName ?? "\(base) ch\(row.channel.number)"
      if made.count == 1, !isConductor, let name { row.fileName = (name.bytes, name.tick) }
      rows.append(row)
    }
    if made.isEmpty, !isConductor, let name {
      var row = RowReading(name: base, channel: Channel(1))
      row.fileName = (name.bytes, name.tick)
      rows.append(row)
    }
  }

  mutating func finish() -> Song {
    let meters = maps.meters()
    rows = RowReading.lendingPrograms(among: rows)
    var names = RowNames()
    for index in rows.indices {
      rows[index].take(name: names.name(for: rows[index].name))
      end = max(end, rows[index].end)
    }
    var building = SongBuilding(time, until: end, meters, options.cells, report)
    for index in rows.indices {
      building.add(rows[index])
      rows[index] = RowReading(name: "", channel: Channel(1))
    }
    report = building.report
    var range = PlayRange()
    range.end = max(time.position(of: end), building.end)
    return Song(rows: building.rows)
      .with(.title(title))
      .with(.tempo(maps.tempo(&report)))
      .with(.meters(meters))
      .with(.range(range))
      .with(.resolution(time.ticksPerBeat))
      .with(markers.markers)
  }

  private mutating func read(_ timed: MIDIFile.TimedEvent, _ reading: inout TrackReading) {
    let tick = timed.tick
    if timed.event.isRare {
      guard room > 0 else { return report.count(.beyondLimits) }
      room -= 1
    }
    switch timed.event {
    case .noteOn(let channel, let pitch, let velocity):
      reading.begin(channel, pitch, velocity, at: tick)
    case .noteOff(let channel, let pitch, let velocity):
      if !reading.end(channel, pitch, velocity: velocity, at: tick) { report.count(.orphanOffs) }
    case .control(let channel, _, _), .program(let channel, _), .bend(let channel, _),
      .channelPressure(let channel, _), .keyPressure(let channel, _, _):
      reading.move(channel, timed.event, at: tick)
    case .systemExclusive(let message): reading.keep(.sysex(message), at: tick)
    case .tempo(let microseconds):
      guard time.isMusical else { return report.count(.timelessTempos) }
      maps.read(microsecondsPerBeat: microseconds, at: tick, &report)
    case .timeSignature(let beats, let power):
      maps.read(beats: beats, power: power, at: tick, &report)
    case .meta(.trackName, let text) where reading.name == nil: reading.name = (text, tick)
    case .meta(let kind, let bytes):
      let isSaid = kind == .marker && readMarker(bytes, at: tick)
      if !isSaid { reading.keep(kind, bytes, at: tick) }
    case .unusable(let kind): report.countDropped(kind)
    }
  }

  /// Whether a marker of the song says all that the text does.
  private mutating func readMarker(_ text: [UInt8], at tick: Int64) -> Bool {
    let position = time.position(of: tick)
    guard position < .maximum else { return false }
    return markers.read(text, encoding, at: position, &report)
  }
}

extension MIDIFile.Event {
  /// Whether even long songs have few of it.
  fileprivate var isRare: Bool {
    switch self {
    case .program, .systemExclusive, .meta: true
    default: false
    }
  }
}
