import CALSA
import Glibc

/// Our one client of the kernel's sequencer: its name, its ports, and news about other ports.
///
/// Belongs to one thread.
package final class SequencerClient {
  /// The most cells that the kernel lets a client have waiting, in each direction.
  static let pool = 2000

  /// The output port that is always there.
  package static let firstPort = "out"

  let handle: SequencerHandle
  /// The number that the kernel gave us.
  package let number: UInt8
  /// Called from `handleInput` when ports of other clients came, went or changed their names.
  package var onPortsChanged: () -> Void = {}

  private var outputPorts: [String: UInt8] = [:]

  /// Opens the sequencer under this name, with the output port `out`.
  package init(name: String = "Playhead") throws(SequencerError) {
    handle = try SequencerHandle()
    number = UInt8(truncatingIfNeeded: try check(.open, snd_seq_client_id(handle.raw)))
    try check(.open, snd_seq_set_client_name(handle.raw, name))
    // Before the first event: a pool in use cannot be resized.
    try check(.open, snd_seq_set_client_pool_output(handle.raw, Self.pool))
    try check(.open, snd_seq_set_client_pool_input(handle.raw, Self.pool))
    try check(
      .open, snd_seq_set_output_buffer_size(handle.raw, (Self.pool + 1) * eventSize))
    _ = try outputPort(named: Self.firstPort)
    try watch()
  }

  /// The names of our output ports, in the order in which they were made.
  package var outputPortNames: [String] {
    outputPorts.sorted { $0.value < $1.value }.map(\.key)
  }

  /// The number of the output port with this name, which is made when there is none.
  package func outputPort(named name: String) throws(SequencerError) -> UInt8 {
    if let port = outputPorts[name] { return port }
    let port = try makePort(name, SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
    outputPorts[name] = port
    return port
  }

  /// Closes the output port with this name, if there is one; what is queued for it is lost.
  package func closePort(named name: String) throws(SequencerError) {
    guard let port = outputPorts[name] else { return }
    try check(.closePort, snd_seq_delete_simple_port(handle.raw, Int32(port)))
    outputPorts[name] = nil
  }

  /// Becomes readable when `handleInput` has something to do.
  package var descriptor: Int32 {
    var descriptor = pollfd()
    snd_seq_poll_descriptors(handle.raw, &descriptor, 1, Int16(POLLIN))
    return descriptor.fd
  }

  /// Takes in all news that waits.
  package func handleInput() {
    var haveChanged = false
    while true {
      var event: UnsafeMutablePointer<snd_seq_event_t>?
      let result = snd_seq_event_input(handle.raw, &event)
      // News was lost: whatever happened, ports may have changed.
      if result == -ENOSPC {
        haveChanged = true
      } else if result == -EINTR {
        continue
      } else if let event, result >= 0 {
        if isPortNews(event.pointee) { haveChanged = true }
      } else {
        break
      }
    }
    if haveChanged { onPortsChanged() }
  }

  private func isPortNews(_ event: snd_seq_event_t) -> Bool {
    let news = [
      SND_SEQ_EVENT_CLIENT_EXIT, SND_SEQ_EVENT_CLIENT_CHANGE, SND_SEQ_EVENT_PORT_START,
      SND_SEQ_EVENT_PORT_EXIT, SND_SEQ_EVENT_PORT_CHANGE,
    ]
    return news.contains { $0.rawValue == UInt32(event.type) }
      && event.data.addr.client != number
  }

  /// Subscribes to the kernel's announcements, on a port that nobody else can use.
  private func watch() throws(SequencerError) {
    let port = try makePort("announcements", SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT)
    try check(
      .watch,
      snd_seq_connect_from(
        handle.raw, Int32(port), Int32(SND_SEQ_CLIENT_SYSTEM),
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
