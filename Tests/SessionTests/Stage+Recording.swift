import ControlProtocol
import Session
import Timeline
import Transport

func on(_ pitch: UInt8, _ velocity: UInt8 = 100) -> MIDIMessage {
  .noteOn(Channel(1), Pitch(pitch), Velocity(velocity))
}

func off(_ pitch: UInt8, _ velocity: UInt8 = 64) -> MIDIMessage {
  .noteOff(Channel(1), Pitch(pitch), velocity: velocity)
}

extension Stage {
  /// Beats of 500 ms since the first tick of a play at the start.
  var beat: Double { Double(clock.time.nanoseconds - 1_005_000_000) / 5e8 }

  /// Lets time pass to a beat while messages come in, which are taken in up to 10 ms late.
  func hear(_ events: [(Double, MIDIMessage)], until end: Double? = nil) {
    let end = end ?? events.map(\.0).max().map { $0 + 0.05 } ?? 0
    var rest = events[...]
    while beat < end {
      _ = turn()
      while let (time, message) = rest.first, time <= beat {
        rest.removeFirst()
        session.record(
          message, at: HostTime(nanoseconds: 1_005_000_000 + Int64((time * 5e8).rounded())))
      }
      if session.hasTakes { keepTakes() }
      session.followRecording()
      clock.advance(milliseconds: 10)
    }
  }

  private func keepTakes() {
    for take in session.takes() {
      guard case .done(let outcome)? = try? session.begin(take) else { continue }
      kept.append(outcome)
    }
  }

  /// The notes of a row as "position duration pitch velocity release".
  func cells(of row: String) throws -> [String] {
    try ask("ls \(row)").list("cells").map { cell in
      let numbers = [
        cell["position"], cell["duration"], cell["notes"]?.array?.first, cell["velocity"],
        cell["release"] ?? 64,
      ]
      return numbers.map { Readout.short($0) }.joined(separator: " ")
    }
  }
}

private enum Readout {
  static func short(_ value: Value?) -> String {
    let text = "\(value?.number ?? -1)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
