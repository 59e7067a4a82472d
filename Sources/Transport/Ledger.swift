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

  /// Whether its off goes before another's.
  fileprivate func endsBefore(_ other: Voice) -> Bool {
    (off ?? on, due, on, pitch, channel, cell)
      < (other.off ?? other.on, other.due, other.on, other.pitch, other.channel, other.cell)
  }
}

/// Every note that sounds or is about to: each gets exactly one off.
struct Ledger {
  /// The voices whose off is not scheduled yet.
  private(set) var open: [Voice] = []
  /// The others; apart, since there may be many and hardly anybody asks for them.
  private var ended: [Voice] = []

  var voices: [Voice] { ended + open }

  /// The numbers of the cells that have one.
  var cells: Set<Int64> {
    var cells = Set<Int64>(minimumCapacity: open.count + ended.count)
    for index in open.indices { cells.insert(open[index].cell.number) }
    for index in ended.indices { cells.insert(ended[index].cell.number) }
    return cells
  }

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
    guard let index = openIndex(port, channel, pitch) else { return nil }
    return end(at: index, time)
  }

  /// Keeps the open voice of a key that began at `time` until `due`; false when there is none.
  mutating func prolong(
    port: String, channel: Channel, pitch: Pitch, from time: HostTime, to due: Int64
  ) -> Bool {
    guard let index = openIndex(port, channel, pitch), open[index].on == time else {
      return false
    }
    open[index].due = max(open[index].due, due)
    return true
  }

  /// Ends the open voices for which `time` says when, and returns them in order of their ends.
  ///
  /// Not asked for those that `isAhead` tells by their due end and delay: voices are large to copy,
  /// and most are.
  mutating func end(
    unless isAhead: (_ due: Int64, _ delay: Int64) -> Bool = { _, _ in false },
    _ time: (Voice) -> HostTime?
  ) -> [Voice] {
    var gone: [Voice] = []
    var index = 0
    while index < open.count {
      if isAhead(open[index].due, open[index].delay) {
        index += 1
      } else if let off = time(open[index]) {
        // An off at the very moment of its on would overtake it in the queue.
        gone.append(end(at: index, max(off, open[index].on + 1)))
      } else {
        index += 1
      }
    }
    return gone.count < 2 ? gone : gone.sorted { $0.endsBefore($1) }
  }

  /// Ends an open voice; the last one takes its place.
  private mutating func end(at index: Int, _ time: HostTime) -> Voice {
    open.swapAt(index, open.count - 1)
    var voice = open.removeLast()
    voice.off = time
    ended.append(voice)
    return voice
  }

  /// The open voice of a key: there is one at most.
  private func openIndex(_ port: String, _ channel: Channel, _ pitch: Pitch) -> Int? {
    open.indices.first { index in
      open[index].pitch.number == pitch.number && open[index].channel.number == channel.number
        && open[index].port == port
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
    var index = 0
    while index < ended.count {
      if let off = ended[index].off, off < time {
        ended.swapAt(index, ended.count - 1)
        ended.removeLast()
      } else {
        index += 1
      }
    }
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
