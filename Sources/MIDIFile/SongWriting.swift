import Timeline

/// Writes a song into the tracks of a file, one after another.
struct SongWriting {
  private(set) var tracks: [MIDIFile.Track] = []
  private(set) var losses: [Export.Loss: Int] = [:]

  private let song: Song
  private let time: FileTime
  /// Where the song ends, in file ticks.
  private let end: Int64

  init(_ song: Song, _ time: FileTime) {
    self.song = song
    self.time = time
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
    if let bank = row.bank {
      for (controller, value) in [(UInt8(0), bank.msb), (32, bank.lsb)] {
        let event = MIDIFile.Event.control(row.channel, controller: controller, value: value)
        events.append(.init(tick: 0, event: event))
      }
    }
    if let program = row.program {
      events.append(.init(tick: 0, event: .program(row.channel, program)))
    }
    count(.ports, row.port == "out" ? 0 : 1)
    count(.mutedOrSoloed, row.mute || row.solo ? 1 : 0)
    append(events + notes(of: row))
  }

  /// The notes of a row as they are played: at one tick the offs before the ons.
  private mutating func notes(of row: Row) -> [MIDIFile.TimedEvent] {
    var ons: [MIDIFile.TimedEvent] = []
    var offs: [MIDIFile.TimedEvent] = []
    song.visit(row.id, startingFrom: .zero) { cell in
      let pitches = song.placed(cell, in: row.id).pitches
      if pitches.isEmpty { count(.labels, 1) }
      let start = time.tick(of: cell.position)
      let end = max(start + 1, time.tick(of: cell.end))
      for written in pitches {
        guard row.level > 0, let pitch = Pitch(exactly: Int(written.number) + row.transpose)
        else {
          count(.silentNotes, 1)
          continue
        }
        let scaled = Int(cell.velocity.number) * row.level / 100
        let velocity = Velocity(UInt8(min(max(scaled, 1), 127)))
        ons.append(.init(tick: start, event: .noteOn(row.channel, pitch, velocity)))
        let off = MIDIFile.Event.noteOff(row.channel, pitch, velocity: cell.offVelocity)
        offs.append(.init(tick: end, event: off))
      }
      return true
    }
    return (offs + ons).sortedByTime()
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
  fileprivate func sortedByTime() -> [MIDIFile.TimedEvent] {
    let order = indices.sorted {
      self[$0].tick == self[$1].tick ? $0 < $1 : self[$0].tick < self[$1].tick
    }
    return order.map { self[$0] }
  }
}
