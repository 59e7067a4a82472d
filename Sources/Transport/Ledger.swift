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
  /// How late it is, in nanoseconds; negative when it is early.
  let delay: Int64
  /// Where its own end is, in ticks travelled since play.
  var due: Int64
  /// When its off is scheduled; nil while it rings on.
  var off: HostTime?

  /// Whether it sounds at some moment of a span.
  func sounds(since start: HostTime, until end: HostTime) -> Bool {
    on <= end && (off.map { $0 > start } ?? true)
  }

  var offMessage: MIDIMessage { .noteOff(channel, pitch, velocity: offVelocity) }
}

/// Every note that sounds or is about to: each gets exactly one off.
struct Ledger {
  /// The voices whose off is not scheduled yet.
  private(set) var open: [Voice] = []
  /// The others; apart, since there may be many and hardly anybody asks for them.
  private var ended: [Voice] = []

  var voices: [Voice] { ended + open }

  /// By how much the earliest and the latest voice are ahead and behind.
  var early: Int64 { open.reduce(0) { max($0, -$1.delay) } }
  var late: Int64 { open.reduce(0) { max($0, $1.delay) } }

  /// The voices that sound at a moment.
  func sounding(at time: HostTime) -> [Voice] { sounding(since: time, until: time) }

  /// The voices that sound at some moment of a span.
  func sounding(since start: HostTime, until end: HostTime) -> [Voice] {
    voices.filter { $0.sounds(since: start, until: end) }
  }

  /// The voice that a message begins or ends.
  func voice(of message: ScheduledMessage) -> Voice? {
    func isMeant(_ voice: Voice) -> Bool {
      guard voice.port == message.port else { return false }
      switch message.message {
      case .noteOn(let channel, let pitch, _):
        return voice.on == message.time && voice.channel == channel && voice.pitch == pitch
      case .noteOff(let channel, let pitch, _):
        return voice.off == message.time && voice.channel == channel && voice.pitch == pitch
      default: return false
      }
    }
    return open.last(where: isMeant) ?? ended.last(where: isMeant)
  }

  /// The moment from which a key is free again: `time`, or the end of a voice that ends after it.
  func release(
    port: String, channel: Channel, pitch: Pitch, after time: HostTime
  ) -> HostTime {
    ended.reduce(time) { time, voice in
      guard voice.pitch == pitch, voice.channel == channel, voice.port == port else { return time }
      return max(time, voice.off ?? time)
    }
  }

  /// Whether a cell has a voice.
  func holds(_ cell: Cell.ID) -> Bool {
    open.contains { $0.cell == cell } || ended.contains { $0.cell == cell }
  }

  mutating func begin(_ voice: Voice) {
    open.append(voice)
  }

  /// Ends the open voice of a key, if there is one, and returns it.
  mutating func end(
    port: String, channel: Channel, pitch: Pitch, at time: HostTime
  ) -> Voice? {
    let index = open.firstIndex {
      $0.pitch == pitch && $0.channel == channel && $0.port == port
    }
    guard let index else { return nil }
    var voice = open.remove(at: index)
    voice.off = time
    ended.append(voice)
    return voice
  }

  /// Keeps the open voice of a key that began at `time` until `due`; false when there is none.
  mutating func prolong(
    port: String, channel: Channel, pitch: Pitch, from time: HostTime, to due: Int64
  ) -> Bool {
    let index = open.firstIndex {
      $0.on == time && $0.pitch == pitch && $0.channel == channel && $0.port == port
    }
    guard let index else { return false }
    open[index].due = max(open[index].due, due)
    return true
  }

  /// Ends the open voices for which `time` says when, and returns them in order of their ends.
  mutating func end(_ time: (Voice) -> HostTime?) -> [Voice] {
    var gone: [Voice] = []
    open.removeAll { voice in
      guard let off = time(voice) else { return false }
      gone.append(voice)
      // An off at the very moment of its on would overtake it in the queue.
      gone[gone.count - 1].off = max(off, voice.on + 1)
      return true
    }
    guard !gone.isEmpty else { return [] }
    ended += gone
    return gone.sorted {
      ($0.off ?? $0.on, $0.due, $0.on, $0.pitch) < ($1.off ?? $1.on, $1.due, $1.on, $1.pitch)
    }
  }

  /// Moves the due ends of open voices.
  mutating func extend(_ growth: (Voice) -> Int64) {
    for index in open.indices { open[index].due += growth(open[index]) }
  }

  /// As if nothing at a moment or later had been decided.
  mutating func rewind(to time: HostTime) {
    let reopened = ended.filter { $0.off.map { $0 >= time } ?? false }
    ended.removeAll { $0.off.map { $0 >= time } ?? false }
    open += reopened.map { voice in
      var voice = voice
      voice.off = nil
      return voice
    }
    open.removeAll { $0.on >= time }
  }

  /// Forgets the voices that had ended before a moment.
  mutating func forget(before time: HostTime) {
    ended.removeAll { voice in voice.off.map { $0 < time } ?? false }
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
