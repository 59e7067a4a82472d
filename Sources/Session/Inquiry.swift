package import ControlProtocol
import Timeline

/// A question about cells, or a wish to select some: all that is needed to answer it, here or
/// elsewhere.
package struct Inquiry: Sendable {
  /// The reply, and what is to be selected where that was asked for.
  package struct Answer: Sendable {
    fileprivate(set) var reply: Members
    fileprivate(set) var selection: [Cell.ID]?
    /// Whether others are selected than before, of those that are there.
    fileprivate(set) var isNews = false
    fileprivate(set) var inquiry: Inquiry

    /// The same with the text of its cells, for the thread that sends it not to write it.
    package var written: Answer {
      guard let cells = reply["cells"] else { return self }
      var answer = self
      answer.reply.replace("cells", by: cells.written)
      return answer
    }
  }

  let method: String
  let arguments: Arguments
  let client: Int64
  let song: Song
  let revision: Int64
  /// Where the playhead was when it was asked for.
  let playhead: Ticks
  /// What was selected when it was asked for.
  let selection: [Cell.ID]
  /// How many songs had come by then.
  let arrivals: Int

  /// Pure: may take its time on another thread.
  ///
  /// Throws `exhausted` when it would have to look at more cells than the allowance.
  package func answer(allowance: Int = .max) throws(RequestError) -> Answer {
    guard method != "cells.list" else {
      return Answer(reply: try page(allowance), inquiry: self)
    }
    guard selection.count <= allowance else { throw .exhausted }
    guard method == "selection.set" else {
      return Answer(reply: listing(of: song.present(selection)), inquiry: self)
    }
    let chosen = try chosen(allowance)
    return Answer(
      reply: listing(of: chosen), selection: chosen, isNews: chosen != song.present(selection),
      inquiry: self)
  }

  var resolution: Resolution {
    Resolution(song: song, playhead: playhead, selection: selection)
  }

  /// The cells that are to be selected, all of which must be there.
  private func chosen(_ allowance: Int) throws(RequestError) -> [Cell.ID] {
    guard let expression = arguments.cells("where") else { return [] }
    return try existing(expression, allowance)
  }

  /// The ids that an expression names, ascending, each once; all of them must be there.
  func existing(
    _ expression: WhereExpression, _ allowance: Int
  ) throws(RequestError) -> [Cell.ID] {
    let ids = try resolution.cells(expression, field: "where", atMost: allowance).distinct
    let present = song.present(ids)
    guard present.count == ids.count else {
      let gone = zip(ids, present).first { $0 != $1 }?.0 ?? ids[present.count]
      throw RequestError(EditError.noSuchCell(gone))
    }
    return ids
  }

  /// Cells in the order of position, row and id; of many the first ones, and how many there are.
  private func listing(of cells: [Cell.ID]) -> Members {
    var first = Firsts<CellCursor>(EditResult.listed)
    song.visitPlaces(of: cells) { cell, row, position in
      first.add(CellCursor(position: position, row: row, cell: cell))
    }
    var members = Members()
    members.append("revision", Value(revision))
    members.append("cells", .array(first.inOrder.map { Value($0.cell) }))
    if cells.count > EditResult.listed {
      members.append("partial", true)
      members.append("count", Value(cells.count))
    }
    return members
  }
}
