/// Which cells of a row contend, and which places are taken by those that came first.
///
/// | content | in `mono` rows | in `poly` rows |
/// |---|---|---|
/// | notes, chords | with notes, clips and labels | with what has one of their pitches |
/// | clips | with notes, clips and labels | with what has a pitch of their notes |
/// | labels | with notes, clips and labels | with nothing |
/// | control | with control of the same thing | with control of the same thing |
/// | program, sysex, meta | with nothing | with nothing |
struct Contention {
  /// What only one cell of a row can have at a time.
  enum Place: Hashable {
    /// The one voice of a `mono` row.
    case voice
    case pitch(Pitch)
    case control(Control.Target)
  }

  private let voices: Row.Voices
  private var taken: [Place: [(start: Ticks, end: Ticks)]] = [:]

  init(_ voices: Row.Voices) {
    self.voices = voices
  }

  /// Whether two cells would take a place from each other.
  static func contend(_ a: PlacedCell, _ b: PlacedCell, _ voices: Row.Voices) -> Bool {
    let places = places(of: b, voices)
    return Contention.places(of: a, voices).contains { places.contains($0) }
  }

  /// What a cell takes of its row.
  static func places(of placed: PlacedCell, _ voices: Row.Voices) -> [Place] {
    switch placed.content {
    case .control(let control): return [.control(control.target)]
    case .program, .sysex, .meta: return []
    case .clip(let clip): return voices == .mono ? [.voice] : clip.pitches.map { .pitch($0) }
    case nil: return voices == .mono ? [.voice] : placed.pitches.map { .pitch($0) }
    }
  }

  /// The first stretch of a cell that is not taken; cells are asked for in order of their starts.
  mutating func firstFree(for placed: PlacedCell) -> (start: Ticks, end: Ticks)? {
    var start = placed.cell.position
    var stretches: [(start: Ticks, end: Ticks)] = []
    for place in Contention.places(of: placed, voices) {
      taken[place]?.removeAll { $0.end <= placed.cell.position }
      stretches += taken[place] ?? []
    }
    stretches.sort { $0.start < $1.start }
    for stretch in stretches {
      if stretch.start > start { return (start, min(placed.cell.end, stretch.start)) }
      start = max(start, stretch.end)
      guard start < placed.cell.end else { return nil }
    }
    return (start, placed.cell.end)
  }

  mutating func occupy(_ placed: PlacedCell) {
    for place in Contention.places(of: placed, voices) {
      taken[place, default: []].append((placed.cell.position, placed.cell.end))
    }
  }
}
