/// Bytes of MIDI files, spelled out.
enum Bytes {
  static let endOfTrack: [UInt8] = [0x00, 0xFF, 0x2F, 0x00]
  /// Middle C for a beat of 96 ticks.
  static let beatOfC: [UInt8] = [0x00, 0x90, 60, 100, 96, 0x80, 60, 64]
  /// The E above it.
  static let beatOfE: [UInt8] = [0x00, 0x90, 64, 100, 96, 0x80, 64, 64]

  static func header(
    format: UInt8 = 0, tracks: UInt8 = 1, division: UInt16 = 96
  ) -> [UInt8] {
    [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, format, 0, tracks]
      + [UInt8(division >> 8), UInt8(division & 0xFF)]
  }

  /// A track chunk, with its true length unless another is given.
  static func track(_ content: [UInt8], length: UInt32? = nil) -> [UInt8] {
    let length = length ?? UInt32(content.count)
    return [0x4D, 0x54, 0x72, 0x6B]
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + content
  }

  /// A file of one track, with its end.
  static func file(_ content: [UInt8], division: UInt16 = 96) -> [UInt8] {
    header(division: division) + track(content + endOfTrack)
  }

  /// A file of several tracks, each with its end.
  static func file(tracks: [[UInt8]]) -> [UInt8] {
    header(format: 1, tracks: UInt8(tracks.count)) + tracks.flatMap { track($0 + endOfTrack) }
  }

  static func meta(_ type: UInt8, _ body: [UInt8], after delta: UInt8 = 0) -> [UInt8] {
    precondition(body.count < 128 && delta < 128)
    return [delta, 0xFF, type, UInt8(body.count)] + body
  }

  static func name(_ name: String) -> [UInt8] { meta(0x03, Array(name.utf8)) }

  static func tempo(_ microseconds: Int, after delta: UInt8 = 0) -> [UInt8] {
    meta(
      0x51, [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) }, after: delta)
  }
}
