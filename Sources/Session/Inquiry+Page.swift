import ControlProtocol
import Timeline

extension Inquiry {
  /// A page of cells in the order of position, row and cell, with where the next one begins.
  func page(_ allowance: Int) throws(RequestError) -> Members {
    let limit = arguments.integer("limit") ?? 1_000
    let expression = arguments.cells("where") ?? .rows(.all, nil)
    let found = try found(
      expression, after: arguments.cursor("after"), limit: limit + 1, allowance)
    var reply = Members()
    reply.append("revision", Value(revision))
    let data = arguments.flag("data") ?? false
    // Large clips make a page end before its limit, though never before its first cell.
    var bulk = 0
    let told = found.prefix(limit).prefix { placed in
      bulk += placed.bulk
      return bulk <= max(PlacedCell.bulkInReply, found[0].bulk)
    }
    guard told.count <= allowance else { throw .exhausted }
    reply.append("cells", .array(told.map { Value($0, data: data) }))
    if found.count > told.count, let last = told.last {
      reply.append(
        "next",
        [
          "position": Value(last.cell.position), "row": Value(last.row),
          "cell": Value(last.cell.id),
        ])
    }
    return reply
  }

  /// The first so many of the cells that come after a cursor.
  private func found(
    _ expression: WhereExpression, after: CellCursor?, limit: Int, _ allowance: Int
  ) throws(RequestError) -> [PlacedCell] {
    var first = Firsts<CellCursor>(limit)
    /// False for what does not come after the cursor.
    func add(_ place: CellCursor) -> Bool {
      if let after, place <= after { return false }
      first.add(place)
      return true
    }
    if case .rows(let rows, let span) = expression {
      let (from, to) = try resolution.bounds(span, field: "where")
      var seen = 0
      for row in try resolution.rows(rows, field: "where") {
        // Of each row no more than a page can be wanted.
        var taken = 0
        let take: (Cell) -> Bool = { cell in
          guard cell.position < to || from == to else { return false }
          seen += 1
          guard seen <= allowance else { return false }
          if add(CellCursor(position: cell.position, row: row.id, cell: cell.id)) { taken += 1 }
          return taken < limit
        }
        // What starts beyond `from` overlaps the span without being searched for.
        if let after, after.position > from, from < to {
          song.visit(row.id, startingFrom: after.position, take)
        } else {
          song.visit(row.id, overlapping: from, to, take)
        }
        guard seen <= allowance else { throw .exhausted }
      }
    } else {
      song.visitPlaces(of: try existing(expression, allowance)) { cell, row, position in
        _ = add(CellCursor(position: position, row: row, cell: cell))
      }
    }
    return first.inOrder.compactMap { song.cell($0.cell) }
  }
}
