import Timeline

/// Writes a song, or a part of it, into the tracks of a file, one after another.
struct SongWriting {
  private(set) var tracks: [MIDIFile.Track] = []
  private(set) var losses: [Export.Loss: Int] = [:]

  private let song: Song
  private let window: FileWindow
  private let names: FileNames
  private let isOneTrack: Bool
  /// How many more notes and values may be written.
  private var room: Int

  init(_ song: Song, _ time: FileTime, _ options: Export.Options) {
    self.song = song
    room = options.events
    isOneTrack = options.isOneTrack
    names = FileNames(song, FileText(shiftJIS: options.shiftJIS))
    let end = max(song.range.end, song.contentEnd)
    window = FileWindow(time, options.range ?? (.zero)..<end, isWhole: options.range == nil)
    count(.loop, song.range.loops || song.range.start > .zero ? 1 : 0)
    count(.sectionEnds, song.sections.count { !$0.isMarker })
    count(.tempoScale, song.tempoScale == 1_000_000 ? 0 : 1)
  }

  /// How many seconds of the song they hold.
  var seconds: Double {
    let (from, to) = (window.range.lowerBound, window.range.upperBound)
    let time = song.tempo.time(at: to) - song.tempo.time(at: from)
    return Double(time.units / SongTime.perPicosecond) / 1e12
  }

  /// All tracks as one.
  var merged: MIDIFile.Track {
    let events = tracks.flatMap(\.events)
    let order = events.indices.sorted {
      (events[$0].tick, events[$0].event.rank, $0) < (events[$1].tick, events[$1].event.rank, $1)
    }
    return MIDIFile.Track(events: order.map { events[$0] }, end: tracks.map(\.end).max() ?? 0)
  }

  /// Writes the track that all others follow.
  mutating func writeMaps() {
    var events: [MIDIFile.TimedEvent] = []
    if !song.title.isEmpty {
      events.append(.init(tick: 0, event: .trackName(Array(song.title.utf8))))
    }
    let meters = song.meters.events.map { change in
      MIDIFile.TimedEvent(
        tick: window.time.tick(of: change.position),
        event: .timeSignature(
          beats: UInt8(change.meter.beats),
          power: UInt8(change.meter.noteValue.trailingZeroBitCount)))
    }
    let tempos = TempoWriting(song.tempo, window.time, until: window.end)
    count(.clampedTempos, tempos.clamped)
    let markers = song.sections.filter { !names.hold($0) }.map { section in
      MIDIFile.TimedEvent(
        tick: window.time.tick(of: section.start), event: .marker(Array(section.name.utf8)))
    }
    events += (window.holding(meters) + window.holding(tempos.events) + window.within(markers))
      .sortedByTime()
    append(events)
  }

  /// Writes a row with what it needs before its first note.
  mutating func write(_ row: Row) {
    var events: [MIDIFile.TimedEvent] = []
    if isOneTrack {
      count(.rowNames, 1)
    } else if !names.hold(row) {
      events.append(MIDIFile.TimedEvent(tick: 0, event: .trackName(Array(row.name.utf8))))
    }
    count(.ports, row.port == PortName.output ? 0 : 1)
    count(.mutedOrSoloed, row.mute || row.solo ? 1 : 0)
    var writing = RowWriting(row, window, room: room)
    song.visit(row.id, startingFrom: .zero) { cell in
      writing.write(song.placed(cell, in: row.id))
      return cell.position < window.range.upperBound || window.isWhole
    }
    room = writing.room
    for (loss, times) in writing.losses { count(loss, times) }
    append(events + writing.events)
  }

  private mutating func append(_ events: [MIDIFile.TimedEvent]) {
    let last = events.last?.tick ?? 0
    tracks.append(MIDIFile.Track(events: events, end: max(window.length, last)))
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
