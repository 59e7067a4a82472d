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
  /// What has gone and is not said yet, in order.
  private var unsaid: [ScheduledMessage] = []

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
    let now = clock.now()
    release(upTo: now)
    // Said only later: `place` may ask the transport, which is amid a change when it sends these.
    unsaid += messages.map { port, message in
      ScheduledMessage(time: now, port: port, message: message, tag: 0)
    }
  }

  /// Says all that is due by now, and what was sent at once since the last call.
  package func advance(to now: HostTime) {
    release(upTo: now)
    let messages = unsaid
    unsaid.removeAll()
    for message in messages { write(message, "\(place(message)) \(message.message.words)") }
  }

  private func release(upTo now: HostTime) {
    let due = queued.prefix { $0.time <= now }
    unsaid += due
    queued.removeFirst(due.count)
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
