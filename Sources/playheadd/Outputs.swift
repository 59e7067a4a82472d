import ALSASequencer
import ControlProtocol
import Glibc
import LinuxSystem
package import Transport

/// The output in use: the kernel's sequencer, or what stands in while there is none.
///
/// The transport keeps this one; what it stands for can change under it.
final class Outputs: MIDIOutput {
  enum Current {
    case sequencer(SequencerOutput)
    case monitor(MonitorOutput)
    case none
  }

  private(set) var current = Current.none
  /// Why there is no sequencer, and how to mend it.
  private(set) var trouble: SequencerError?
  /// Says which row of the song a message is of, and where: `6:1 bass`.
  var place: (ScheduledMessage) -> String = { $0.port }
  /// Gets each message of the monitor when it is due, and the line for people.
  var monitored: (ScheduledMessage, String) -> Void = { _, _ in }
  /// Called when the sequencer has come at last.
  var arrived: (SequencerOutput) -> Void = { _ in }

  /// Whether the monitor's lines go to standard output too: asked for, or watched by a person.
  let prints: Bool

  private let clock: any TransportClock
  private let log: Log
  private let hertz: Int
  private var isStarted = false
  private lazy var retry = Heartbeat(period: 2_000_000_000) { [weak self] in self?.tryAgain() }

  init(_ choice: Options.OutputChoice, hertz: Int, clock: any TransportClock, log: Log) {
    self.clock = clock
    self.log = log
    self.hertz = hertz
    prints = choice == .monitor || isatty(STDOUT_FILENO) == 1
    switch choice {
    case .none: break
    case .monitor: current = .monitor(makeMonitor())
    case .alsa:
      do throws(SequencerError) { current = .sequencer(try makeSequencer()) } catch {
        trouble = error
        log.warning("\(error); printing what would sound until it is there")
        current = .monitor(makeMonitor())
        retry.isOn = true
      }
    }
  }

  var sequencer: SequencerOutput? {
    if case .sequencer(let output) = current { output } else { nil }
  }

  var name: String {
    switch current {
    case .sequencer: "alsa"
    case .monitor: "monitor"
    case .none: "none"
    }
  }

  /// Lets the monitor say what is due.
  func advance(to now: HostTime) {
    if case .monitor(let monitor) = current { monitor.advance(to: now) }
  }

  private func makeSequencer() throws(SequencerError) -> SequencerOutput {
    let output = try SequencerOutput(client: try SequencerClient(), hertz: hertz)
    output.onRefusal = { [log] error in log.warning("\(error)") }
    if let warning = output.granted.warning { log.warning(warning) }
    return output
  }

  private func makeMonitor() -> MonitorOutput {
    MonitorOutput(
      clock: clock, place: { [weak self] message in self?.place(message) ?? message.port },
      write: { [weak self] message, line in self?.monitored(message, line) })
  }

  private func tryAgain() {
    guard let output = try? makeSequencer() else { return }
    retry.isOn = false
    trouble = nil
    log.notice("the sequencer is there now")
    if isStarted { output.start() }
    current = .sequencer(output)
    arrived(output)
  }

  private var output: (any MIDIOutput)? {
    switch current {
    case .sequencer(let output): output
    case .monitor(let output): output
    case .none: nil
    }
  }

  func start() {
    isStarted = true
    output?.start()
  }

  func stop() {
    isStarted = false
    output?.stop()
  }

  func send(_ messages: ArraySlice<ScheduledMessage>) -> Int {
    output?.send(messages) ?? messages.count
  }

  func remove(tag: UInt8?, from time: HostTime) { output?.remove(tag: tag, from: time) }

  var grid: Int64 { output?.grid ?? 0 }

  func sendNow(_ messages: [(port: String, message: MIDIMessage)]) {
    if !messages.isEmpty { output?.sendNow(messages) }
  }
}

nonisolated extension MonotonicClock: TransportClock {
  package func now() -> HostTime { HostTime(nanoseconds: MonotonicClock.now()) }

  package var asleep: Int64 { MonotonicClock.asleep() }
}
