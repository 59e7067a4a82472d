/// A MIDI key number, 0–127; 60 is C4.
package struct Pitch: Hashable, Comparable, Sendable {
  package let number: UInt8

  package init(_ number: UInt8) {
    precondition(number < 128)
    self.number = number
  }

  package init?(exactly number: Int) {
    guard (0...127).contains(number) else { return nil }
    self.number = UInt8(number)
  }

  package static func < (a: Pitch, b: Pitch) -> Bool { a.number < b.number }
}

/// How hard a note is struck, 1–127; 0 would be a note-off.
package struct Velocity: Hashable, Sendable {
  package static let standard = Velocity(100)

  package let number: UInt8

  package init(_ number: UInt8) {
    precondition((1...127).contains(number))
    self.number = number
  }

  package init?(exactly number: Int) {
    guard (1...127).contains(number) else { return nil }
    self.number = UInt8(number)
  }
}

/// A MIDI channel as musicians count, 1–16.
package struct Channel: Hashable, Comparable, Sendable {
  package static let drums = Channel(10)

  package let number: UInt8

  package init(_ number: UInt8) {
    precondition((1...16).contains(number))
    self.number = number
  }

  package init?(exactly number: Int) {
    guard (1...16).contains(number) else { return nil }
    self.number = UInt8(number)
  }

  /// The number in a MIDI status byte, 0–15.
  package var wire: UInt8 { number - 1 }

  package static func < (a: Channel, b: Channel) -> Bool { a.number < b.number }
}
