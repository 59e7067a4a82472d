package import Timeline

/// What a message of MIDI Machine Control tells a tape machine to do (MMC 1.0, RP-013).
package struct MachineControl: Hashable, Sendable {
  /// What is to be done.
  package enum Command: Hashable, Sendable {
    case play
    case stop
    /// To go to a moment of the song, in nanoseconds from its start.
    case locate(Int64)
  }

  /// The number of all machines at once.
  package static let everyone: UInt8 = 127

  /// The machine that is meant.
  package let device: UInt8
  /// Those that are known, in order.
  package let commands: [Command]

  /// Nil for a message that is none of machine control.
  package init?(_ message: SystemExclusive) {
    let bytes = message.bytes
    guard bytes.count >= 6, bytes[1] == 0x7F, bytes[3] == 0x06 else { return nil }
    device = bytes[2]
    commands = MachineControl.commands(in: bytes[4...].dropLast())
  }

  private static func commands(in bytes: ArraySlice<UInt8>) -> [Command] {
    var (rest, commands) = (bytes, [Command]())
    while let code = rest.popFirst() {
      switch code {
      case 0x01: commands.append(.stop)
      // Deferred until a machine has found its place, which takes us no time.
      case 0x02, 0x03: commands.append(.play)
      case 0x40...0x77:
        guard let count = rest.popFirst(), rest.count >= count else { return commands }
        let data = Array(rest.prefix(Int(count)))
        rest = rest.dropFirst(Int(count))
        if code == 0x44, data.count >= 6, data[0] == 0x01, let time = time(Array(data[1...5])) {
          commands.append(.locate(time))
        }
      // Of another set of commands, which nobody has defined.
      case 0x00: return commands
      default: break
      }
    }
    return commands
  }

  /// The nanoseconds of hours, minutes, seconds, frames and hundredths of a frame; nil if they are
  /// none, or less than zero.
  private static func time(_ bytes: [UInt8]) -> Int64? {
    let (rate, isDropFrame) = rates[Int(bytes[0] >> 5 & 3)]
    let (hours, minutes) = (Int64(bytes[0] & 0x1F), Int64(bytes[1] & 0x3F))
    let (seconds, frames) = (Int64(bytes[2] & 0x3F), Int64(bytes[3] & 0x1F))
    // Instead of hundredths the last byte may hold flags.
    let hundredths = bytes[3] & 0x20 == 0 ? Int64(bytes[4]) : 0
    guard hours < 24, minutes < 60, seconds < 60, frames < rate, hundredths < 100,
      bytes[3] & 0x40 == 0
    else { return nil }
    let minute = hours * 60 + minutes
    // Two numbers are left out at each minute but every tenth: 29.97 frames last a second.
    let dropped = isDropFrame ? 2 * (minute - minute / 10) : 0
    let count = ((minute * 60 + seconds) * rate + frames - dropped) * 100 + hundredths
    let nanoseconds = Int128(count) * 10_000_000 * (isDropFrame ? 1_001 : 1_000)
    return Int64(nanoseconds.dividedRoundingHalfUp(by: Int128(rate) * 1_000))
  }

  private static let rates: [(Int64, isDropFrame: Bool)] = [
    (24, false), (25, false), (30, true), (30, false),
  ]
}

extension Transport {
  /// Where a song is so many nanoseconds after its start, by its own tempo.
  package func place(after nanoseconds: Int64) -> Ticks {
    let units = Int128(nanoseconds) * SongTime.perPicosecond * Int128(song.tempoScale) / 1_000
    return min(song.tempo.position(at: SongTime(units: units)), .maximum)
  }
}
