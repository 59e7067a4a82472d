import CALSA
import Glibc
import Timeline
package import Transport

/// Our one client of the kernel's sequencer: its name, its ports, and news about other ports.
///
/// Belongs to one thread.
package final class SequencerClient {
  /// The most cells that the kernel lets a client have waiting, in each direction.
  static let pool = 2000

  let handle: SequencerHandle
  /// The number that the kernel gave us.
  package let number: UInt8
  /// Called from `handleInput` when ports of other clients came, went or changed their names, one
  /// was connected with ours, or any were disconnected.
  package var onPortsChanged: () -> Void = {}
  /// Called from `handleInput` with each message that has come in, when, and from which port.
  package var onMessage: (MIDIMessage, HostTime, PortAddress) -> Void = { _, _, _ in }
  /// How often so much waited to be read that the kernel threw it away.
  package internal(set) var overruns = 0

  private var outputPorts: [String: UInt8] = [:]
  /// The output port that was asked for last: mostly it is again, and names take long to find.
  private var recent: (name: String, port: UInt8)?
  private(set) var input: UInt8 = 0
  private(set) var announcements: UInt8 = 0
  /// Host time minus the time of the queue that stamps what comes in; nil while it stands still.
  var stampOffset: Int64?

  /// Opens the sequencer under this name, with the ports `out` and `in`.
  package init(name: String = "Playhead") throws(SequencerError) {
    handle = try SequencerHandle()
    number = UInt8(truncatingIfNeeded: try check(.open, snd_seq_client_id(handle.raw)))
    try check(.open, snd_seq_set_client_name(handle.raw, name))
    // Before the first event: a pool in use cannot be resized.
    try check(.open, snd_seq_set_client_pool_output(handle.raw, Self.pool))
    try check(.open, snd_seq_set_client_pool_input(handle.raw, Self.pool))
    try check(
      .open, snd_seq_set_output_buffer_size(handle.raw, (Self.pool + 1) * eventSize))
    // Room for the longest message that fits into a pool: a shorter buffer would never get it.
    try check(.open, snd_seq_set_input_buffer_size(handle.raw, (Self.pool + 1) * eventSize))
    _ = try outputPort(named: PortName.output)
    input = try makePort(
      PortName.input, SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
    try watch()
  }

  /// Where others play to us.
  package var inputAddress: PortAddress { PortAddress(client: number, port: input) }

  /// The names of our output ports, in the order in which they were made.
  package var outputPortNames: [String] {
    outputPorts.sorted { $0.value < $1.value }.map(\.key)
  }

  /// The number of the output port with this name, which is made when there is none.
  package func outputPort(named name: String) throws(SequencerError) -> UInt8 {
    if let recent, recent.name == name { return recent.port }
    let port: UInt8
    if let known = outputPorts[name] {
      port = known
    } else {
      port = try makePort(name, SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
      outputPorts[name] = port
    }
    recent = (name, port)
    return port
  }

  /// Closes the output port with this name, if there is one; what is queued for it is lost.
  package func closePort(named name: String) throws(SequencerError) {
    guard let port = outputPorts[name] else { return }
    try check(.closePort, snd_seq_delete_simple_port(handle.raw, Int32(port)))
    outputPorts[name] = nil
    recent = nil
  }

  /// Subscribes to the kernel's announcements, on a port that nobody else can use.
  private func watch() throws(SequencerError) {
    announcements = try makePort(
      "announcements", SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT)
    try check(
      .watch,
      snd_seq_connect_from(
        handle.raw, Int32(announcements), Int32(SND_SEQ_CLIENT_SYSTEM),
        Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE)))
  }

  private func makePort(
    _ name: String, _ capabilities: Int32
  ) throws(SequencerError) -> UInt8 {
    let port = try check(
      .makePort,
      snd_seq_create_simple_port(
        handle.raw, name, UInt32(capabilities),
        UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION)))
    return UInt8(truncatingIfNeeded: port)
  }
}
