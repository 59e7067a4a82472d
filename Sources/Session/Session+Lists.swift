package import ControlProtocol
import Timeline

extension Session {
  /// Everything about the song but its cells, and the transport.
  package var outline: Value {
    [
      "revision": Value(revision), "title": .string(song.title),
      "data": song.data.map { .encoded($0) } ?? .null, "rows": Value.rows(of: song),
      "sections": Value.sections(of: song), "maps": Value.maps(of: song),
      "snap": .string(song.snap.text), "range": Value(song.range),
      "metronome": Value(song.metronome), "swing": Value(song.swing), "seed": Value(song.seed),
      "chase": .bool(song.chases), "transport": transportState(),
      "counts": counts,
    ]
  }

  var counts: Value {
    [
      "rows": Value(song.order.count), "cells": Value(song.cellCount),
      "end": Value(song.contentEnd), "undo": Value(history.position),
      "redo": Value(history.steps.count - history.position),
    ]
  }

  var sectionList: Value {
    ["revision": Value(revision), "sections": Value.sections(of: song)]
  }

  func listRows(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    Outcome(reply: ["revision": Value(revision), "rows": Value.rows(of: song)])
  }

  /// A page of cells in the order of position, row and cell, with where the next one begins.
  func listCells(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let arguments = request.arguments
    let limit = arguments.integer("limit") ?? 1_000
    let after = arguments.cursor("after")
    let expression = arguments.cells("where") ?? .rows(.all, nil)
    let found = try page(expression, after: after, limit: limit + 1)
    var reply = Members()
    reply.append("revision", Value(revision))
    let data = arguments.flag("data") ?? false
    // Large clips make a page end before its limit, though never before its first cell.
    var bulk = 0
    let told = found.prefix(limit).prefix { placed in
      bulk += placed.bulk
      return bulk <= max(PlacedCell.bulkInReply, found[0].bulk)
    }
    reply.append("cells", .array(told.map { Value($0, data: data) }))
    if found.count > told.count, let last = told.last {
      reply.append(
        "next",
        [
          "position": Value(last.cell.position), "row": Value(last.row),
          "cell": Value(last.cell.id),
        ])
    }
    return Outcome(reply: .object(reply))
  }

  /// The first so many of the selected cells that come after a cursor.
  private func page(
    _ expression: WhereExpression, after: CellCursor?, limit: Int
  ) throws(RequestError) -> [PlacedCell] {
    var found: [PlacedCell] = []
    if case .rows(let rows, let span) = expression {
      let (from, to) = try resolution.bounds(span, field: "where")
      for row in try resolution.rows(rows, field: "where") {
        // Of each row no more than a page can be wanted.
        var taken = 0
        let take: (Cell) -> Bool = { cell in
          guard cell.position < to || from == to else { return false }
          let placed = self.song.placed(cell, in: row.id)
          if let after, !placed.follows(after) { return true }
          found.append(placed)
          taken += 1
          return taken < limit
        }
        // What starts beyond `from` overlaps the span without being searched for.
        if let after, after.position > from, from < to {
          song.visit(row.id, startingFrom: after.position, take)
        } else {
          song.visit(row.id, overlapping: from, to, take)
        }
      }
    } else {
      for id in Set(try resolution.cells(expression, field: "where")) {
        guard let placed = song.cell(id) else { throw RequestError(.noSuchCell(id)) }
        if let after, !placed.follows(after) { continue }
        found.append(placed)
      }
    }
    found.sort { ($0.cell.position, $0.row, $0.cell.id) < ($1.cell.position, $1.row, $1.cell.id) }
    return Array(found.prefix(limit))
  }
}

extension PlacedCell {
  fileprivate func follows(_ cursor: CellCursor) -> Bool {
    (cursor.position, cursor.row, cursor.cell) < (cell.position, row, cell.id)
  }
}
