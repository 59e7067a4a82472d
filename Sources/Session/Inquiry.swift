package import ControlProtocol
import Timeline

/// A question about cells, or a wish to select some: all that is needed to answer it, here or
/// elsewhere.
package struct Inquiry: Sendable {
  /// The reply, and what is to be selected where that was asked for.
  package struct Answer: Sendable {
    fileprivate(set) var reply: Members
    fileprivate(set) var selection: Set<Cell.ID>?
    /// Whether others are selected than before, of those that are there.
    fileprivate(set) var isNews = false
    fileprivate(set) var inquiry: Inquiry

    /// The same with the text of its cells, for the thread that sends it not to write it.
    package var encoded: Answer {
      guard let cells = reply["cells"] else { return self }
      var encoded = self
      encoded.reply.replace("cells", by: .encoded(cells.json))
      return encoded
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
  let selection: Set<Cell.ID>
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
      return Answer(reply: listing(of: present(selection)), inquiry: self)
    }
    let chosen = try chosen(allowance)
    return Answer(
      reply: listing(of: chosen), selection: chosen, isNews: chosen != present(selection),
      inquiry: self)
  }

  var resolution: Resolution {
    Resolution(song: song, playhead: playhead, selection: selection)
  }

  /// The cells that are to be selected, all of which must be there.
  private func chosen(_ allowance: Int) throws(RequestError) -> Set<Cell.ID> {
    guard let expression = arguments.cells("where") else { return [] }
    let cells = Set(try resolution.cells(expression, field: "where", atMost: allowance))
    if let gone = cells.filter({ song.cell($0) == nil }).min() {
      throw RequestError(EditError.noSuchCell(gone))
    }
    return cells
  }

  private func present(_ cells: Set<Cell.ID>) -> Set<Cell.ID> {
    cells.filter { song.cell($0) != nil }
  }

  /// Cells in the order of position, row and id; of many the first ones, and how many there are.
  private func listing(of cells: Set<Cell.ID>) -> Members {
    let listed = cells.compactMap { song.cell($0) }
      .map { ($0.cell.position, $0.row, $0.cell.id) }.sorted(by: <)
    var members = Members()
    members.append("revision", Value(revision))
    members.append("cells", .array(listed.prefix(EditResult.listed).map { Value($0.2) }))
    if listed.count > EditResult.listed {
      members.append("partial", true)
      members.append("count", Value(listed.count))
    }
    return members
  }
}
