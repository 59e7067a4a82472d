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
    var stale: Set<UInt8> = []
    for message in queued where message.time >= time {
      if let count = wanted[message], count > 0 {
        wanted[message] = count - 1
      } else {
        stale.insert(message.tag)
        begin = min(begin ?? message.time, message.time)
      }
    }
    // What is left of them is new; what stands behind it on its key goes and comes again as well.
    let news = Plan.beginnings(of: wanted)
    for message in queued where message.comes(behind: news) {
      stale.insert(message.tag)
      begin = min(begin ?? message.time, message.time)
    }
    takeBack(stale, of: queued)
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

  /// When each key does something first.
  private static func beginnings(of messages: [ScheduledMessage: Int]) -> [Key: HostTime] {
    var times: [Key: HostTime] = [:]
    for (message, count) in messages where count > 0 {
      if let key = message.key { times[key] = min(times[key] ?? message.time, message.time) }
    }
    return times
  }

  /// Takes back by these tags, and by those of whatever else their keys do from then on.
  ///
  /// What becomes of a key goes and comes together: were time to pass in between, an on would come
  /// without the off before it, or behind its own.
  private mutating func takeBack(_ stale: Set<UInt8>, of queued: [ScheduledMessage]) {
    guard let begin else { return }
    var stale = stale
    var keys: Set<Key> = []
    while true {
      let taken = queued.filter { $0.time >= begin && stale.contains($0.tag) }
      let reached = Set(taken.compactMap(\.key))
      guard reached != keys else { break }
      keys = reached
      for message in queued where message.time >= begin {
        if let key = message.key, keys.contains(key) { stale.insert(message.tag) }
      }
    }
    // Each removal walks the output's whole queue: beyond a few, one for all is cheaper. The
    // note-ons first: an off alone does no harm.
    let striking = Set(queued.lazy.filter(\.message.isNoteOn).map(\.tag))
    let inOrder = stale.intersection(striking).sorted() + stale.subtracting(striking).sorted()
    tags = inOrder.count > 4 ? [nil] : inOrder
    takenBack = queued.filter(takesBack)
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
struct Key: Hashable {
  let port: String
  let channel: Channel
  let pitch: Pitch
}

extension ScheduledMessage {
  var key: Key? {
    switch message {
    case .noteOn(let channel, let pitch, _), .noteOff(let channel, let pitch, _):
      Key(port: port, channel: channel, pitch: pitch)
    default: nil
    }
  }

  /// Whether its key does something before it; of one moment an off comes first.
  fileprivate func comes(behind others: [Key: HostTime]) -> Bool {
    guard !others.isEmpty, let other = key.flatMap({ others[$0] }) else { return false }
    return message.isNoteOn ? time >= other : time > other
  }
}

extension MIDIMessage {
  var isNoteOn: Bool {
    if case .noteOn = self { true } else { false }
  }

  package var isNoteOff: Bool {
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
