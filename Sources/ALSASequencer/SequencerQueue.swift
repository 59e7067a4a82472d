import CALSA
import Glibc

/// Our private queue in the kernel, on the fastest timer that it grants.
struct SequencerQueue {
  let number: Int32
  /// What the kernel really gave.
  let granted: TimerGrant
  /// The sequencer's handle, which must outlive this.
  private let sequencer: OpaquePointer

  /// Makes a queue that only we may control, ticking at `hertz`, and leaves it stopped.
  init(_ handle: borrowing SequencerHandle, hertz: Int) throws(SequencerError) {
    sequencer = handle.raw
    number = try check(.makeQueue, snd_seq_alloc_named_queue(sequencer, "Playhead"))
    let asked = try chooseTimer(sequencer, queue: number, hertz: hertz)
    // Shorter than any period: then each tick of the timer moves the musical ticks, and shows.
    try check(.makeQueue, calsa_set_tick(sequencer, number, 100))
    // The period is settled by the first start. A start flushes the queue, which is certainly
    // empty only now; later the queue is continued.
    try control(sequencer, queue: number, SND_SEQ_EVENT_START)
    granted = TimerGrant(procText: procText(), queue: number) ?? asked
    try control(sequencer, queue: number, SND_SEQ_EVENT_STOP)
  }

  /// Lets the queue's clock run on from where it stopped; returns when it ticks.
  ///
  /// Beside another running queue the clock stands until the timer that both share ticks next,
  /// and says otherwise: a reading before would be wrong by as much. Waits 20 ms at most, which
  /// is longer than any period in use; alone it takes one period.
  func run() throws(SequencerError) {
    try control(sequencer, queue: number, SND_SEQ_EVENT_CONTINUE)
    let before = try status().ticks
    for _ in 0..<200 where try status().ticks == before { usleep(100) }
  }

  /// Stops the queue's clock; what is queued stays.
  func halt() throws(SequencerError) {
    try control(sequencer, queue: number, SND_SEQ_EVENT_STOP)
  }

  /// How many events wait for their time.
  func count() throws(SequencerError) -> Int {
    Int(try status().events)
  }

  /// Compares the host's clock with the queue's, so many times, and returns the best reading.
  func readClock(times: Int) throws(SequencerError) -> ClockReading {
    precondition(times > 0)
    var best = try readClock()
    for _ in 1..<times { best = best.better(try readClock()) }
    return best
  }

  private func readClock() throws(SequencerError) -> ClockReading {
    let before = monotonicNow()
    let queue = try status().time
    return ClockReading(before: before, queue: queue, after: monotonicNow())
  }

  private func status() throws(SequencerError) -> calsa_queue_status {
    var status = calsa_queue_status()
    try check(.readQueue, calsa_read_queue(sequencer, number, &status))
    return status
  }
}

/// The host's clock, in nanoseconds: the one that `HostTime` counts.
func monotonicNow() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Asks for the high-resolution timer at this rate; returns what the kernel says that it took.
private func chooseTimer(
  _ sequencer: OpaquePointer, queue: Int32, hertz: Int
) throws(SequencerError) -> TimerGrant {
  var timer: OpaquePointer?
  var id: OpaquePointer?
  try check(.makeQueue, snd_seq_queue_timer_malloc(&timer))
  defer { snd_seq_queue_timer_free(timer) }
  try check(.makeQueue, snd_timer_id_malloc(&id))
  defer { snd_timer_id_free(id) }
  try check(.makeQueue, snd_seq_get_queue_timer(sequencer, queue, timer))
  snd_timer_id_copy(id, snd_seq_queue_timer_get_id(timer))
  snd_timer_id_set_class(id, Int32(SND_TIMER_CLASS_GLOBAL.rawValue))
  snd_timer_id_set_device(id, Int32(SND_TIMER_GLOBAL_HRTIMER))
  snd_seq_queue_timer_set_id(timer, id)
  snd_seq_queue_timer_set_resolution(timer, UInt32(clamping: hertz))
  try check(.makeQueue, snd_seq_set_queue_timer(sequencer, queue, timer))
  try check(.makeQueue, snd_seq_get_queue_timer(sequencer, queue, timer))
  let given = snd_seq_queue_timer_get_id(timer)
  let rate = min(max(Int64(snd_seq_queue_timer_get_resolution(timer)), 10), 6250)
  return TimerGrant(
    isHighResolution: snd_timer_id_get_device(given) == SND_TIMER_GLOBAL_HRTIMER,
    period: 1_000_000_000 / rate)
}

private func control(
  _ sequencer: OpaquePointer, queue: Int32, _ event: snd_seq_event_type
) throws(SequencerError) {
  try check(.controlQueue, snd_seq_control_queue(sequencer, queue, Int32(event.rawValue), 0, nil))
  let result = snd_seq_drain_output(sequencer)
  // Never leave it in the buffer, or it would go with the next notes.
  snd_seq_drop_output_buffer(sequencer)
  try check(.controlQueue, result)
}

private func procText() -> String {
  let file = open("/proc/asound/seq/timer", O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return "" }
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 16_384)
  let count = read(file, &bytes, bytes.count)
  return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
}
