import Timeline

/// SplitMix64: the same seed gives the same test.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A cell as a person would write it down: its number, and beats.
struct Span: Hashable, CustomStringConvertible {
  let id: Int64
  let position: Double
  let duration: Double

  init(_ id: Int64, _ position: Double, _ duration: Double) {
    self.id = id
    self.position = position
    self.duration = duration
  }

  init(_ cell: Cell) {
    self.init(cell.id.number, cell.position.beats, cell.duration.beats)
  }

  var description: String { "\(id)[\(position),+\(duration))" }
}

func beats(_ beats: Double) -> Ticks {
  Ticks(count: Int64((beats * Double(Ticks.perBeat)).rounded()))
}

func cell(_ number: Int64) -> Cell.ID { Cell.ID(number) }

func row(_ number: Int64) -> Row.ID { Row.ID(number) }

/// Rows "r1", "r2" …, with cells of the given position and duration numbered from 1 as written.
func song(
  _ rows: [(position: Double, duration: Double)]..., voices: Row.Voices = .mono
) -> Song {
  var number: Int64 = 0
  return Song(
    rows: rows.enumerated().map { index, cells in
      var line = Row(id: row(Int64(index + 1)), name: "r\(index + 1)")
      line.voices = voices
      return (
        line,
        cells.map { span in
          number += 1
          return PlacedCell(
            row: line.id,
            cell: Cell(
              id: cell(number), position: beats(span.position), duration: beats(span.duration)))
        }
      )
    })
}

func note(_ position: Double, _ duration: Double, _ pitches: Int...) -> NewCell {
  NewCell(
    position: beats(position), duration: beats(duration),
    content: .notes(
      pitches.isEmpty ? [Pitch(60)] : pitches.map { Pitch(UInt8($0)) }, .standard, offVelocity: 64))
}

extension EditOptions {
  static var exact: EditOptions { EditOptions(snap: .off) }
  /// A quarter of a beat, as songs begin.
  static var standard: EditOptions { EditOptions(snap: .standard) }

  static func grid(_ snap: Snap = .standard) -> EditOptions {
    EditOptions(snap: snap, mode: .grid)
  }
}

extension Song {
  /// The cells of a row in order.
  func spans(_ number: Int64 = 1) -> [Span] {
    cells(of: Row.ID(number)).map { Span($0) }
  }

  func cells(of row: Row.ID) -> [Cell] {
    var cells: [Cell] = []
    visit(row, startingFrom: .zero) {
      cells.append($0)
      return true
    }
    return cells
  }

  /// What a song comes to be by one edit; the edit's patch is what is applied.
  func after(_ edit: (inout Draft) throws -> Void) rethrows -> Song {
    var draft = Draft(of: self)
    try edit(&draft)
    var song = self
    song.apply(draft.patch)
    return song
  }

  func patch(_ edit: (inout Draft) throws -> Void) rethrows -> Patch {
    var draft = Draft(of: self)
    try edit(&draft)
    return draft.patch
  }
}

extension Patch {
  var updates: [Span] {
    cells.compactMap { $0.before == nil ? nil : $0.after.map { Span($0.cell) } }
  }
  var removals: [Int64] { cells.filter { $0.after == nil }.map(\.id.number) }
  var insertions: [Span] {
    cells.compactMap { $0.before == nil ? $0.after.map { Span($0.cell) } : nil }
  }
}
