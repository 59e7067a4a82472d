import CALSA
import Glibc
import Timeline
package import Transport

/// The kernel's sequencer as the transport's output: each message leaves at its time.
///
/// Everything goes through one private queue, also what is due at once: a listener that reads
/// nothing makes direct writes fail for all, and retries double the notes of the others.
/// Belongs to the thread of its client.
package final class SequencerOutput: MIDIOutput {
  package let client: SequencerClient
  /// Called with what the kernel refused, once per call here.
  package var onRefusal: (SequencerError) -> Void = { _ in }
  /// Messages that the kernel refused for another reason than a full queue; they are lost.
  package private(set) var refusedCount = 0
  /// Nanoseconds between the looks at the clock around the reading in use.
  package private(set) var calibrationWindow: Int64 = 0

  private let queue: SequencerQueue
  private var isRunning = false
  private var stamps: StampMap
  private var lastReading: ClockReading?
  /// The newest time for which anything but a note-off was queued: only up to there must one
  /// precede what is queued.
  private var newestOther = HostTime(nanoseconds: .min)
  /// Bytes of each event in the library's buffer.
  private var buffered: [Int] = []

  /// Makes the queue, ticking at `hertz` where the kernel grants it, and leaves it stopped.
  package init(client: SequencerClient, hertz: Int = 6250) throws(SequencerError) {
    queue = try SequencerQueue(client.handle, hertz: hertz)
    self.client = client
    stamps = StampMap(offset: 0, lead: queue.granted.period / 2)
    try client.stampInput(with: queue.number)
  }

  deinit {
    snd_seq_free_queue(client.handle.raw, queue.number)
  }

  /// The timer that the kernel gave, and whether it is the right one.
  package var granted: TimerGrant { queue.granted }

  /// How many messages are queued and have not sounded, by the kernel's own count.
  var queuedCount: Int {
    attempt(try queue.count()) ?? 0
  }

  /// Runs the queue and compares its clock with ours; takes a millisecond, at most about 20.
  package func start() {
    guard !isRunning else { return }
    isRunning = true
    attempt(try queue.run())
    guard let reading = readClock(times: 32) else { return }
    lastReading = reading
    stamps = StampMap(offset: reading.offset, lead: granted.period / 2)
    calibrationWindow = reading.window
    client.stampOffset = reading.offset
  }

  /// Half a period, and as much again as a clock reading may be wrong.
  package var grid: Int64 { granted.period / 2 + 20_000 }

  /// Takes back what is queued and halts the queue.
  package func stop() {
    guard isRunning else { return }
    isRunning = false
    client.stampOffset = nil
    remove(SND_SEQ_REMOVE_OUTPUT, from: 0)
    attempt(try queue.halt())
  }

  /// Compares the clocks again; to be called about once a second while the queue runs.
  ///
  /// Of two neighbouring readings the lower counts, so that one late tick changes nothing, and a
  /// difference within the reading's window counts as none.
  package func recalibrate() {
    guard isRunning, let reading = readClock(times: 16) else { return }
    defer { lastReading = reading }
    let best = reading.better(lastReading ?? reading)
    calibrationWindow = best.window
    guard abs(best.offset - stamps.currentOffset) > best.window else { return }
    stamps.adopt(offset: best.offset, now: HostTime(nanoseconds: monotonicNow()))
    client.stampOffset = best.offset
  }

  /// As the port promises.
  package func send(_ messages: ArraySlice<ScheduledMessage>) -> Int {
    precondition(isRunning, "A stopped queue has no times.")
    let most = messages.fitting(\.message)
    for message in most {
      let isOff = message.message.isNoteOff
      if !isOff { newestOther = max(newestOther, message.time) }
      stamps.noteQueued(message.time)
      buffer(
        message.message, message.port, stamps.stamp(for: message.time), message.tag,
        precedes: isOff && message.time <= newestOther)
    }
    return most.count - drain()
  }

  /// As the port promises.
  package func sendNow(_ messages: [(port: String, message: MIDIMessage)]) {
    var rest = messages[...]
    while !rest.isEmpty {
      let most = rest.fitting(\.message)
      for message in most {
        buffer(message.message, message.port, 0, 0, precedes: message.message.isNoteOff)
      }
      let left = drain()
      if left > 0 { refuse(left, SequencerError(.send, result: -EAGAIN)) }
      rest = rest.dropFirst(most.count)
    }
  }

  /// As the port promises; the kernel walks the whole queue.
  package func remove(tag: UInt8?, from time: HostTime) {
    let condition = tag == nil ? 0 : SND_SEQ_REMOVE_TAG_MATCH
    remove(
      SND_SEQ_REMOVE_OUTPUT | SND_SEQ_REMOVE_TIME_AFTER | condition,
      from: stamps.stamp(for: time), tag: tag ?? 0)
  }

  private func remove(_ condition: Int32, from stamp: Int64, tag: UInt8 = 0) {
    let result = calsa_remove_events(
      client.handle.raw, queue.number, UInt32(condition), sequencerTime(stamp), Int32(tag))
    attempt(try check(.remove, result))
  }

  /// Puts a message into the library's buffer, to be written by `drain`.
  private func buffer(
    _ message: MIDIMessage, _ port: String, _ stamp: Int64, _ tag: UInt8, precedes: Bool
  ) {
    var event = snd_seq_event_t()
    if let port = attempt(try client.outputPort(named: port)) {
      event = sequencerEvent(
        message, port: port, queue: UInt8(truncatingIfNeeded: queue.number), stamp: stamp,
        tag: tag, precedes: precedes)
    } else {
      // The kernel skips it; in the buffer it keeps the count of what is left true.
      event.type = UInt8(SND_SEQ_EVENT_NONE.rawValue)
      refusedCount += 1
    }
    guard case .sysex(let exclusive) = message, event.type != SND_SEQ_EVENT_NONE.rawValue else {
      return write(&event)
    }
    var bytes = exclusive.bytes
    bytes.withUnsafeMutableBytes { bytes in
      // The library copies them before it returns.
      event.data.ext.len = UInt32(bytes.count)
      event.data.ext.ptr = bytes.baseAddress
      write(&event)
    }
  }

  private func write(_ event: inout snd_seq_event_t) {
    buffered.append(Int(snd_seq_event_length(&event)))
    let result = snd_seq_event_output_buffer(client.handle.raw, &event)
    precondition(result >= 0, "The buffer holds a whole pool.")
  }

  /// Writes what is buffered; returns how many events the kernel had no room for.
  private func drain() -> Int {
    let sequencer = client.handle.raw
    defer { buffered.removeAll(keepingCapacity: true) }
    while true {
      let result = snd_seq_drain_output(sequencer)
      let left = eventsLeft(in: Int(snd_seq_event_output_pending(sequencer)))
      switch DrainOutcome(result: result, left: left) {
      case .done: return 0
      case .interrupted: continue
      case .full(let left):
        snd_seq_drop_output_buffer(sequencer)
        return left
      case .refused:
        snd_seq_extract_output(sequencer, nil)
        refuse(1, SequencerError(.send, result: result))
      }
    }
  }

  /// How many of the last buffered events so many bytes are.
  private func eventsLeft(in bytes: Int) -> Int {
    var rest = bytes
    return buffered.reversed().prefix { size in
      rest -= size
      return rest >= 0
    }.count
  }

  private func readClock(times: Int) -> ClockReading? {
    attempt(try queue.readClock(times: times))
  }

  private func refuse(_ count: Int, _ error: SequencerError) {
    refusedCount += count
    onRefusal(error)
  }

  @discardableResult
  private func attempt<Value>(_ call: @autoclosure () throws(SequencerError) -> Value) -> Value? {
    do throws(SequencerError) { return try call() } catch {
      onRefusal(error)
      return nil
    }
  }
}

extension ArraySlice {
  /// As many of the first as a whole pool has room for.
  fileprivate func fitting(_ message: (Element) -> MIDIMessage) -> ArraySlice {
    var room = SequencerClient.pool
    return prefix { element in
      room -= message(element).room
      return room >= 0
    }
  }
}
