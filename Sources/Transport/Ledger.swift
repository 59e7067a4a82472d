import Timeline

/// A note that was begun and whose end is ours to send: on the port and channel where it began.
struct Voice: Hashable {
  let cell: Cell.ID
  let row: Row.ID
  /// The pitch before the row transposed it, and the place in the song where it begins.
  let written: Pitch
  let position: Ticks
  let port: String
  let channel: Channel
  let pitch: Pitch
  let offVelocity: UInt8
  let tag: UInt8
  let on: HostTime
  /// Where its own end is, in ticks travelled since play.
  var due: Int64
  /// When its off is scheduled; nil while it rings on.
  var off: HostTime?

  var offMessage: MIDIMessage { .noteOff(channel, pitch, velocity: offVelocity) }
}

/// Every note that sounds or is about to: each gets exactly one off.
struct Ledger {
  private(set) var voices: [Voice] = []

  /// The voices whose off is not scheduled yet.
  var open: [Voice] { voices.filter { $0.off == nil } }

  /// The voices that sound at a moment.
  func sounding(at time: HostTime) -> [Voice] {
    voices.filter { $0.on <= time && ($0.off.map { $0 > time } ?? true) }
  }

  /// The voice that a message begins or ends.
  func voice(of message: ScheduledMessage) -> Voice? {
    voices.last { voice in
      guard voice.port == message.port else { return false }
      switch message.message {
      case .noteOn(let channel, let pitch, _):
        return voice.on == message.time && voice.channel == channel && voice.pitch == pitch
      case .noteOff(let channel, let pitch, _):
        return voice.off == message.time && voice.channel == channel && voice.pitch == pitch
      default: return false
      }
    }
  }

  /// Whether a cell has a voice.
  func holds(_ cell: Cell.ID) -> Bool { voices.contains { $0.cell == cell } }

  mutating func begin(_ voice: Voice) {
    voices.append(voice)
  }

  /// Ends the open voice of a key, if there is one, and returns it.
  mutating func end(
    port: String, channel: Channel, pitch: Pitch, at time: HostTime
  ) -> Voice? {
    let index = voices.firstIndex {
      $0.off == nil && $0.pitch == pitch && $0.channel == channel && $0.port == port
    }
    guard let index else { return nil }
    voices[index].off = time
    return voices[index]
  }

  /// Keeps the open voice of a key that began at `time` until `due`; false when there is none.
  mutating func prolong(
    port: String, channel: Channel, pitch: Pitch, from time: HostTime, to due: Int64
  ) -> Bool {
    let index = voices.firstIndex {
      $0.off == nil && $0.on == time && $0.pitch == pitch && $0.channel == channel
        && $0.port == port
    }
    guard let index else { return false }
    voices[index].due = max(voices[index].due, due)
    return true
  }

  /// Ends the open voices for which `time` says when, and returns them in order of their ends.
  mutating func end(_ time: (Voice) -> HostTime?) -> [Voice] {
    var ended: [Voice] = []
    for index in voices.indices where voices[index].off == nil {
      guard let off = time(voices[index]) else { continue }
      // An off at the very moment of its on would overtake it in the queue.
      voices[index].off = max(off, voices[index].on + 1)
      ended.append(voices[index])
    }
    return ended.sorted { ($0.due, $0.on, $0.pitch) < ($1.due, $1.on, $1.pitch) }
  }

  /// Moves the due ends of open voices.
  mutating func extend(_ growth: (Voice) -> Int64) {
    for index in voices.indices where voices[index].off == nil {
      voices[index].due += growth(voices[index])
    }
  }

  /// As if nothing at a moment or later had been decided.
  mutating func rewind(to time: HostTime) {
    voices.removeAll { $0.on >= time }
    for index in voices.indices {
      if let off = voices[index].off, off >= time { voices[index].off = nil }
    }
  }

  /// Forgets the voices that had ended before a moment.
  mutating func forget(before time: HostTime) {
    voices.removeAll { voice in voice.off.map { $0 < time } ?? false }
  }
}

/// What a cell that sounds does when it changes.
package enum Sounding: String, Hashable, Sendable, CaseIterable {
  /// It rings to its own end, at most until its pitch is struck again.
  case keep
  /// It ends at the commit point.
  case cut
  /// Pitches that stay go on, gone ones end, new ones start now.
  case swap
}
