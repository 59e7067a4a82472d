package import Transport

/// An output for a machine without a sequencer: says what would sound, line by line.
///
/// It has no timer of its own: whoever owns it calls `advance(to:)`, at `nextTime` or now and then.
package final class MonitorOutput: MIDIOutput {
  private let clock: any TransportClock
  private let place: (ScheduledMessage) -> String
  private let write: (ScheduledMessage, String) -> Void
  /// In order of time; equal times in order of arrival, but note-offs first.
  private var queued: [ScheduledMessage] = []
  private var immediate: [ScheduledMessage] = []

  /// Makes a line of what `place` says of a message (`6:1 bass`) and the message (`F#2 100`).
  package init(
    clock: any TransportClock, place: @escaping (ScheduledMessage) -> String,
    write: @escaping (ScheduledMessage, String) -> Void
  ) {
    self.clock = clock
    self.place = place
    self.write = write
  }

  package var queuedCount: Int { queued.count }

  package var grid: Int64 { 0 }

  /// When the next message is due; nil when nothing is queued.
  package var nextTime: HostTime? { queued.first?.time }

  package func start() {}

  package func stop() {
    queued.removeAll()
  }

  /// As the port promises.
  package func send(_ messages: ArraySlice<ScheduledMessage>) -> Int {
    for message in messages {
      let place =
        queued.lastIndex { other in
          other.time < message.time || (other.time == message.time && !message.precedes(other))
        } ?? -1
      queued.insert(message, at: place + 1)
    }
    return messages.count
  }

  package func remove(tag: UInt8?, from time: HostTime) {
    queued.removeAll { $0.time >= time && (tag == nil || $0.tag == tag) }
  }

  /// As the port promises.
  package func sendNow(_ messages: [(port: String, message: MIDIMessage)]) {
    // Said at the next `advance`: whoever sends is in the middle of something.
    let now = clock.now()
    immediate += messages.map {
      ScheduledMessage(time: now, port: $0.port, message: $0.message, tag: 0)
    }
  }

  /// Says all that is due by now.
  package func advance(to now: HostTime) {
    let due = immediate + queued.prefix { $0.time <= now }
    queued.removeFirst(due.count - immediate.count)
    immediate = []
    due.forEach(say)
  }

  private func say(_ message: ScheduledMessage) {
    write(message, "\(place(message)) \(message.message.words)")
  }
}

extension ScheduledMessage {
  /// Whether it goes before another of the same time that is queued already.
  fileprivate func precedes(_ other: ScheduledMessage) -> Bool {
    guard case .noteOff = message else { return false }
    if case .noteOff = other.message { return false }
    return true
  }
}
