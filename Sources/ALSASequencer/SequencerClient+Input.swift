import CALSA
import Glibc
import Transport

extension SequencerClient {
  /// Nanoseconds that one call takes, and what its last event does.
  private static let turn: Int64 = 500_000
  /// Nanoseconds for which an event may have waited here; a stamp from further off is none.
  private static let longestWait: Int64 = 10_000_000_000

  /// Becomes readable when `handleInput` has something to do.
  package var descriptor: Int32 {
    var descriptor = pollfd()
    snd_seq_poll_descriptors(handle.raw, &descriptor, 1, Int16(POLLIN))
    return descriptor.fd
  }

  /// Takes in what waits; returns whether that was more than one call takes.
  ///
  /// What is left then need not make the descriptor readable: call again soon.
  package func handleInput() -> Bool {
    var haveChanged = false
    let end = monotonicNow() + Self.turn
    while monotonicNow() < end {
      var event: UnsafeMutablePointer<snd_seq_event_t>?
      let result = snd_seq_event_input(handle.raw, &event)
      if result == -ENOSPC {
        // Whatever was lost, ports may have changed.
        overruns += 1
        haveChanged = true
      } else if let event, result >= 0 {
        if isPortNews(event.pointee) { haveChanged = true }
        receive(event.pointee)
      } else if result != -EINTR {
        break
      }
    }
    if haveChanged { onPortsChanged() }
    return snd_seq_event_input_pending(handle.raw, 0) > 0
  }

  /// Has the kernel stamp what comes in with the time of a queue.
  func stampInput(with queue: Int32) throws(SequencerError) {
    var port: OpaquePointer?
    try check(.makePort, snd_seq_port_info_malloc(&port))
    defer { snd_seq_port_info_free(port) }
    try check(.makePort, snd_seq_get_port_info(handle.raw, Int32(input), port))
    snd_seq_port_info_set_timestamping(port, 1)
    snd_seq_port_info_set_timestamp_real(port, 1)
    snd_seq_port_info_set_timestamp_queue(port, queue)
    try check(.makePort, snd_seq_set_port_info(handle.raw, Int32(input), port))
  }

  private func receive(_ event: snd_seq_event_t) {
    // What we play ourselves leads us nowhere.
    guard event.dest.port == input, event.source.client != number,
      let message = MIDIMessage(event)
    else { return }
    onMessage(message, time(of: event), PortAddress(event.source))
  }

  /// When an event came: as its stamp says while the queue runs, else now.
  private func time(of event: snd_seq_event_t) -> HostTime {
    let now = HostTime(nanoseconds: monotonicNow())
    guard let stampOffset else { return now }
    let stamp = event.time.time
    let time = HostTime(
      nanoseconds: Int64(stamp.tv_sec) * 1_000_000_000 + Int64(stamp.tv_nsec) + stampOffset)
    return (0...Self.longestWait).contains(now - time) ? time : now
  }

  private func isPortNews(_ event: snd_seq_event_t) -> Bool {
    guard event.dest.port == announcements, event.source.client == SND_SEQ_CLIENT_SYSTEM else {
      return false
    }
    switch snd_seq_event_type(UInt32(event.type)) {
    case SND_SEQ_EVENT_CLIENT_EXIT, SND_SEQ_EVENT_CLIENT_CHANGE, SND_SEQ_EVENT_PORT_START,
      SND_SEQ_EVENT_PORT_EXIT, SND_SEQ_EVENT_PORT_CHANGE:
      return event.data.addr.client != number
    case SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
      // It may have been somebody's who kept a device to himself.
      return true
    case SND_SEQ_EVENT_PORT_SUBSCRIBED:
      return event.data.connect.sender.client == number
        || event.data.connect.dest.client == number
    default: return false
    }
  }
}
