import ALSASequencer
import Glibc
import LinuxSystem
import Timeline
import Transport

/// Plays notes through the sequencer to a listener of its own, and measures when they come.
///
/// As another program hears them: it must be woken up as well.
struct TimingTest {
  private static let notes = 1_000
  /// Between two of them: about 3 ms, and no whole number of the timer's periods.
  private static let gap: Int64 = 3_141_593
  /// What is played ahead, as the daemon does.
  private static let ahead: Int64 = 40_000_000
  private static let port = PortName.output

  private let output: SequencerOutput
  private let listener: SequencerClient
  private var lateness = Lateness()

  init(hertz: Int) throws(SequencerError) {
    output = try SequencerOutput(client: SequencerClient(name: "Playhead test"), hertz: hertz)
    listener = try SequencerClient(name: "Playhead listener")
    try output.client.connect(TimingTest.port, with: listener.inputAddress)
  }

  /// Takes about four seconds; what came, and how late.
  mutating func run() -> Lateness {
    output.start()
    defer { output.stop() }
    let start = MonotonicClock.now() + 100_000_000
    let due = (0..<TimingTest.notes).map { start + Int64($0) * TimingTest.gap }
    var (sent, heard) = (0, 0)
    listener.onMessage = { _, _, _ in heard += 1 }
    while heard < due.count, MonotonicClock.now() < due[due.count - 1] + 1_000_000_000 {
      while sent < due.count, due[sent] < MonotonicClock.now() + TimingTest.ahead {
        _ = output.send([TimingTest.message(at: due[sent])][...])
        sent += 1
      }
      var ready = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, 5)
      let (before, now) = (heard, MonotonicClock.now())
      _ = listener.handleInput()
      for index in before..<heard { lateness.note(now - due[index]) }
    }
    lateness.missing = due.count - heard
    return lateness
  }

  /// A controller that means nothing: the listener is ours, and nothing has to end.
  private static func message(at time: Int64) -> ScheduledMessage {
    ScheduledMessage(
      time: HostTime(nanoseconds: time), port: port,
      message: .control(Channel(1), controller: 119, value: 0), tag: 0)
  }
}

/// How late notes came, in nanoseconds.
struct Lateness {
  private var values: [Int64] = []
  /// How many did not come at all.
  var missing = 0

  mutating func note(_ nanoseconds: Int64) { values.append(nanoseconds) }

  /// Whether nothing is missing or later than anybody hears.
  var isGood: Bool { missing == 0 && values.allSatisfy { $0 < 2_000_000 } }

  /// A histogram, for people.
  var text: String {
    let sorted = values.sorted()
    guard let worst = sorted.last else { return "nothing came" }
    var lines: [String] = []
    var from = Int64.min
    for (name, limit) in Lateness.steps {
      let count = sorted.count { from <= $0 && $0 < limit }
      from = limit
      let bar = String(repeating: "#", count: (count * 50 + sorted.count - 1) / sorted.count)
      if count > 0 { lines.append("\(name)  \(count)  \(bar)") }
    }
    let p99 = sorted[(sorted.count - 1) * 99 / 100]
    lines.append(
      "\(sorted.count) came, \(missing) did not; half within \(micro(sorted[sorted.count / 2])), "
        + "99 of 100 within \(micro(p99)), the latest \(micro(worst))")
    return lines.joined(separator: "\n")
  }

  private static let steps: [(String, Int64)] = [
    ("  early ", -100_000), ("< 0.1 ms", 100_000), ("< 0.2 ms", 200_000), ("< 0.5 ms", 500_000),
    ("<   1 ms", 1_000_000), ("<   2 ms", 2_000_000), ("<   5 ms", 5_000_000),
    ("<  20 ms", 20_000_000), ("   later", .max),
  ]

  private func micro(_ nanoseconds: Int64) -> String { "\(nanoseconds / 1_000) µs" }
}
