package import Timeline

extension Control.Target {
  /// What fits, to follow "must be".
  package static let allowed =
    "a controller such as cc74, cutoff or sustain, or bend, pressure, or pressure:C4 of one key"

  /// From the number of a controller or any of the texts.
  package init(reading value: Value) throws(Mismatch) {
    switch value {
    case .integer(let number): try self.init(controller: number)
    case .string(let text): try self.init(text: text[...])
    default: throw Mismatch(.badType, Control.Target.allowed)
    }
  }

  /// From the text alone.
  init(text: Substring) throws(Mismatch) {
    let key = "pressure:"
    switch text {
    case "bend": self = .bend
    case "pressure": self = .channelPressure
    case _ where text.hasPrefix(key):
      self = .keyPressure(try Pitch(text: text.dropFirst(key.count)))
    default:
      if let number = digits(text.hasPrefix("cc") ? text.dropFirst(2) : text) {
        try self.init(controller: number)
      } else if let named = Control.Target.controllers.first(where: { $0.name == text }) {
        self = .controller(named.number)
      } else {
        let names = Control.Target.controllers.map(\.name) + ["bend", "pressure"]
        throw Mismatch(
          .badType, Control.Target.allowed, hint: suggestion(for: String(text), among: names))
      }
    }
  }

  private init(controller number: Int64) throws(Mismatch) {
    guard (0...127).contains(number) else {
      throw Mismatch(.outOfRange, "a controller from cc0 to cc127")
    }
    self = .controller(UInt8(number))
  }

  /// Reads back as the same thing.
  package var text: String {
    switch self {
    case .controller(let number): "cc\(number)"
    case .bend: "bend"
    case .channelPressure: "pressure"
    case .keyPressure(let pitch): "pressure:\(pitch.text)"
    }
  }

  /// The controllers that have a name in common use.
  package static let controllers: [(name: String, number: UInt8)] = [
    ("mod", 1), ("breath", 2), ("foot", 4), ("glide", 5), ("volume", 7), ("balance", 8),
    ("pan", 10), ("expression", 11), ("sustain", 64), ("portamento", 65), ("sostenuto", 66),
    ("soft", 67), ("legato", 68), ("resonance", 71), ("release", 72), ("attack", 73),
    ("cutoff", 74), ("decay", 75), ("reverb", 91), ("tremolo", 92), ("chorus", 93), ("detune", 94),
    ("phaser", 95),
  ]
}
