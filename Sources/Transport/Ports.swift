package import Timeline

/// Where the transport reads the time; the one place where time enters the core.
package protocol TransportClock {
  /// The time now; never runs backwards, and stands while the machine is suspended.
  func now() -> HostTime

  /// For how many nanoseconds the machine has been suspended until now.
  var asleep: Int64 { get }
}

extension TransportClock {
  /// A clock of a machine that is never suspended.
  package var asleep: Int64 { 0 }
}

/// A MIDI message as the transport schedules it.
package enum MIDIMessage: Hashable, Sendable {
  case noteOn(Channel, Pitch, Velocity)
  case noteOff(Channel, Pitch, velocity: UInt8)
  case control(Channel, controller: UInt8, value: UInt8)
  case program(Channel, UInt8)
  /// Centre is 0, from −8192 to 8191.
  case bend(Channel, Int16)
  case pressure(Channel, UInt8)
  case keyPressure(Channel, Pitch, UInt8)
  case sysex(SystemExclusive)
  case sync(SyncMessage)
}

extension MIDIMessage {
  /// As on the wire.
  package var bytes: [UInt8] {
    switch self {
    case .noteOn(let channel, let pitch, let velocity):
      return [0x90 | channel.wire, pitch.number, velocity.number]
    case .noteOff(let channel, let pitch, let velocity):
      return [0x80 | channel.wire, pitch.number, velocity]
    case .control(let channel, let controller, let value):
      return [0xB0 | channel.wire, controller, value]
    case .program(let channel, let program): return [0xC0 | channel.wire, program]
    case .bend(let channel, let bend):
      let value = UInt16(clamping: Int(bend) + 8_192)
      return [0xE0 | channel.wire, UInt8(value & 0x7F), UInt8(value >> 7 & 0x7F)]
    case .pressure(let channel, let value): return [0xD0 | channel.wire, value]
    case .keyPressure(let channel, let pitch, let value):
      return [0xA0 | channel.wire, pitch.number, value]
    case .sysex(let message): return message.bytes
    case .sync(let message): return message.bytes
    }
  }

  /// How many bytes it is on the wire, without running status.
  var byteCount: Int {
    switch self {
    case .program, .pressure: 2
    case .noteOn, .noteOff, .control, .bend, .keyPressure: 3
    case .sysex(let message): message.bytes.count
    case .sync(let message): message.bytes.count
    }
  }

  /// How much room it takes in an output's queue, counted in short messages.
  package var room: Int {
    guard case .sysex(let message) = self else { return 1 }
    return 1 + (message.bytes.count + MIDIMessage.bytesOfRoom - 1) / MIDIMessage.bytesOfRoom
  }

  /// Bytes of a long message that fit into the room of a short one: the kernel's.
  private static var bytesOfRoom: Int { 28 }
}

/// A message for one output port at one moment, as it is handed to the output.
package struct ScheduledMessage: Hashable, Sendable {
  /// When it should sound; an output may send it at once when that is past.
  package let time: HostTime
  /// The name of the output port.
  package let port: String
  package let message: MIDIMessage
  /// For removal: messages of one cell share a tag; 0 belongs to no cell.
  package let tag: UInt8

  package init(time: HostTime, port: String, message: MIDIMessage, tag: UInt8) {
    self.time = time
    self.port = port
    self.message = message
    self.tag = tag
  }

  /// Of what tells messages apart: names take long to hash.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(time)
    hasher.combine(tag)
  }
}

/// Where timed messages go: a queue outside this process that sends each at its time.
///
/// Messages arrive in order of time, except that note-offs may come late for a time already queued
/// and then still precede the note-ons of that time. Nothing here throws: what the environment
/// refuses, the output counts, reports and survives.
package protocol MIDIOutput {
  /// Starts the queue: times from now on can be scheduled.
  ///
  /// Does nothing while it runs.
  func start()

  /// Stops the queue.
  ///
  /// What is still queued does not sound.
  func stop()

  /// Queues messages, in order; returns how many were taken, fewer when the queue is full.
  func send(_ messages: ArraySlice<ScheduledMessage>) -> Int

  /// How far around its time a message may leave, in nanoseconds: half the queue's period.
  var grid: Int64 { get }

  /// Takes back what is queued for `time` or later and has not sounded: with `tag`, or all.
  func remove(tag: UInt8?, from time: HostTime)

  /// Sends these as soon as possible, in order, whether the queue runs or not.
  func sendNow(_ messages: [(port: String, message: MIDIMessage)])
}
