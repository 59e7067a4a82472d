import Timeline

/// How the cells of one audible row sound.
struct Part {
  let row: Row.ID
  let port: String
  let channel: Channel
  let transpose: Int
  let level: Int

  /// The audible rows of a song, in order: those not muted, and only soloed ones if any is.
  static func audible(in song: Song) -> [Part] {
    let rows = song.rowList
    let anySolo = rows.contains { $0.solo }
    return rows.filter { !$0.mute && (!anySolo || $0.solo) && $0.level > 0 }.map {
      Part(
        row: $0.id, port: $0.port, channel: $0.channel, transpose: $0.transpose, level: $0.level)
    }
  }

  /// The pitch as it leaves; nil when transposed out of the range.
  func sounding(_ pitch: Pitch) -> Pitch? {
    Pitch(exactly: Int(pitch.number) + transpose)
  }

  func sounding(_ velocity: Velocity) -> Velocity {
    Velocity(UInt8(min(max(Int(velocity.number) * level / 100, 1), 127)))
  }
}

extension Row {
  /// The messages that make a synthesizer play this row's program; none when it has none.
  package var programMessages: [MIDIMessage] {
    var messages: [MIDIMessage] = []
    if let bank {
      messages.append(.control(channel, controller: 0, value: bank.msb))
      messages.append(.control(channel, controller: 32, value: bank.lsb))
    }
    if let program { messages.append(.program(channel, program)) }
    return messages
  }
}
