import CALSA
import Timeline
import Transport

extension MIDIMessage {
  /// What an event of the kernel says; nil when it is no message of ours, or out of its range.
  init?(_ event: snd_seq_event_t) {
    let note = event.data.note
    let control = event.data.control
    let value = Int(control.value)
    switch snd_seq_event_type(UInt32(event.type)) {
    case SND_SEQ_EVENT_NOTEON, SND_SEQ_EVENT_NOTEOFF, SND_SEQ_EVENT_KEYPRESS:
      guard let channel = Channel(wire: note.channel), let pitch = Pitch(exactly: Int(note.note)),
        note.velocity < 128
      else { return nil }
      self.init(UInt32(event.type), channel, pitch, note.velocity)
    case SND_SEQ_EVENT_CONTROLLER:
      guard let channel = Channel(wire: control.channel), control.param < 128,
        let value = sevenBits(value)
      else { return nil }
      self = .control(channel, controller: UInt8(control.param), value: value)
    case SND_SEQ_EVENT_PGMCHANGE:
      guard let channel = Channel(wire: control.channel), let program = sevenBits(value) else {
        return nil
      }
      self = .program(channel, program)
    case SND_SEQ_EVENT_CHANPRESS:
      guard let channel = Channel(wire: control.channel), let value = sevenBits(value) else {
        return nil
      }
      self = .pressure(channel, value)
    case SND_SEQ_EVENT_PITCHBEND:
      guard let channel = Channel(wire: control.channel), (-8_192...8_191).contains(value) else {
        return nil
      }
      self = .bend(channel, Int16(value))
    case SND_SEQ_EVENT_SYSEX:
      guard let message = SystemExclusive(event) else { return nil }
      self = .sysex(message)
    case SND_SEQ_EVENT_CLOCK: self = .sync(.clock)
    case SND_SEQ_EVENT_START: self = .sync(.start)
    case SND_SEQ_EVENT_CONTINUE: self = .sync(.continue)
    case SND_SEQ_EVENT_STOP: self = .sync(.stop)
    case SND_SEQ_EVENT_SONGPOS:
      guard (0...0x3FFF).contains(value) else { return nil }
      self = .sync(.position(sixteenths: UInt16(value)))
    default: return nil
    }
  }

  private init(_ type: UInt32, _ channel: Channel, _ pitch: Pitch, _ value: UInt8) {
    if type == SND_SEQ_EVENT_KEYPRESS.rawValue {
      self = .keyPressure(channel, pitch, value)
    } else if type == SND_SEQ_EVENT_NOTEON.rawValue, let velocity = Velocity(exactly: Int(value)) {
      self = .noteOn(channel, pitch, velocity)
    } else {
      // Struck with velocity 0 it is an off, which then says nothing of how.
      self = .noteOff(
        channel, pitch, velocity: type == SND_SEQ_EVENT_NOTEOFF.rawValue ? value : 64)
    }
  }
}

extension SystemExclusive {
  /// A whole message in one event; a longer one that comes in pieces is none.
  fileprivate init?(_ event: snd_seq_event_t) {
    let length = UInt8(SND_SEQ_EVENT_LENGTH_MASK)
    guard event.flags & length == UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE) else { return nil }
    self.init(
      Array(
        UnsafeRawBufferPointer(start: event.data.ext.ptr, count: Int(event.data.ext.len))))
  }
}

extension Channel {
  fileprivate init?(wire number: UInt8) {
    self.init(exactly: Int(number) + 1)
  }
}

private func sevenBits(_ value: Int) -> UInt8? {
  (0...127).contains(value) ? UInt8(value) : nil
}
