import Timeline
package import Transport

extension MIDIMessage {
  /// The message without its channel, as a musician reads it: `F#2 100`, `F#2 off`, `cc 64 0`.
  ///
  /// Programs count from 1, as manuals do.
  package var words: String {
    switch self {
    case .noteOn(_, let pitch, let velocity): "\(pitch.words) \(velocity.number)"
    case .noteOff(_, let pitch, _): "\(pitch.words) off"
    case .control(_, let controller, let value): "cc \(controller) \(value)"
    case .program(_, let program): "program \(Int(program) + 1)"
    case .bend(_, let value): "bend \(value)"
    case .pressure(_, let value): "pressure \(value)"
    case .keyPressure(_, let pitch, let value): "\(pitch.words) pressure \(value)"
    case .sysex(let message): message.words
    case .sync(let message): message.words
    }
  }
}

extension SyncMessage {
  fileprivate var words: String {
    switch self {
    case .clock: "clock"
    case .start: "start"
    case .continue: "continue"
    case .stop: "stop"
    case .position(let sixteenths): "song position \(sixteenths)"
    }
  }
}

extension SystemExclusive {
  /// As many bytes as a line of a terminal has room for.
  private static var mostBytes: Int { 20 }

  /// Its bytes in hexadecimal; of a long one the first, and how many there are.
  fileprivate var words: String {
    let hex = bytes.prefix(SystemExclusive.mostBytes).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    let rest = bytes.count > hex.count ? ["…", "\(bytes.count) bytes"] : []
    return (["sysex"] + hex + rest).joined(separator: " ")
  }
}

extension Pitch {
  fileprivate var words: String {
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    return "\(names[Int(number) % 12])\(Int(number) / 12 - 1)"
  }
}
