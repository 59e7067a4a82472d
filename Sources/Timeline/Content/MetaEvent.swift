/// An event of a MIDI file that no instrument hears, kept as it is: a lyric, a key signature.
package struct MetaEvent: Hashable, Sendable {
  /// What it is: the number of a meta event, or one of two that are none.
  package struct Kind: Hashable, Sendable {
    /// 0–127, `unfinished` or `escape` as the status byte that begins them in a file.
    package let number: UInt8

    /// Nil for anything else.
    package init?(_ number: Int) {
      guard (0...127).contains(number) || number == 0xF0 || number == 0xF7 else { return nil }
      self.number = UInt8(number)
    }

    private init(known number: UInt8) {
      self.number = number
    }

    package static let trackName = Kind(known: 0x03)
    package static let lyric = Kind(known: 0x05)
    package static let marker = Kind(known: 0x06)
    package static let channelPrefix = Kind(known: 0x20)
    /// A system exclusive that cannot be sent, from the byte behind F0 on.
    package static let unfinished = Kind(known: 0xF0)
    /// Bytes that a file sends as they are, or goes on with after `unfinished`.
    package static let escape = Kind(known: 0xF7)
  }

  package let kind: Kind
  /// At most `Limits.metaEvent`.
  package let bytes: [UInt8]

  /// Nil for too many bytes.
  package init?(_ kind: Kind, _ bytes: [UInt8]) {
    guard bytes.count <= Limits.metaEvent else { return nil }
    self.kind = kind
    self.bytes = bytes
  }
}
