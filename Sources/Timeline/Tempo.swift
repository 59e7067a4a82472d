/// How long a beat lasts, in whole picoseconds: exact for every tempo a MIDI file can hold.
package struct Tempo: Hashable, Sendable {
  package static let standard = Tempo(picosecondsPerBeat: 500_000_000_000)

  package let picosecondsPerBeat: Int64

  /// Between `Limits.tempo`; anything else is our own bug.
  package init(picosecondsPerBeat: Int64) {
    precondition((60_000_000_000...60_000_000_000_000).contains(picosecondsPerBeat))
    self.picosecondsPerBeat = picosecondsPerBeat
  }

  /// The nearest whole picosecond to a number of beats per minute; nil outside `Limits.tempo`.
  package init?(beatsPerMinute: Double) {
    guard Limits.tempo.contains(beatsPerMinute) else { return nil }
    self.init(picosecondsPerBeat: Int64((60e12 / beatsPerMinute).rounded()))
  }

  /// From a MIDI file's microseconds per quarter note, clamped to `Limits.tempo`.
  package init(clampingMicrosecondsPerBeat microseconds: Int64) {
    self.init(picosecondsPerBeat: min(max(microseconds, 60_000), 60_000_000) * 1_000_000)
  }

  /// Beats per minute to six decimals: what was given with up to six decimals comes back.
  package var beatsPerMinute: Double {
    (60e12 / Double(picosecondsPerBeat) * 1e6).rounded() / 1e6
  }
}
