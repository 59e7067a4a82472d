/// A time signature: beats in a bar, their note value, and how they group.
package struct Meter: Hashable, Sendable {
  package static let common = Meter(beats: 4, noteValue: 4)
  package static let noteValues = [1, 2, 4, 8, 16, 32, 64]

  package let beats: Int
  package let noteValue: Int
  /// How the beats group, such as 2+2+3; empty when not said.
  ///
  /// Sums to `beats`.
  package let grouping: [Int]

  package init(beats: Int, noteValue: Int, grouping: [Int] = []) {
    precondition(Limits.beatsPerBar.contains(beats) && Meter.noteValues.contains(noteValue))
    precondition(grouping.isEmpty || grouping.reduce(0, +) == beats)
    self.beats = beats
    self.noteValue = noteValue
    self.grouping = grouping
  }

  /// Nil for anything that is not a meter: beats 1–64, note value 1–64 a power of two.
  package init?(exactly beats: Int, over noteValue: Int, grouping: [Int] = []) {
    guard Limits.beatsPerBar.contains(beats), Meter.noteValues.contains(noteValue),
      grouping.allSatisfy({ $0 > 0 && $0 <= beats }),
      grouping.isEmpty || grouping.reduce(0, +) == beats
    else { return nil }
    self.init(beats: beats, noteValue: noteValue, grouping: grouping)
  }

  /// The length of the meter's own beat; exact, since 64 divides the ticks of four beats.
  package var beat: Ticks { Ticks(count: 4 * Ticks.perBeat / Int64(noteValue)) }

  package var bar: Ticks { beat * Int64(beats) }
}
