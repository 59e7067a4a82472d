/// Where a line of cells goes: its name, its place on the wire, and how it sounds.
///
/// The cells themselves stand in the song, under the row's id.
package struct Row: Hashable, Sendable, Identifiable {
  /// Counted by the song, never reused.
  package struct ID: Hashable, Comparable, Sendable {
    package let number: Int64

    package init(_ number: Int64) {
      self.number = number
    }

    package static func < (a: ID, b: ID) -> Bool { a.number < b.number }
  }

  /// How cells of one row contend for a place.
  package enum Voices: String, Hashable, Sendable, CaseIterable {
    /// No two cells of the row may overlap.
    case mono
    /// Only cells of the same pitch contend.
    case poly
  }

  /// A bank as two controller values.
  package struct Bank: Hashable, Sendable {
    package let msb: UInt8
    package let lsb: UInt8

    package init?(msb: Int, lsb: Int) {
      guard (0...127).contains(msb), (0...127).contains(lsb) else { return nil }
      self.msb = UInt8(msb)
      self.lsb = UInt8(lsb)
    }
  }

  package private(set) var id: ID
  package var name: String
  /// The output port's name.
  package var port = PortName.output
  package var channel = Channel(1)
  /// The program as on the wire, 0–127; nil sends none.
  package var program: UInt8?
  package var bank: Bank?
  package var voices = Voices.mono
  /// The pitch of cells that name none.
  package var note: Pitch?
  package var tags: [String] = []
  package var mute = false
  package var solo = false
  /// Semitones, −127 to 127; what leaves the range of pitches does not sound.
  package var transpose = 0
  /// Velocity scale in percent, 0–200; 0 is silent.
  package var level = 100
  /// How late it sounds, in nanoseconds, within `Limits.delay`; negative when it is early.
  package var delay: Int64 = 0
  /// How late its off-beats are played, as `Swing.amount`; nil as the song says.
  package var swing: Int64?
  package var colour: String?
  /// Any JSON of at most `Limits.data` bytes, as text.
  package var data: String?

  package init(id: ID, name: String) {
    self.id = id
    self.name = name
  }

  /// The same settings under another id and name.
  package func copied(id: ID, name: String) -> Row {
    var copy = self
    copy.id = id
    copy.name = name
    return copy
  }
}
