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
  /// What was queued for before this has left the output, and takes no room there.
  private var left = HostTime(nanoseconds: .min)

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

  /// Queues what waits, as far as there is room at a moment.
  mutating func flush(to output: any MIDIOutput, at now: HostTime) {
    left = now - output.grid
    flush(to: output)
  }

  /// Queues what waits, as far as there is room.
  private mutating func flush(to output: any MIDIOutput) {
    guard !backlog.isEmpty else { return }
    var room = Mirror.capacity
    for message in queued where message.time >= left { room -= message.message.room }
    guard room > 0 else { return }
    if backlog.count > room { backlog = backlog.byUrgency }
    let fitting = backlog.prefix { message in
      room -= message.message.room
      return room >= 0
    }
    guard !fitting.isEmpty else { return }
    let taken = output.send(fitting)
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
        // note-on counts as sounded; a note-off goes again, since twice is better than never, and
        // so does what sets a controller.
        add(plan.takenBack.filter { $0.time > now || $0.message.mayRepeat }, to: output)
        return .overtaken
      }
    }
    backlog.removeAll { $0.time >= time }
    add(late + plan.added, to: output)
    return .done
  }

  /// Forgets and returns, in order of time, what was queued for before `time`; it has sounded.
  @discardableResult
  mutating func forget(before time: HostTime) -> [ScheduledMessage] {
    let past = queued.filter { $0.time < time }
    queued.removeAll { $0.time < time }
    return past.sorted { $0.time < $1.time }
  }
}

extension [ScheduledMessage] {
  /// In the order in which they take what room there is: the ends of what sounds, other notes, the
  /// rest; each in order of time.
  ///
  /// An off stays behind an on of its key that waits as well.
  fileprivate var byUrgency: [ScheduledMessage] {
    var struck: Set<Key> = []
    var (ends, notes, rest): ([Element], [Element], [Element]) = ([], [], [])
    for message in self {
      guard let key = message.key else {
        rest.append(message)
        continue
      }
      if message.message.isNoteOff, !struck.contains(key) {
        ends.append(message)
      } else {
        struck.insert(key)
        notes.append(message)
      }
    }
    return ends + notes + rest
  }
}
