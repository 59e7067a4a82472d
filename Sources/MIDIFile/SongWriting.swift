import Timeline

/// Writes a song into the tracks of a file, one after another.
struct SongWriting {
  private(set) var tracks: [MIDIFile.Track] = []
  private(set) var losses: [Export.Loss: Int] = [:]

  private let song: Song
  private let time: FileTime
  /// Where the song ends, in file ticks.
  private let end: Int64
  /// How many more notes and values may be written.
  private var room: Int

  init(_ song: Song, _ time: FileTime, room: Int) {
    self.song = song
    self.time = time
    self.room = room
    end = time.tick(of: max(song.range.end, song.contentEnd))
    count(.loop, song.range.loops || song.range.start > .zero ? 1 : 0)
    count(.sectionEnds, song.sections.count { !$0.isMarker })
    count(.tempoScale, song.tempoScale == 1_000_000 ? 0 : 1)
  }

  /// Writes the track that all others follow.
  mutating func writeMaps() {
    var events: [MIDIFile.TimedEvent] = []
    if !song.title.isEmpty {
      events.append(.init(tick: 0, event: .trackName(Array(song.title.utf8))))
    }
    let meters = song.meters.events.map { change in
      MIDIFile.TimedEvent(
        tick: time.tick(of: change.position),
        event: .timeSignature(
          beats: UInt8(change.meter.beats),
          power: UInt8(change.meter.noteValue.trailingZeroBitCount)))
    }
    let tempos = TempoWriting(song.tempo, time, until: end)
    count(.clampedTempos, tempos.clamped)
    let markers = song.sections.map { section in
      MIDIFile.TimedEvent(
        tick: time.tick(of: section.start), event: .marker(Array(section.name.utf8)))
    }
    events += (meters + tempos.events + markers).sortedByTime()
    append(events)
  }

  /// Writes a row with what it needs before its first note.
  mutating func write(_ row: Row) {
    var events = [MIDIFile.TimedEvent(tick: 0, event: .trackName(Array(row.name.utf8)))]
    events += MIDIFile.Event.choosing(row.program, row.bank, on: row.channel)
      .map { MIDIFile.TimedEvent(tick: 0, event: $0) }
    count(.ports, row.port == PortName.output ? 0 : 1)
    count(.mutedOrSoloed, row.mute || row.solo ? 1 : 0)
    var writing = RowWriting(row, time, room: room)
    song.visit(row.id, startingFrom: .zero) { cell in
      writing.write(song.placed(cell, in: row.id))
      return true
    }
    room = writing.room
    for (loss, times) in writing.losses { count(loss, times) }
    append(events + writing.events)
  }

  private mutating func append(_ events: [MIDIFile.TimedEvent]) {
    let last = events.last?.tick ?? 0
    tracks.append(MIDIFile.Track(events: events, end: max(end, last)))
  }

  private mutating func count(_ loss: Export.Loss, _ times: Int) {
    if times > 0 { losses[loss, default: 0] += times }
  }
}

extension [MIDIFile.TimedEvent] {
  /// In order of time; what happens at one tick stays in order.
  func sortedByTime() -> [MIDIFile.TimedEvent] {
    let order = indices.sorted {
      self[$0].tick == self[$1].tick ? $0 < $1 : self[$0].tick < self[$1].tick
    }
    return order.map { self[$0] }
  }
}
