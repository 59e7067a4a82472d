import Timeline

extension MIDIFile {
  /// The file as bytes: every event with its own status, notes ended by note-offs.
  ///
  /// Events of kinds that were not kept are left out. Linear in the number of events.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(chunk: .header)
    bytes.append(bigEndian: 6, count: 4)
    bytes.append(bigEndian: Int(format.rawValue), count: 2)
    bytes.append(bigEndian: tracks.count, count: 2)
    bytes.append(bigEndian: ticksPerBeat, count: 2)
    for track in tracks {
      let content = track.bytes
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
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var tick: Int64 = 0
    for timed in events {
      guard let message = timed.event.bytes else { continue }
      Self.append(timeFrom: tick, to: timed.tick, to: &bytes)
      bytes += message
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
  /// The event without its time; nil for those of which only the kind is known.
  fileprivate var bytes: [UInt8]? {
    switch self {
    case .noteOn(let channel, let pitch, let velocity):
      return [0x90 | channel.wire, pitch.number, velocity.number]
    case .noteOff(let channel, let pitch, let velocity):
      return [0x80 | channel.wire, pitch.number, velocity]
    case .control(let channel, let controller, let value):
      return [0xB0 | channel.wire, controller, value]
    case .program(let channel, let program):
      return [0xC0 | channel.wire, program]
    case .bend(let channel, let bend):
      let value = UInt16(Int(bend) + 8_192)
      return [0xE0 | channel.wire, UInt8(value & 0x7F), UInt8(value >> 7)]
    case .channelPressure(let channel, let value): return [0xD0 | channel.wire, value]
    case .keyPressure(let channel, let pitch, let value):
      return [0xA0 | channel.wire, pitch.number, value]
    case .systemExclusive(let message):
      var bytes: [UInt8] = [0xF0]
      bytes.append(variableLength: message.bytes.count - 1)
      return bytes + message.bytes.dropFirst()
    case .tempo(let microseconds):
      var bytes: [UInt8] = [0xFF, 0x51, 0x03]
      bytes.append(bigEndian: Int(microseconds), count: 3)
      return bytes
    case .timeSignature(let beats, let power):
      // A metronome click each beat, in MIDI clocks, and 32nds in a quarter: readers want them.
      let clocks = power < 6 ? 96 >> power : 1
      return [0xFF, 0x58, 0x04, beats, power, UInt8(clocks), 8]
    case .trackName(let name):
      return text(name, type: 0x03)
    case .marker(let name):
      return text(name, type: 0x06)
    case .other:
      return nil
    }
  }

  private func text(_ text: [UInt8], type: UInt8) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, type]
    bytes.append(variableLength: text.count)
    return bytes + text
  }
}
