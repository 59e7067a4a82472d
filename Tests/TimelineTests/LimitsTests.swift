import Testing
import Timeline

struct LimitsTests {
  @Test func `a cell may end at the furthest position and not a tick beyond`() throws {
    var draft = Draft(of: song([]))
    let last = NewCell(
      position: .maximum - Ticks(count: 1), duration: Ticks(count: 1), content: .label)
    try draft.add([last], to: row(1), .overwrite)
    #expect(draft.song.contentEnd == .maximum)
    let beyond = NewCell(position: last.position, duration: Ticks(count: 2), content: .label)
    #expect(throws: EditError.beyondTheEnd(.maximum + Ticks(count: 1))) {
      try draft.add([beyond], to: row(1), .overwrite)
    }
    let stopped = try draft.move([cell(1)], .by(Ticks(count: 1)), .exact)
    #expect(stopped?.stored == .zero && stopped?.clampedBy == cell(1))
  }

  @Test func `a cell holds so many pitches and no more`() throws {
    let pitches = (0...Limits.pitches).map { Pitch(UInt8($0)) }
    func chord(_ pitches: [Pitch]) -> NewCell {
      NewCell(
        position: .zero, duration: beats(1), content: .notes(pitches, .standard, offVelocity: 0))
    }
    var draft = Draft(of: song([]))
    let most = Array(pitches.dropLast())
    try draft.add([chord(most + most)], to: row(1), .overwrite)
    #expect(draft.song.cell(cell(1))?.pitches == most)
    let error = EditError.tooMany("pitches", limit: Limits.pitches)
    #expect(throws: error) { try draft.add([chord(pitches)], to: row(1), .overwrite) }
    #expect(throws: error) { try draft.set([.pitches(pitches)], of: [cell(1)], .exact) }
  }

  @Test func `a song holds so many rows and no more`() throws {
    let rows = (1...Int64(Limits.rows)).map { Row(id: row($0), name: "r\($0)") }
    var draft = Draft(of: Song(rows: rows.dropLast().map { ($0, []) }))
    try draft.addRow(named: "last")
    #expect(throws: EditError.tooMany("rows", limit: Limits.rows)) {
      try draft.addRow(named: "one more")
    }
  }

  @Test func `an edit names so many cells and no more`() throws {
    var draft = Draft(of: song([(0, 1)]))
    let many = Array(repeating: cell(1), count: Limits.cellsPerEdit + 1)
    let error = EditError.tooMany("cellsPerEdit", limit: Limits.cellsPerEdit)
    #expect(throws: error) { try draft.remove(many) }
    let cells = Array(repeating: note(0, 1), count: Limits.cellsPerEdit + 1)
    #expect(throws: error) { try draft.add(cells, to: row(1), .allow) }
    try draft.remove(Array(many.dropLast()))
    #expect(draft.song.cellCount == 0)
  }
}
