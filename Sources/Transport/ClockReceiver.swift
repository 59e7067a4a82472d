import Timeline

/// What listens to the clock of a port: where it takes itself to be, from what it has been told.
///
/// Whenever that is not where the playhead is, be it after a seek, a wrap or a stall, it is told
/// anew: that is all there is to do about any of them.
struct ClockReceiver {
  /// From one clock to the next.
  static let step = Ticks(count: Ticks.perBeat / 24)
  /// A receiver can be sent to whole sixteenths only.
  static let sixteenth = Ticks(count: Ticks.perBeat / 4)
  /// Nanoseconds from a start to the clock that it is about: a MIDI cable needs half of it, and
  /// the receiver the rest to be ready.
  static let lead: Int64 = 3_000_000

  private struct State {
    /// Where it takes the next clock to be; nil while it is stopped.
    var expected: Ticks?
    /// How far the playhead had travelled at the last clock.
    var travelled = Int64.min
    /// When the last message leaves.
    var last = HostTime(nanoseconds: .min / 2)
  }

  private struct Entry {
    /// When it would have left without delay.
    let due: HostTime
    let message: ScheduledMessage
    let before: State
  }

  var port: ClockPort
  private var state = State()
  /// No message may leave earlier; what was before is decided.
  private var floor = HostTime(nanoseconds: .min / 2)
  private var journal: [Entry] = []

  init(_ port: ClockPort) {
    self.port = port
  }

  /// Whether it is playing.
  var isRunning: Bool { state.expected != nil }

  /// What it is sent at `time` or later although it was due before.
  func standing(from time: HostTime) -> [ScheduledMessage] {
    journal.map(\.message).filter { $0.time >= time }
  }

  /// Sends a clock, and before that where the receiver has to go when it is elsewhere.
  ///
  /// A clock that is due before `stale` is left out. With `tick` nil the playhead stands.
  mutating func clock(
    at tick: Ticks?, travelled: Int64, due: HostTime, stale: HostTime,
    into messages: inout [ScheduledMessage]
  ) {
    let time = max(due + port.delay, state.last, floor)
    guard travelled > state.travelled, time >= stale else { return }
    if let tick, state.expected != tick {
      let half = state.last + (time - state.last) / 2
      locate(
        at: tick, max(time - ClockReceiver.lead, half, floor), due: due, into: &messages)
    }
    send(.clock, at: time, due: due, into: &messages)
    state.travelled = travelled
    if let expected = state.expected { state.expected = expected + ClockReceiver.step }
  }

  /// Stops, and goes on at a tick if it is a sixteenth.
  private mutating func locate(
    at tick: Ticks, _ time: HostTime, due: HostTime, into messages: inout [ScheduledMessage]
  ) {
    if isRunning { send(.stop, at: time, due: due, into: &messages) }
    state.expected = nil
    guard tick.count % ClockReceiver.sixteenth.count == 0 else { return }
    if tick == .zero {
      send(.start, at: time, due: due, into: &messages)
    } else {
      send(.position(tick), at: time, due: due, into: &messages)
      send(.continue, at: time, due: due, into: &messages)
    }
    state.expected = tick
  }

  /// Stops when the playhead does.
  mutating func stop(due: HostTime, into messages: inout [ScheduledMessage]) {
    guard isRunning else { return }
    send(
      .stop, at: max(due + port.delay, state.last, floor), due: due, into: &messages)
    state.expected = nil
  }

  /// The playhead has jumped, and travelled so far: what is ahead was never sent.
  mutating func jump(travelled: Int64) {
    state.travelled = min(state.travelled, travelled - 1)
  }

  /// A new way of the playhead begins; what it travels is counted from 0.
  mutating func beginWay() {
    state.travelled = .min
    journal.removeAll()
  }

  /// Nobody knows where it is: another device may listen.
  mutating func lose() {
    if isRunning { state.expected = Ticks(count: -1) }
  }

  private mutating func send(
    _ message: SyncMessage, at time: HostTime, due: HostTime,
    into messages: inout [ScheduledMessage]
  ) {
    let scheduled = ScheduledMessage(
      time: time, port: port.name, message: .sync(message), tag: 0)
    journal.append(Entry(due: due, message: scheduled, before: state))
    messages.append(scheduled)
    state.last = time
  }

  /// As if nothing that is due and leaves at a moment or later had been decided.
  mutating func rewind(to time: HostTime) {
    while let entry = journal.last, entry.due >= time, entry.message.time >= time {
      state = entry.before
      journal.removeLast()
    }
    floor = max(floor, time)
  }

  /// Takes what left before a moment as done.
  mutating func forget(before time: HostTime) {
    journal.removeFirst(journal.prefix { max($0.due, $0.message.time) < time }.count)
  }
}
