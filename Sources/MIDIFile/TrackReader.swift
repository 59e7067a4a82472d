import Timeline

/// Reads the events of one track, up to its end or to what cannot be read.
///
/// Each byte is read once, and each turn of the loop reads at least one.
struct TrackReader {
  private(set) var events: [MIDIFile.TimedEvent] = []
  private(set) var warnings: [MIDIFile.Warning] = []
  /// The file tick reached.
  private(set) var tick: Int64 = 0
  /// Whether the track said where it ends.
  private(set) var foundEnd = false

  private let track: Int
  private var reader: ByteReader
  private var status: UInt8?
  /// Whether running status would reach across a meta event or system exclusive.
  private var isInterrupted = false
  /// The pieces of a system exclusive that has not ended yet.
  private var pieces: [MIDIFile.TimedEvent] = []

  init(_ reader: ByteReader, track: Int) {
    self.reader = reader
    self.track = track
  }

  /// Where reading stopped.
  var offset: Int { reader.offset }

  mutating func read(_ progress: (Int) -> Void) {
    readEvents(progress)
    giveUpPieces()
  }

  private mutating func readEvents(_ progress: (Int) -> Void) {
    while !foundEnd, reader.next != nil {
      if events.count & 0xFFFF == 0xFFFF { progress(reader.offset) }
      let start = reader.offset
      do throws(MIDIFile.Defect) {
        tick += Int64(try reader.number())
        try readEvent()
      } catch {
        warn(error, at: start)
        return
      }
    }
    if !foundEnd { warn(.missingEndOfTrack, at: reader.offset) }
  }

  /// Notes a defect; one of a kind already noted in this track is only counted.
  mutating func warn(_ defect: MIDIFile.Defect, at offset: Int) {
    if let index = warnings.firstIndex(where: { $0.defect == defect }) {
      warnings[index].count += 1
    } else {
      warnings.append(MIDIFile.Warning(defect, track: track, offset: offset))
    }
  }

  private mutating func readEvent() throws(MIDIFile.Defect) {
    let start = reader.offset
    guard let byte = reader.next else { throw .truncated }
    if byte < 0x80 {
      guard let status else { throw .dataWithoutStatus }
      if isInterrupted { warn(.runningStatusAcrossMeta, at: start) }
      return try readChannelMessage(status)
    }
    try reader.skip(1)
    switch byte {
    case 0xFF:
      isInterrupted = true
      try readMeta()
    case 0xF0, 0xF7:
      isInterrupted = true
      readExclusive(Array(try reader.slice(try reader.number())), isFirst: byte == 0xF0)
    case 0xF8...: warn(.systemRealTime, at: start)
    case 0xF1...: throw .systemCommon
    default:
      status = byte
      isInterrupted = false
      try readChannelMessage(byte)
    }
  }

  private mutating func readChannelMessage(_ status: UInt8) throws(MIDIFile.Defect) {
    let channel = Channel(status & 0x0F + 1)
    let first = try dataByte()
    switch status & 0xF0 {
    case 0x80:
      append(.noteOff(channel, Pitch(first), velocity: try dataByte()))
    case 0x90:
      let velocity = Velocity(exactly: Int(try dataByte()))
      append(
        velocity.map { .noteOn(channel, Pitch(first), $0) }
          ?? .noteOff(channel, Pitch(first), velocity: MIDIFile.releaseVelocity))
    case 0xA0:
      append(.keyPressure(channel, Pitch(first), try dataByte()))
    case 0xB0:
      append(.control(channel, controller: first, value: try dataByte()))
    case 0xC0:
      append(.program(channel, first))
    case 0xD0:
      append(.channelPressure(channel, first))
    default:
      append(.bend(channel, Int16(first) + Int16(try dataByte()) << 7 - 8_192))
    }
  }

  /// A whole system exclusive, or a piece of one, or bytes that are no part of any.
  private mutating func readExclusive(_ body: [UInt8], isFirst: Bool) {
    if isFirst { giveUpPieces() }
    guard isFirst || !pieces.isEmpty else { return append(.meta(.escape, body)) }
    pieces.append(
      MIDIFile.TimedEvent(tick: tick, event: .meta(isFirst ? .unfinished : .escape, body)))
    guard body.last == 0xF7 else { return }
    var bytes: [UInt8] = [0xF0]
    for case .meta(_, let piece) in pieces.map(\.event) { bytes += piece }
    guard let message = SystemExclusive(bytes) else { return giveUpPieces() }
    pieces = []
    append(.systemExclusive(message))
  }

  /// What is no system exclusive stays the pieces that it is.
  private mutating func giveUpPieces() {
    guard !pieces.isEmpty else { return }
    let given = pieces
    pieces = []
    events += given
  }

  private mutating func readMeta() throws(MIDIFile.Defect) {
    let start = reader.offset
    let byte = try reader.byte()
    if byte > 0x7F { warn(.dataByteTooLarge, at: start) }
    // Read without its eighth bit throughout: so it is written, and has to be read again.
    let type = byte & 0x7F
    let body = try reader.slice(try reader.number())
    let first = body.startIndex
    switch (type, body.count) {
    case (0x2F, _):
      foundEnd = true
    case (0x01, 0):
      break  // Says nothing; stands where a rest is too long for one number.
    case (0x51, 3):
      append(.tempo(microsecondsPerBeat: body.reduce(0) { $0 << 8 | Int64($1) }))
    case (0x58, 2...):
      append(.timeSignature(beats: body[first], power: body[first + 1]))
    case (0x51, _), (0x58, _):
      warn(.wrongMetaLength, at: start)
      append(.unusable(type == 0x51 ? .tempo : .timeSignature))
    default:
      guard let kind = MetaEvent.Kind(Int(type)) else { preconditionFailure("7 bits") }
      append(.meta(kind, Array(body)))
    }
  }

  /// A byte of 0 to 127: what is larger is taken for the largest.
  private mutating func dataByte() throws(MIDIFile.Defect) -> UInt8 {
    let start = reader.offset
    let byte = try reader.byte()
    if byte > 0x7F { warn(.dataByteTooLarge, at: start) }
    return min(byte, 0x7F)
  }

  private mutating func append(_ event: MIDIFile.Event) {
    if !pieces.isEmpty { giveUpPieces() }
    events.append(MIDIFile.TimedEvent(tick: tick, event: event))
  }
}

extension MIDIFile {
  /// The velocity of a note-off that does not say its own.
  package static let releaseVelocity: UInt8 = 64
}
