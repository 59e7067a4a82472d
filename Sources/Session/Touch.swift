import ControlProtocol
import Timeline
import Transport

/// What came in, as far as bindings are concerned.
struct Touch {
  let trigger: Trigger
  let channel: Channel
  /// 0 to 127, of bend −8192 to 8191; 0 for a key that is let go.
  let value: Int

  /// Nil for what can be bound to nothing.
  init?(_ message: MIDIMessage) {
    switch message {
    case .noteOn(let channel, let pitch, let velocity):
      self.init(.note(pitch), channel, Int(velocity.number))
    case .noteOff(let channel, let pitch, _): self.init(.note(pitch), channel, 0)
    case .control(let channel, let number, let value):
      self.init(.controller(number), channel, Int(value))
    case .program(let channel, let program):
      self.init(.program(program), channel, Int(program))
    case .bend(let channel, let bend): self.init(.bend, channel, Int(bend))
    case .pressure, .keyPressure, .sysex, .sync: return nil
    }
  }

  private init(_ trigger: Trigger, _ channel: Channel, _ value: Int) {
    self.trigger = trigger
    self.channel = channel
    self.value = value
  }

  /// Whether something is down: a key, a pedal or a wheel by at least half of its way.
  var isDown: Bool {
    switch trigger {
    case .note: value > 0
    case .controller: value >= 64
    case .program: true
    case .bend: value >= 4_096
    }
  }
}
