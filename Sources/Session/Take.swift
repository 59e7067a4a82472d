import Timeline

/// What was recorded on a lap: cells for a row, and perhaps what they take the place of.
struct Take: Sendable {
  let row: Row.ID
  private(set) var cells: [NewCell]
  /// Where cells that the lap found make room, and the first id of those that came later.
  private(set) var cleared: (from: Ticks, to: Ticks, newCells: Cell.ID)?

  /// What came on a lap that is over, and ended at `end` if it had begun; nil when nothing came.
  ///
  /// What was held then ends there. A note lasts at least a 96th of a beat, to be heard, but ends
  /// where its pitch is struck again, in a row of one voice where any is.
  init?(_ lap: Recorder.Lap, of settings: Recorder.Settings, end: Ticks?, _ voices: Row.Voices) {
    row = settings.row
    cells = lap.gestures.cells
    let groups = Dictionary(grouping: lap.notes) { voices == .mono ? nil : $0.pitch.number }
    for notes in groups.values { cells += Take.cells(of: notes, end: end) }
    cells = cells.map { $0.ending(by: end) }.filter { $0.duration > .zero }
    cells.sort { ($0.position, $0.pitch) < ($1.position, $1.pitch) }
    guard !cells.isEmpty else { return nil }
    if settings.replaces, let start = lap.start, let newCells = lap.newCells, let end,
      start < end
    {
      cleared = (start, end, newCells)
    }
  }

  /// Notes that take each other's place.
  private static func cells(of notes: [Recorder.Note], end: Ticks?) -> [NewCell] {
    var (start, next) = (Ticks.maximum, Ticks.maximum)
    return notes.sorted { $0.position > $1.position }.map { note in
      if note.position < start { (start, next) = (note.position, start) }
      let held = end.map { $0 - note.position } ?? .zero
      return NewCell(
        position: note.position,
        duration: min(max(note.length ?? held, Control.spacing), next - note.position),
        content: .notes([note.pitch], note.velocity, offVelocity: note.offVelocity))
    }
  }
}

extension NewCell {
  /// Cut at an end, unless it begins there or later.
  fileprivate func ending(by end: Ticks?) -> NewCell {
    let last = end.map { position < $0 ? $0 : .maximum } ?? .maximum
    var cell = self
    cell.duration = min(duration, last - position)
    return cell
  }

  /// The pitch of a note, and less for what is none.
  fileprivate var pitch: Int {
    if case .notes(let pitches, _, _) = content { Int(pitches[0].number) } else { -1 }
  }
}
