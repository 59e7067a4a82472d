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
    }
  }
}

extension Pitch {
  fileprivate var words: String {
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    return "\(names[Int(number) % 12])\(Int(number) / 12 - 1)"
  }
}
