/// What a port plays, as if it went over a MIDI cable: how much later it would leave there.
///
/// A DIN cable carries 3,125 bytes a second. What is more waits, and the device that it plays to
/// lags behind, which neither the kernel nor the device says.
package struct Cable: Hashable, Sendable {
  /// A lag that is worth a warning, in nanoseconds.
  package static let tolerable: Int64 = 100_000_000
  private static let nanosecondsPerByte: Int64 = 320_000

  package let port: String
  /// The longest that a message has waited for those before it, in nanoseconds.
  package private(set) var worstLag: Int64 = 0
  /// When it has carried all that it was given.
  private var free = HostTime(nanoseconds: 0)

  init(port: String) {
    self.port = port
  }

  /// Whether the port has played more than a cable carries.
  package var isOverloaded: Bool { worstLag > Cable.tolerable }

  /// Takes a message; to be called in order of time.
  mutating func carry(_ message: MIDIMessage, at time: HostTime) {
    worstLag = max(worstLag, free - time)
    free = max(free, time) + Int64(message.byteCount) * Cable.nanosecondsPerByte
  }
}

extension [Cable] {
  /// Gives messages, in order of time, each to the cable of its port.
  mutating func carry(_ messages: [ScheduledMessage]) {
    for message in messages {
      let index = firstIndex { $0.port == message.port } ?? endIndex
      if index == endIndex { append(Cable(port: message.port)) }
      self[index].carry(message.message, at: message.time)
    }
  }
}
