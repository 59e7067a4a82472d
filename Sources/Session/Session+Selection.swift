import ControlProtocol
import Timeline

extension Session {
  /// The selected cells that are still there, in the order of position, row and id.
  var selected: [Cell.ID] {
    selection.compactMap { song.cell($0) }
      .sorted { ($0.cell.position, $0.row, $0.cell.id) < ($1.cell.position, $1.row, $1.cell.id) }
      .map(\.cell.id)
  }

  func getSelection(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    Outcome(reply: ["revision": Value(revision), "cells": .array(selected.map { Value($0) })])
  }

  /// Selects nothing, since another song may have other cells of the same ids.
  func deselect() -> [Event] {
    guard !selection.isEmpty else { return [] }
    selection = []
    return [Event(.selection, ["revision": Value(revision), "cells": []])]
  }

  /// Selects other cells, or none; not part of the song, and no revision.
  func setSelection(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    var cells: Set<Cell.ID> = []
    if let expression = request.arguments.cells("where") {
      cells = Set(try resolution.cells(expression, field: "where"))
      for id in cells.sorted() where song.cell(id) == nil {
        throw RequestError(EditError.noSuchCell(id))
      }
    }
    let isOther = cells != Set(selected)
    selection = cells
    let reply = try getSelection(request, client).reply
    guard isOther, case .object(var members) = reply else { return Outcome(reply: reply) }
    members.append("client", Value(client))
    return Outcome(reply: reply, events: [Event(.selection, .object(members))])
  }
}
