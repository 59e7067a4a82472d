import Timeline

/// Collects what the channels of one track play, and what belongs to the whole track.
struct TrackReading {
  /// What one channel plays.
  private struct Part {
    var notes = NotePairing()
    var controls = ControlReading()
  }

  /// The first name, in whatever encoding, and its file tick.
  var name: (bytes: [UInt8], tick: Int64)?

  private var parts = [Part?](repeating: nil, count: 16)
  /// What the whole device hears or only files hold, with the channel that a prefix has named.
  private var others: [(content: Cell.Content, tick: Int64, channel: Channel?)] = []
  private var prefix: Channel?

  var hasNotes: Bool { parts.contains { $0?.notes.isEmpty == false } }

  /// Whether no channel says anything.
  var isSilent: Bool { parts.allSatisfy { $0 == nil } }

  mutating func begin(
    _ channel: Channel, _ pitch: Pitch, _ velocity: Velocity, at tick: Int64
  ) {
    let index = part(of: channel)
    parts[index]?.notes.begin(pitch, velocity, at: tick)
  }

  /// Ends a note; false when none sounds.
  mutating func end(
    _ channel: Channel, _ pitch: Pitch, velocity: UInt8, at tick: Int64
  ) -> Bool {
    prefix = nil
    return parts[Int(channel.wire)]?.notes.end(pitch, velocity: velocity, at: tick) ?? false
  }

  mutating func move(_ channel: Channel, _ event: MIDIFile.Event, at tick: Int64) {
    let index = part(of: channel)
    let isLate = parts[index]?.notes.hasBegun(before: tick) ?? false
    parts[index]?.controls.read(event, at: tick, afterNotes: isLate)
  }

  mutating func keep(_ content: Cell.Content, at tick: Int64) {
    others.append((content, tick, prefix))
  }

  /// Keeps what only files hold, in as many pieces as it takes.
  mutating func keep(_ kind: MetaEvent.Kind, _ bytes: [UInt8], at tick: Int64) {
    if kind == .channelPrefix { prefix = bytes.first.flatMap { Channel(exactly: Int($0) + 1) } }
    for event in MetaEvent.pieces(of: kind, bytes) { keep(.meta(event), at: tick) }
  }

  /// A row for each channel, or for each drum; without names yet.
  ///
  /// What no channel has said stands in the first row with notes, or else the first.
  mutating func rows(
    endingAt end: Int64, joiningDrums: Bool, _ report: inout ImportReport
  ) -> [RowReading] {
    let first =
      parts.firstIndex { $0?.notes.isEmpty == false } ?? parts.firstIndex { $0 != nil } ?? 0
    for (content, tick, channel) in others {
      var index = channel.map { Int($0.wire) } ?? first
      if parts[index] == nil { index = first }
      if parts[index] == nil { parts[index] = Part() }
      parts[index]?.controls.add(content, at: tick)
    }
    var rows: [RowReading] = []
    for index in parts.indices {
      guard var part = parts[index] else { continue }
      parts[index] = nil
      var row = RowReading(name: "", channel: Channel(UInt8(index + 1)))
      row.notes = part.notes.finish(at: end, &report)
      row.controls = part.controls
      guard row.channel == .drums, !joiningDrums else {
        rows.append(row)
        continue
      }
      rows += row.drums
    }
    return rows
  }

  private mutating func part(of channel: Channel) -> Int {
    prefix = nil
    let index = Int(channel.wire)
    if parts[index] == nil { parts[index] = Part() }
    return index
  }
}

extension MetaEvent {
  /// The event in as many as it takes to hold its bytes.
  static func pieces(of kind: Kind, _ bytes: [UInt8]) -> [MetaEvent] {
    var pieces: [MetaEvent] = []
    var rest = bytes[...]
    repeat {
      let kind = kind == .unfinished && !pieces.isEmpty ? .escape : kind
      if let event = MetaEvent(kind, Array(rest.prefix(Limits.metaEvent))) { pieces.append(event) }
      rest = rest.dropFirst(Limits.metaEvent)
    } while !rest.isEmpty
    return pieces
  }
}
