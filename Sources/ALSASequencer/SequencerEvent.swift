import CALSA
import Timeline
import Transport

/// Bytes of one event on its way to the kernel.
let eventSize = MemoryLayout<snd_seq_event_t>.size

/// The kernel's form of a message, with every field set but the bytes of a long one.
///
/// It goes through the queue to all subscribers of our port; one that `precedes` comes before what
/// the queue already holds for its stamp, which the kernel finds by a walk from the queue's start.
func sequencerEvent(
  _ message: MIDIMessage, port: UInt8, queue: UInt8, stamp: Int64, tag: UInt8,
  precedes: Bool = false
) -> snd_seq_event_t {
  var event = snd_seq_event_t()
  event.flags = UInt8(
    SND_SEQ_TIME_STAMP_REAL | SND_SEQ_TIME_MODE_ABS | SND_SEQ_EVENT_LENGTH_FIXED
      | (precedes ? SND_SEQ_PRIORITY_HIGH : SND_SEQ_PRIORITY_NORMAL))
  event.tag = tag
  event.queue = queue
  event.time = sequencerTime(stamp)
  event.source.port = port
  event.dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
  event.dest.port = UInt8(SND_SEQ_ADDRESS_UNKNOWN)
  switch message {
  case .noteOn(let channel, let pitch, let velocity):
    setNote(&event, SND_SEQ_EVENT_NOTEON, channel, pitch, velocity.number)
  case .noteOff(let channel, let pitch, let velocity):
    setNote(&event, SND_SEQ_EVENT_NOTEOFF, channel, pitch, velocity)
  case .control(let channel, let controller, let value):
    setControl(&event, SND_SEQ_EVENT_CONTROLLER, channel, Int32(value))
    event.data.control.param = UInt32(controller)
  case .program(let channel, let program):
    setControl(&event, SND_SEQ_EVENT_PGMCHANGE, channel, Int32(program))
  case .bend(let channel, let value):
    setControl(&event, SND_SEQ_EVENT_PITCHBEND, channel, Int32(value))
  case .pressure(let channel, let value):
    setControl(&event, SND_SEQ_EVENT_CHANPRESS, channel, Int32(value))
  case .keyPressure(let channel, let pitch, let value):
    setNote(&event, SND_SEQ_EVENT_KEYPRESS, channel, pitch, value)
  case .sysex:
    event.type = UInt8(SND_SEQ_EVENT_SYSEX.rawValue)
    event.flags |= UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
  case .sync(let message): setSync(&event, message)
  }
  return event
}

/// A stamp of so many nanoseconds on the queue's clock.
func sequencerTime(_ stamp: Int64) -> snd_seq_timestamp_t {
  let (seconds, nanoseconds) = max(0, stamp).quotientAndRemainder(dividingBy: 1_000_000_000)
  var time = snd_seq_timestamp_t()
  time.time.tv_sec = UInt32(clamping: seconds)
  time.time.tv_nsec = UInt32(nanoseconds)
  return time
}

private func setNote(
  _ event: inout snd_seq_event_t, _ type: snd_seq_event_type, _ channel: Channel, _ pitch: Pitch,
  _ velocity: UInt8
) {
  event.type = UInt8(type.rawValue)
  event.data.note = snd_seq_ev_note_t()
  event.data.note.channel = channel.wire
  event.data.note.note = pitch.number
  event.data.note.velocity = velocity
}

private func setControl(
  _ event: inout snd_seq_event_t, _ type: snd_seq_event_type, _ channel: Channel, _ value: Int32
) {
  event.type = UInt8(type.rawValue)
  event.data.control = snd_seq_ev_ctrl_t()
  event.data.control.channel = channel.wire
  event.data.control.value = value
}

private func setSync(_ event: inout snd_seq_event_t, _ message: SyncMessage) {
  event.data.control = snd_seq_ev_ctrl_t()
  let type: snd_seq_event_type
  switch message {
  case .clock: type = SND_SEQ_EVENT_CLOCK
  case .start: type = SND_SEQ_EVENT_START
  case .continue: type = SND_SEQ_EVENT_CONTINUE
  case .stop: type = SND_SEQ_EVENT_STOP
  case .position(let sixteenths):
    type = SND_SEQ_EVENT_SONGPOS
    event.data.control.value = Int32(sixteenths)
  }
  event.type = UInt8(type.rawValue)
}
