import Timeline

/// Patches: cells, rows and settings, each with what it was and what it became.
extension ByteWriter {
  mutating func put(_ patch: Patch) {
    put(count: patch.cells.count)
    for change in patch.cells { put(change) }
    put(count: patch.rows.count)
    for change in patch.rows { put(change) }
    put(count: patch.fields.count)
    for change in patch.fields {
      put(change.from)
      put(change.to)
    }
    put(count: patch.sections.count)
    for change in patch.sections {
      put(optional: change.before) { $0.put($1) }
      put(optional: change.after) { $0.put($1) }
    }
  }

  private mutating func put(_ change: Patch.CellChange) {
    put(change.id)
    put(optional: change.before) { $0.put($1) }
    put(optional: change.after) { $0.put($1) }
    put(optional: change.source) { $0.put($1) }
  }

  private mutating func put(_ placed: PlacedCell) {
    put(placed.row)
    put(placed.cell.position)
    putContent(of: placed)
  }

  private mutating func put(_ change: Patch.RowChange) {
    switch change {
    case .added(let row, let index):
      put(byte: 0)
      put(row)
      put(count: index)
    case .removed(let row, let index):
      put(byte: 1)
      put(row)
      put(count: index)
    case .set(let id, let from, let to):
      put(byte: 2)
      put(id)
      put(from)
      put(to)
    case .moved(let id, let from, let to):
      put(byte: 3)
      put(id)
      put(count: from)
      put(count: to)
    }
  }
}

extension ByteReader {
  mutating func patch() throws(Malformed) -> Patch {
    var patch = Patch()
    // One edit names at most so many cells, and what it overlaps can be every other.
    for _ in 0..<(try count(upTo: 2 * Limits.cells, "changes of cells")) {
      let change = try cellChange()
      if let last = patch.cells.last, last.id >= change.id {
        throw malformed("cells ascending by id")
      }
      patch.cells.append(change)
    }
    for _ in 0..<(try count(upTo: .max, "changes of rows")) {
      patch.rows.append(try rowChange())
    }
    for _ in 0..<(try count(upTo: .max, "changes of settings")) {
      let from = try songField()
      let to = try songField()
      guard from.tag == to.tag else { throw malformed("two values of one setting") }
      patch.fields.append(Patch.FieldChange(from: from, to: to))
    }
    for _ in 0..<(try count(upTo: 2 * Limits.sections, "changes of sections")) {
      patch.sections.append(try sectionChange())
    }
    return patch
  }

  private mutating func cellChange() throws(Malformed) -> Patch.CellChange {
    let id = try cellID()
    let before = try optional { reader throws(Malformed) in try reader.placed(id) }
    let after = try optional { reader throws(Malformed) in try reader.placed(id) }
    let source = try optional { reader throws(Malformed) in try reader.cellID() }
    guard before != nil || after != nil else { throw malformed("a cell before or after") }
    return Patch.CellChange(before: before, after: after, source: source)
  }

  private mutating func placed(_ id: Cell.ID) throws(Malformed) -> PlacedCell {
    let row = try rowID()
    let position = try position()
    return try placedContent(id: id, row: row, position: position)
  }

  private mutating func rowChange() throws(Malformed) -> Patch.RowChange {
    switch try byte() {
    case 0:
      let row = try row()
      return .added(row, index: try rowIndex())
    case 1:
      let row = try row()
      return .removed(row, index: try rowIndex())
    case 2:
      let id = try rowID()
      let from = try rowField()
      let to = try rowField()
      guard from.isSameField(as: to) else { throw malformed("two values of one field") }
      return .set(id, from: from, to: to)
    case 3:
      let id = try rowID()
      return .moved(id, from: try rowIndex(), to: try rowIndex())
    default: throw malformed("a change of a row")
    }
  }

  private mutating func rowIndex() throws(Malformed) -> Int {
    let index = try unsigned()
    guard index <= UInt64(Limits.rows) else { throw malformed("a row's place") }
    return Int(index)
  }
}

extension RowField {
  fileprivate func isSameField(as other: RowField) -> Bool {
    // The field of any row that `other` reads is `other`'s field.
    other.current(in: Row(id: Row.ID(1), name: "")) == current(in: Row(id: Row.ID(1), name: ""))
  }
}
