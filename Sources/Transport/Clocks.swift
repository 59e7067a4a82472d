import Timeline

/// The MIDI clock of all ports that send it: one more thing that the fill decides.
struct Clocks {
  private(set) var receivers: [ClockReceiver]

  init(_ ports: [ClockPort]) {
    receivers = ports.map { ClockReceiver($0) }
  }

  var isEmpty: Bool { receivers.isEmpty }
  /// Whether one goes on while the transport is stopped.
  var areFree: Bool { receivers.contains(where: \.port.isFree) }
  /// By how many nanoseconds the earliest port is ahead of the playhead.
  var early: Int64 { receivers.reduce(0) { max($0, -$1.port.delay) } }
  /// By how many nanoseconds the latest port is behind the playhead.
  var late: Int64 { receivers.reduce(0) { max($0, $1.port.delay) } }
  /// How far beyond a moment the way must be known to decide what leaves before it.
  var ahead: Int64 { early + ClockReceiver.lead }

  /// What leaves at `time` or later although it was due before.
  func standing(from time: HostTime) -> [ScheduledMessage] {
    receivers.flatMap { $0.standing(from: time) }
  }

  /// Sends the clocks of a way that are due in [from, to).
  ///
  /// `moves` says whether the playhead does; only free ports go on without it.
  mutating func follow(
    _ way: Path, from: HostTime, to: HostTime, stale: HostTime, moves: Bool,
    into messages: inout [ScheduledMessage]
  ) {
    let step = ClockReceiver.step.count
    for leg in way.legs {
      let moves = moves && leg.countIn == nil
      if leg.countIn != nil, leg.start >= from { stop(due: leg.start, into: &messages) }
      var count = (leg.tick(at: from).count + step - 1) / step * step
      while count < leg.end.count {
        let tick = Ticks(count: count)
        let due = leg.time(of: tick)
        guard due < to else { return }
        for index in receivers.indices where moves || receivers[index].port.isFree {
          receivers[index].clock(
            at: moves ? tick : nil, travelled: leg.travelled(to: tick), due: due,
            stale: stale, into: &messages)
        }
        count += step
      }
    }
  }

  /// Stops all receivers with the playhead.
  mutating func stop(due: HostTime, into messages: inout [ScheduledMessage]) {
    for index in receivers.indices { receivers[index].stop(due: due, into: &messages) }
  }

  /// Sends to other ports from `time` on; returns what stops the receivers of those that are gone.
  mutating func change(to ports: [ClockPort], at time: HostTime) -> [ScheduledMessage] {
    var former = receivers
    receivers = ports.map { port in
      guard let index = former.firstIndex(where: { $0.port.name == port.name }) else {
        return ClockReceiver(port)
      }
      var receiver = former.remove(at: index)
      receiver.port = port
      return receiver
    }
    for index in receivers.indices { receivers[index].rewind(to: time) }
    var messages: [ScheduledMessage] = []
    for index in former.indices {
      former[index].port = ClockPort(name: former[index].port.name)
      former[index].stop(due: time, into: &messages)
    }
    return messages
  }

  mutating func jump(travelled: Int64) {
    for index in receivers.indices { receivers[index].jump(travelled: travelled) }
  }

  mutating func beginWay() {
    for index in receivers.indices { receivers[index].beginWay() }
  }

  /// Nobody knows where what listens to a port is, or to any.
  mutating func lose(_ port: String? = nil) {
    for index in receivers.indices where port == nil || receivers[index].port.name == port {
      receivers[index].lose()
    }
  }

  mutating func rewind(to time: HostTime) {
    for index in receivers.indices { receivers[index].rewind(to: time) }
  }

  mutating func forget(before time: HostTime) {
    for index in receivers.indices { receivers[index].forget(before: time) }
  }
}

extension [ScheduledMessage] {
  /// These with the clock where it belongs: at one moment before everything but the offs, which
  /// the output puts first.
  var clockFirst: [ScheduledMessage] {
    // Of one port it is in order, and must stay so.
    let clock = lazy.filter(\.message.isSync).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
    guard !clock.isEmpty else { return self }
    var rest = clock[...]
    var merged: [ScheduledMessage] = []
    merged.reserveCapacity(count)
    for message in self where !message.message.isSync {
      while let next = rest.first, next.time <= message.time { merged.append(rest.removeFirst()) }
      merged.append(message)
    }
    return merged + rest
  }
}

extension MIDIMessage {
  fileprivate var isSync: Bool {
    if case .sync = self { true } else { false }
  }
}
