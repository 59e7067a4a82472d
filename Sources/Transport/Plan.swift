import Timeline

/// What to take back and what to add, so that the queue holds `fresh` from a moment on.
struct Plan {
  /// The tags to remove by; a single nil for all.
  private(set) var tags: [UInt8?] = []
  /// The time from which they are removed; nil when nothing is.
  private(set) var begin: HostTime?
  private(set) var takenBack: [ScheduledMessage] = []
  private(set) var added: [ScheduledMessage] = []

  init(queued: [ScheduledMessage], from time: HostTime, fresh: [ScheduledMessage]) {
    var wanted: [ScheduledMessage: Int] = [:]
    for message in fresh { wanted[message, default: 0] += 1 }
    // Those of note-ons apart, which go first: were time to pass between two removals, a note-on
    // would come without the off before it.
    var (striking, others): (Set<UInt8>, Set<UInt8>) = ([], [])
    for message in queued where message.time >= time {
      if let count = wanted[message], count > 0 {
        wanted[message] = count - 1
      } else {
        if message.message.isNoteOn {
          striking.insert(message.tag)
        } else {
          others.insert(message.tag)
        }
        begin = min(begin ?? message.time, message.time)
      }
    }
    // Each removal walks the output's whole queue: beyond a few, one for all is cheaper.
    let stale = striking.sorted() + others.subtracting(striking).sorted()
    tags = stale.count > 4 ? [nil] : stale
    takenBack = queued.filter(takesBack)
    // Were an off taken back while a later on of its key stays, and time passed that on, the key
    // would be struck twice.
    let keys = Set(takenBack.filter(\.message.isNoteOff).compactMap(\.key))
    if queued.contains(where: { message in
      !message.message.isNoteOff && !takesBack(message) && message.key.map(keys.contains) ?? false
    }) {
      tags = [nil]
      takenBack = queued.filter(takesBack)
    }
    hurry(fresh, before: queued, from: time)
    // What stands in the queue untouched is not added again.
    var standing: [ScheduledMessage: Int] = [:]
    for message in queued where message.time >= time && !takesBack(message) {
      standing[message, default: 0] += 1
    }
    added = fresh.filter { message in
      guard let count = standing[message], count > 0 else { return true }
      standing[message] = count - 1
      return false
    }
  }

  /// Takes everything back where something new must come before a note that stands at its time.
  private mutating func hurry(
    _ fresh: [ScheduledMessage], before queued: [ScheduledMessage], from time: HostTime
  ) {
    guard fresh.contains(where: { !$0.message.isNote }) else { return }
    let standing = queued.filter { $0.time >= time && !takesBack($0) }
    let known = Set(standing)
    let taken = Set(standing.lazy.filter { !$0.message.isNoteOff }.map(\.time))
    let late = fresh.lazy.filter { message in
      !message.message.isNote && taken.contains(message.time) && !known.contains(message)
    }
    guard let first = late.map(\.time).min() else { return }
    begin = min(begin ?? first, first)
    tags = [nil]
    takenBack = queued.filter(takesBack)
  }

  /// Whether removing by these tags takes a message back.
  func takesBack(_ message: ScheduledMessage) -> Bool {
    guard let begin, message.time >= begin else { return false }
    return tags.contains { $0 == nil || $0 == message.tag }
  }
}

/// A key of a keyboard somewhere.
private struct Key: Hashable {
  let port: String
  let channel: Channel
  let pitch: Pitch
}

extension ScheduledMessage {
  fileprivate var key: Key? {
    switch message {
    case .noteOn(let channel, let pitch, _), .noteOff(let channel, let pitch, _):
      Key(port: port, channel: channel, pitch: pitch)
    default: nil
    }
  }
}

extension MIDIMessage {
  var isNoteOn: Bool {
    if case .noteOn = self { true } else { false }
  }

  var isNoteOff: Bool {
    if case .noteOff = self { true } else { false }
  }

  var isNote: Bool {
    switch self {
    case .noteOn, .noteOff: true
    case .control, .program, .bend, .pressure, .keyPressure, .sysex, .sync: false
    }
  }

  /// Whether a second one does no harm.
  var mayRepeat: Bool {
    switch self {
    case .noteOn, .sysex, .sync: false
    case .noteOff, .control, .program, .bend, .pressure, .keyPressure: true
    }
  }
}
