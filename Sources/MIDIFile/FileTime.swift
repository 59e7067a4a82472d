import Timeline

/// What a file's ticks are in a song's: parts of a beat, or of a second.
///
/// Where they are parts of a second, a beat is half of one, as at 120 beats a minute.
package struct FileTime: Hashable, Sendable {
  /// A file tick lasts `beats / parts` of a beat.
  private let beats: Int64
  private let parts: Int64

  /// File ticks in a beat, above zero.
  package init(ticksPerBeat: Int) {
    precondition(ticksPerBeat > 0)
    beats = 1
    parts = Int64(ticksPerBeat)
  }

  /// Film frames in a second, and ticks in a frame; both above zero.
  ///
  /// 29 stands for 30000/1001, the rate of NTSC, as the standard has it.
  package init(framesPerSecond: Int, ticksPerFrame: Int) {
    precondition(framesPerSecond > 0 && ticksPerFrame > 0)
    let isNTSC = framesPerSecond == 29
    beats = isNTSC ? 2 * 1_001 : 2
    parts = Int64(isNTSC ? 30_000 : framesPerSecond) * Int64(ticksPerFrame)
  }

  /// Whether ticks are parts of a beat, so that tempos count.
  package var isMusical: Bool { beats == 1 }

  /// File ticks in a beat, if that is a whole number that a header can hold.
  package var ticksPerBeat: Int? {
    guard parts % beats == 0, MIDIFile.ticksPerBeatRange.contains(Int(parts / beats)) else {
      return nil
    }
    return Int(parts / beats)
  }

  /// The nearest position to a file tick, halves up; at most the furthest.
  func position(of tick: Int64) -> Ticks {
    let product = Int128(tick) * Int128(beats) * Int128(Ticks.perBeat)
    let count = product.dividedRoundingHalfUp(by: Int128(parts))
    return Ticks(count: Int64(min(count, Int128(Ticks.maximum.count))))
  }

  /// The nearest file tick to a position, halves up.
  func tick(of position: Ticks) -> Int64 {
    let product = Int128(position.count) * Int128(parts)
    return Int64(product.dividedRoundingHalfUp(by: Int128(Ticks.perBeat) * Int128(beats)))
  }
}
