import Transport

/// An output as the kernel's queue is one, on virtual time; writes down what the devices hear.
final class VirtualQueue: MIDIOutput {
  struct Heard {
    let time: HostTime
    let port: String
    let message: MIDIMessage
    /// Whether nobody was there to hear it.
    let isLost: Bool
  }

  let grid: Int64 = 100_000
  /// How many messages fit in; fewer are refused, as by a full pool.
  var capacity = 2_000
  /// Ports whose device has gone: what is sent there is lost.
  var absent: Set<String> = []
  private(set) var isRunning = false

  private let clock: VirtualClock
  private var queue: [ScheduledMessage] = []
  private var heard: [Heard] = []
  /// All that was due up to here has left.
  private var delivered = HostTime(nanoseconds: 0)

  init(_ clock: VirtualClock) {
    self.clock = clock
    clock.moved = { [unowned self] in deliver(upTo: $0) }
  }

  func start() {
    isRunning = true
    delivered = clock.time
  }

  func stop() {
    isRunning = false
    queue = []
  }

  func send(_ messages: ArraySlice<ScheduledMessage>) -> Int {
    beStopped()
    let taken = messages.prefix(max(0, capacity - queue.count))
    for message in taken { insert(message) }
    deliver(upTo: clock.time)
    return taken.count
  }

  func remove(tag: UInt8?, from time: HostTime) {
    beStopped()
    queue.removeAll { $0.time >= time && (tag == nil || $0.tag == tag) }
  }

  func sendNow(_ messages: [(port: String, message: MIDIMessage)]) {
    for (port, message) in messages { arrive(message, on: port, at: clock.time) }
  }

  /// What has left since the last call, in order.
  func takeHeard() -> [Heard] {
    defer { heard = [] }
    return heard
  }

  /// The process may be stopped before a call takes effect, as before it reads the clock.
  private func beStopped() { _ = clock.now() }

  /// Behind what is as early, but a note-off before the note-ons of its time.
  private func insert(_ message: ScheduledMessage) {
    var index = queue.count
    while index > 0 {
      let other = queue[index - 1]
      guard
        other.time > message.time
          || (other.time == message.time && message.message.isOff && !other.message.isOff)
      else { break }
      index -= 1
    }
    queue.insert(message, at: index)
  }

  private func deliver(upTo now: HostTime) {
    guard isRunning else { return }
    let due = queue.prefix { $0.time <= now }
    queue.removeFirst(due.count)
    for message in due {
      arrive(message.message, on: message.port, at: max(message.time, delivered))
    }
    delivered = now
  }

  private func arrive(_ message: MIDIMessage, on port: String, at time: HostTime) {
    heard.append(
      Heard(time: time, port: port, message: message, isLost: absent.contains(port)))
  }
}

extension MIDIMessage {
  var isOff: Bool {
    if case .noteOff = self { true } else { false }
  }
}
