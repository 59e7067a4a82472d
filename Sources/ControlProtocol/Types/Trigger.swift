package import Timeline

/// What comes in at the port `in` and can do something.
package enum Trigger: Hashable, Sendable {
  case note(Pitch)
  /// A controller by its number, 0–127.
  case controller(UInt8)
  /// As on the wire, 0–127.
  case program(UInt8)
  case bend
}

extension Trigger {
  /// What fits, to follow "must be".
  package static let allowed =
    "a note, controller, program or bend, such as note:36, cc:64, program:5 or bend"

  package init(reading value: Value) throws(Mismatch) {
    guard let text = value.string else { throw Mismatch(.badType, Trigger.allowed) }
    if let name = Trigger.rest(of: text, behind: "note:") {
      self = .note(try Pitch(text: name))
    } else if let name = Trigger.rest(of: text, behind: "program:") {
      self = .program(try Program.read(.string(String(name))))
    } else {
      let target = try? Control.Target(text: Trigger.rest(of: text, behind: "cc:") ?? text[...])
      switch target {
      case .bend: self = .bend
      case .controller(let number): self = .controller(number)
      case .channelPressure, .keyPressure, nil: throw Mismatch(.badText, Trigger.allowed)
      }
    }
  }

  private static func rest(of text: String, behind prefix: String) -> Substring? {
    text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
  }

  /// Reads back as the same thing.
  package var text: String {
    switch self {
    case .note(let pitch): "note:\(pitch.number)"
    case .controller(let number): "cc:\(number)"
    case .program(let program): "program:\(Int(program) + 1)"
    case .bend: "bend"
    }
  }
}
