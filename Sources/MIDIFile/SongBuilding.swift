import Timeline

/// Makes rows and cells of what was read, within what a song can hold.
struct SongBuilding {
  private(set) var rows: [(row: Row, cells: [PlacedCell])] = []
  private(set) var report: ImportReport
  /// Where the last cell ends.
  private(set) var end = Ticks.zero

  private let time: FileTime
  /// The file tick at which the song ends.
  private let songEnd: Int64
  private let meters: MeterMap
  private let form: Import.Options.Cells
  private var cellCount = 0

  init(
    _ time: FileTime, until songEnd: Int64, _ meters: MeterMap, _ form: Import.Options.Cells,
    _ report: ImportReport
  ) {
    self.time = time
    self.songEnd = songEnd
    self.meters = meters
    self.form = form
    self.report = report
  }

  mutating func add(_ reading: RowReading) {
    guard rows.count < Limits.rows else {
      return report.count(.beyondLimits, reading.notes.count + reading.controls.count)
    }
    var (reading, row) = (reading, Row(id: Row.ID(Int64(rows.count + 1)), name: reading.name))
    row.channel = reading.channel
    row.voices = .poly
    // A drum's row: patterns can strike it without naming its pitch.
    let placed = reading.notes.lazy.filter { [time] in time.position(of: $0.start) < .maximum }
    if let pitch = placed.first?.pitch, placed.allSatisfy({ $0.pitch == pitch }) {
      row.note = pitch
    }
    row.program = reading.program?.program
    row.bank = reading.program?.bank
    // What is moved is counted first: at one tick it comes before what is struck.
    var cells = reading.controls.finish(at: songEnd, time).compactMap { piece in
      cell(row.id, piece.start, piece.end) { $0.setContent(piece.content) }
    }
    let kept = min(reading.notes.count, Limits.cells - cellCount)
    report.count(.beyondLimits, reading.notes.count - kept)
    cells.reserveCapacity(cells.count + kept)
    switch form {
    case .notes:
      for note in reading.notes.prefix(kept) {
        if let placed = cell(row.id, note) { cells.append(placed) }
      }
    case .bars: addBars(of: reading.notes.prefix(kept), row.id, to: &cells)
    }
    // A channel of which nothing could be kept leaves no row: in a file an empty one has none.
    guard !cells.isEmpty || row.program != nil || reading.fileName != nil else { return }
    rows.append((row, cells))
  }

  private mutating func addBars(
    of notes: some Collection<NotePairing.Note>, _ row: Row.ID, to cells: inout [PlacedCell]
  ) {
    let placed = notes.map { ($0, place($0.start, $0.end)) }
    for group in BarGroups(placed, in: meters, until: time.position(of: songEnd)).groups {
      switch group {
      case .note(let note): if let placed = cell(row, note) { cells.append(placed) }
      case .bar(let start, let end, let clip):
        if let placed = cell(row, start, end, { $0.setContent(.clip(clip)) }) {
          cells.append(placed)
        }
      }
    }
  }

  private mutating func cell(_ row: Row.ID, _ note: NotePairing.Note) -> PlacedCell? {
    cell(row, note.start, note.end) {
      $0.cell.pitch = note.pitch
      $0.cell.velocity = note.velocity
      $0.cell.offVelocity = note.offVelocity
    }
  }

  private mutating func cell(
    _ row: Row.ID, _ start: Int64, _ end: Int64, _ fill: (inout PlacedCell) -> Void
  ) -> PlacedCell? {
    guard let place = place(start, end) else {
      report.count(.beyondFurthestPosition)
      return nil
    }
    return cell(row, place.lowerBound, place.upperBound, fill)
  }

  private mutating func cell(
    _ row: Row.ID, _ start: Ticks, _ end: Ticks, _ fill: (inout PlacedCell) -> Void
  ) -> PlacedCell? {
    guard cellCount < Limits.cells else {
      report.count(.beyondLimits)
      return nil
    }
    cellCount += 1
    self.end = max(self.end, end)
    var placed = PlacedCell(
      row: row,
      cell: Cell(id: Cell.ID(Int64(cellCount)), position: start, duration: end - start))
    fill(&placed)
    return placed
  }

  /// Where file ticks lead; nil beyond the furthest position.
  private func place(_ start: Int64, _ end: Int64) -> Range<Ticks>? {
    let position = time.position(of: start)
    guard position < .maximum else { return nil }
    return position..<max(time.position(of: end), Ticks(count: position.count + 1))
  }
}
