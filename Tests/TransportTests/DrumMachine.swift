import Timeline
import Transport

/// Something that follows MIDI clock and counts where it is, as a drum machine does.
struct DrumMachine {
  /// A clock, and where the machine was then; nil while it was stopped.
  struct Clock {
    let time: HostTime
    let position: Ticks?
  }

  static let step = Ticks(1, over: 24)

  private(set) var clocks: [Clock] = []
  private(set) var isRunning = false
  private var next = Ticks.zero

  /// What was heard on a port, from the message with this number on.
  init(_ heard: some Sequence<Tape.Heard>, port: String = "out") {
    for one in heard where one.port == port {
      if case .sync(let message) = one.message { take(message, at: one.time) }
    }
  }

  private mutating func take(_ message: SyncMessage, at time: HostTime) {
    switch message {
    case .start: (isRunning, next) = (true, .zero)
    case .continue: isRunning = true
    case .stop: isRunning = false
    case .position(let sixteenths): next = Ticks(Int64(sixteenths), over: 4)
    case .clock:
      clocks.append(Clock(time: time, position: isRunning ? next : nil))
      if isRunning { next += DrumMachine.step }
    }
  }
}

extension Stage {
  /// The sync messages of a port with milliseconds since `start`, clocks left out.
  func signals(since start: HostTime, port: String = "out") -> [String] {
    tape.heard.compactMap { heard in
      guard heard.port == port, case .sync(let message) = heard.message, message != .clock
      else { return nil }
      let time = Double((heard.time - start) / 1_000) / 1_000
      switch message {
      case .position(let sixteenths): return "at \(sixteenths) \(time)"
      default: return "\(message) \(time)"
      }
    }
  }

  /// When clocks were heard, in nanoseconds since `start`.
  func clocks(since start: HostTime, port: String = "out") -> [Int64] {
    DrumMachine(tape.heard, port: port).clocks.map { $0.time - start }
  }
}
