import Timeline

extension MIDIFile {
  /// The file as bytes, its notes ended by note-offs.
  ///
  /// Every event has its own status, unless `isRunning` lets it be that of the one before; then
  /// most notes are ended by a velocity of 0. Linear in the number of events.
  package func bytes(runningStatus isRunning: Bool = false) -> [UInt8] {
    guard let ticksPerBeat = time.ticksPerBeat else {
      preconditionFailure("only files in beats are written")
    }
    var bytes: [UInt8] = []
    bytes.append(chunk: .header)
    bytes.append(bigEndian: 6, count: 4)
    bytes.append(bigEndian: Int(format.rawValue), count: 2)
    bytes.append(bigEndian: tracks.count, count: 2)
    bytes.append(bigEndian: ticksPerBeat, count: 2)
    for track in tracks {
      let content = track.bytes(isRunning)
      bytes.append(chunk: .track)
      bytes.append(bigEndian: content.count, count: 4)
      bytes += content
    }
    return bytes
  }
}

extension MIDIFile.Track {
  /// The longest time between two events that four bytes can hold.
  private static let longestDelta: Int64 = 0x0FFF_FFFF

  /// The content of the track's chunk.
  fileprivate func bytes(_ isRunning: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(events.count * 5)
    var tick: Int64 = 0
    var status: UInt8 = 0
    for timed in events {
      Self.append(timeFrom: tick, to: timed.tick, to: &bytes)
      // The texts in a rest that is too long for one number end the running status.
      if timed.tick - tick > Self.longestDelta { status = 0 }
      let start = bytes.count
      timed.event.append(to: &bytes)
      if isRunning { bytes.makeSilentOn(at: start) }
      // A status that is no channel's ends the running one.
      let isRepeated = isRunning && bytes[start] < 0xF0 && bytes[start] == status
      status = bytes[start]
      if isRepeated { bytes.remove(at: start) }
      tick = timed.tick
    }
    Self.append(timeFrom: tick, to: end, to: &bytes)
    bytes += [0xFF, 0x2F, 0x00]
    return bytes
  }

  /// Appends the time to an event, with empty texts on the way where it is too long for one.
  private static func append(
    timeFrom tick: Int64, to next: Int64, to bytes: inout [UInt8]
  ) {
    precondition(next >= tick, "events stand in order of time")
    var delta = next - tick
    while delta > longestDelta {
      bytes.append(variableLength: Int(longestDelta))
      bytes += [0xFF, 0x01, 0x00]
      delta -= longestDelta
    }
    bytes.append(variableLength: Int(delta))
  }
}

extension MIDIFile.Event {
  /// Appends the event without its time.
  fileprivate func append(to bytes: inout [UInt8]) {
    switch self {
    case .noteOn(let channel, let pitch, let velocity):
      bytes.append(0x90 | channel.wire)
      bytes.append(pitch.number)
      bytes.append(velocity.number)
    case .noteOff(let channel, let pitch, let velocity):
      bytes.append(0x80 | channel.wire)
      bytes.append(pitch.number)
      bytes.append(velocity)
    case .control(let channel, let controller, let value):
      bytes += [0xB0 | channel.wire, controller, value]
    case .program(let channel, let program): bytes += [0xC0 | channel.wire, program]
    case .bend(let channel, let bend):
      let value = UInt16(Int(bend) + 8_192)
      bytes += [0xE0 | channel.wire, UInt8(value & 0x7F), UInt8(value >> 7)]
    case .channelPressure(let channel, let value): bytes += [0xD0 | channel.wire, value]
    case .keyPressure(let channel, let pitch, let value):
      bytes += [0xA0 | channel.wire, pitch.number, value]
    case .systemExclusive(let message):
      bytes.append(0xF0)
      bytes.append(variableLength: message.bytes.count - 1)
      bytes += message.bytes.dropFirst()
    case .tempo(let microseconds):
      bytes += [0xFF, 0x51, 0x03]
      bytes.append(bigEndian: Int(microseconds), count: 3)
    case .timeSignature(let beats, let power):
      // A metronome click each beat, in MIDI clocks, and 32nds in a quarter: readers want them.
      let clocks = power < 6 ? 96 >> power : 1
      bytes += [0xFF, 0x58, 0x04, beats, power, UInt8(clocks), 8]
    case .meta(let kind, let body):
      bytes += kind.number < 0x80 ? [0xFF, kind.number] : [kind.number]
      bytes.append(variableLength: body.count)
      bytes += body
    case .unusable: preconditionFailure("only what was read is unusable")
    }
  }
}

extension [UInt8] {
  /// Makes a note-off with the standard velocity a note-on that reads as the same.
  fileprivate mutating func makeSilentOn(at first: Int) {
    guard self[first] & 0xF0 == 0x80, self[first + 2] == MIDIFile.releaseVelocity else { return }
    self[first] |= 0x10
    self[first + 2] = 0
  }
}
