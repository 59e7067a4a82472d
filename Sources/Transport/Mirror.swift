import Timeline

/// What the output has queued, and what waits for room there.
///
/// Taking messages back and putting others in their place is not one step for the output: in
/// between, time goes on. `replace` does it so that no message is sent twice and none is lost.
struct Mirror {
  /// Room for what cannot wait is left in the output's pool.
  static let capacity = 1_500

  /// Queued by the output, in order of time; the past is forgotten now and then.
  private(set) var queued: [ScheduledMessage] = []
  private(set) var backlog: [ScheduledMessage] = []

  enum Outcome {
    /// The output holds what it should.
    case done
    /// It was too late to begin; nothing has changed.
    case tooLate
    /// Time passed some of the messages while they were taken back; those count as sent.
    case overtaken
  }

  /// Queues messages as far as there is room; the rest waits.
  mutating func add(_ messages: [ScheduledMessage], to output: any MIDIOutput) {
    backlog += messages
    flush(to: output)
  }

  /// Queues what waits, as far as there is room.
  mutating func flush(to output: any MIDIOutput) {
    let room = min(backlog.count, max(0, Mirror.capacity - queued.count))
    guard room > 0 else { return }
    let taken = output.send(backlog[..<room])
    queued += backlog[..<taken]
    backlog.removeFirst(taken)
  }

  /// Makes `fresh` what is queued for `time` and later, and adds `late`, which is before that.
  mutating func replace(
    from time: HostTime, with fresh: [ScheduledMessage], late: [ScheduledMessage],
    in output: any MIDIOutput, _ clock: any TransportClock
  ) -> Outcome {
    let plan = Plan(queued: queued, from: time, fresh: fresh)
    if let begin = plan.begin {
      guard clock.now() + output.grid < begin else { return .tooLate }
      for tag in plan.tags { output.remove(tag: tag, from: begin) }
      queued.removeAll { plan.takesBack($0) }
      let now = clock.now() + output.grid
      guard now < begin else {
        // Whether a message of the meantime was taken back or had sounded, nobody can tell. A
        // note-on counts as sounded; a note-off goes again, since twice is better than never.
        add(plan.takenBack.filter { $0.time > now || $0.message.isNoteOff }, to: output)
        return .overtaken
      }
    }
    backlog.removeAll { $0.time >= time }
    add(late + plan.added, to: output)
    return .done
  }

  /// Forgets what was queued for before `time`; the output has it.
  mutating func forget(before time: HostTime) {
    queued.removeAll { $0.time < time }
  }
}

/// What to take back and what to add, so that the queue holds `fresh` from a moment on.
private struct Plan {
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
    // Each removal walks the output's whole queue: beyond a few, one for all is cheaper.
    tags = stale.count > 4 ? [nil] : stale.sorted()
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
  var isNoteOff: Bool {
    if case .noteOff = self { true } else { false }
  }
}
