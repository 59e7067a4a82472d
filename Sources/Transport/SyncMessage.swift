import Timeline

/// What keeps another sequencer in step: MIDI clock, and where its song goes on.
package enum SyncMessage: Hashable, Sendable {
  /// The next 24th of a beat begins.
  case clock
  /// With the next clock the song begins.
  case start
  /// With the next clock the song goes on where it is.
  case `continue`
  case stop
  /// Where the song goes on: sixteenth notes from its start, of which 14 bits are sent.
  case position(sixteenths: UInt16)

  /// The place of a tick; beyond the last that can be said it begins again at 0.
  static func position(_ tick: Ticks) -> SyncMessage {
    .position(sixteenths: UInt16(tick.count / ClockReceiver.sixteenth.count & 0x3FFF))
  }

  /// As on the wire.
  var bytes: [UInt8] {
    switch self {
    case .clock: [0xF8]
    case .start: [0xFA]
    case .continue: [0xFB]
    case .stop: [0xFC]
    case .position(let sixteenths):
      [0xF2, UInt8(sixteenths & 0x7F), UInt8(sixteenths >> 7 & 0x7F)]
    }
  }
}
