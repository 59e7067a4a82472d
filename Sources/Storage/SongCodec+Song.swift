import Timeline

/// A song: its settings, its rows in order, and after each row its cells by position.
extension ByteWriter {
  mutating func put(_ song: Song) {
    put(song.nextRow)
    put(song.nextCell)
    let fields = SongField.all(of: song)
    put(count: fields.count)
    for field in fields { put(field) }
    put(count: song.sectionCount)
    for section in song.sections { put(section) }
    put(count: song.order.count)
    for row in song.rowList {
      put(row)
      put(count: song.cellCount(in: row.id))
      // Neighbours are near each other, in time and often in their ids.
      var before = (id: Int64(0), position: Int64(0))
      song.visit(row.id, startingFrom: .zero) { cell in
        put(signed: cell.id.number - before.id)
        put(signed: cell.position.count - before.position)
        putContent(of: song.placed(cell, in: row.id))
        before = (cell.id.number, cell.position.count)
        return true
      }
    }
  }
}

extension ByteReader {
  mutating func song() throws(Malformed) -> Song {
    let nextRow = try rowID()
    let nextCell = try cellID()
    var fields: [SongField] = []
    for _ in 0..<(try count(upTo: 255, "settings")) { fields.append(try songField()) }
    var contents = SongContents()
    for _ in 0..<(try count(upTo: Limits.sections, "sections")) {
      guard contents.add(try section()) else { throw malformed("sections of different names") }
    }
    for _ in 0..<(try count(upTo: Limits.rows, "rows")) {
      let row = try row()
      var cells: [PlacedCell] = []
      var before = (id: Int64(0), position: Int64(0))
      for _ in 0..<(try count(upTo: Limits.cells, "cells")) {
        let id = try cellID(after: before.id)
        before.position = try position(after: before.position).count
        before.id = id.number
        cells.append(
          try placedContent(id: id, row: row.id, position: Ticks(count: before.position)))
      }
      guard contents.add(row, cells) else { throw malformed("ids and names that are unique") }
    }
    return contents.song(fields: fields, nextRow: nextRow, nextCell: nextCell)
  }

  private mutating func cellID(after before: Int64) throws(Malformed) -> Cell.ID {
    let (number, overflow) = before.addingReportingOverflow(try signed())
    guard !overflow, number > 0, number < .max else { throw malformed("a cell's id") }
    return Cell.ID(number)
  }

  private mutating func position(after before: Int64) throws(Malformed) -> Ticks {
    let (count, overflow) = before.addingReportingOverflow(try signed())
    guard !overflow, (0...Ticks.maximum.count).contains(count) else {
      throw malformed("a position")
    }
    return Ticks(count: count)
  }
}

/// Rows and cells on their way into a song, which takes only what is unique.
struct SongContents {
  private var rows: [(row: Row, cells: [PlacedCell])] = []
  private var rowIDs: Set<Row.ID> = []
  private var names: Set<String> = []
  private var cellIDs: Set<Cell.ID> = []
  private var sections: [String: Section] = [:]

  /// Adds a row below the others; false when an id or its name is there already, or too many.
  mutating func add(_ row: Row, _ cells: [PlacedCell]) -> Bool {
    guard rowIDs.insert(row.id).inserted, names.insert(row.name).inserted else { return false }
    for placed in cells where !cellIDs.insert(placed.cell.id).inserted { return false }
    rows.append((row, cells))
    return rows.count <= Limits.rows && cellIDs.count <= Limits.cells
  }

  /// Adds a section or marker; false when its name is there already, or too many.
  mutating func add(_ section: Section) -> Bool {
    sections.updateValue(section, forKey: section.name) == nil
      && sections.count <= Limits.sections
  }

  func song(fields: [SongField], nextRow: Row.ID, nextCell: Cell.ID) -> Song {
    var song = Song(rows: rows).with(Array(sections.values))
    for field in fields { song = song.with(field) }
    return song.counting(fromRow: nextRow, cell: nextCell)
  }
}
