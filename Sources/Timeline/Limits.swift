/// Every limit of the model, each with its reason.
package enum Limits {
  /// The furthest position, in beats: days at any tempo, and exact in a JSON number.
  package static let beats: Int64 = 100_000_000
  /// Cells in a song: what a small machine holds in memory with room to spare.
  package static let cells = 4_000_000
  /// Rows in a song.
  package static let rows = 10_000
  /// Pitches in one cell: both hands and then some.
  package static let pitches = 16
  /// Bytes of a row's, port's, tag's or label's name.
  package static let name = 255
  /// Steps in the cycle of a Euclidean pattern: 64 bars of sixteenths.
  package static let euclid = 1_024
  /// Tags on one row.
  package static let tags = 32
  /// Bytes of `data`, as JSON text.
  package static let data = 4_096
  /// Tempo or meter events in a song.
  package static let mapEvents = 100_000
  /// Sections and markers in a song: one for each bar of a long one.
  package static let sections = 10_000
  /// Operations in one `edit`.
  package static let operations = 10_000
  /// The factor on the lengths of a group.
  package static let stretch = 0.01...100.0
  /// Times that one edit repeats something.
  package static let repetitions = 10_000
  /// Cells that one edit may add or name.
  package static let cellsPerEdit = 1_000_000
  /// Undo steps kept, unless set otherwise.
  package static let history = 100
  /// The largest settable number of undo steps.
  package static let historyMaximum = 10_000
  /// Beats per minute, before the tempo scale.
  package static let tempo = 1.0...1_000.0
  /// Factor on the whole tempo map.
  package static let tempoScale = 0.1...4.0
  /// Beats in a bar.
  package static let beatsPerBar = 1...64
  /// The shortest loop in beats: 1/32.
  package static let loop = Ticks(count: Ticks.perBeat / 32)
  /// Subdivisions of a beat in a snap step.
  package static let subdivisions = 1...1_000
}
