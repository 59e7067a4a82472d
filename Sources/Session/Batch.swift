import ControlProtocol
import Timeline
import Transport

/// The operations of one edit, decided one after the other on a draft.
struct Batch {
  var draft: Draft
  private(set) var adjustments: [(operation: Int, Adjustment)] = []
  /// What the last operation that says so wants of what sounds.
  private(set) var sounding: Sounding?
  var madeCells: [Int: [Cell.ID]] = [:]
  /// How many cells the operations have named, or made where they name none.
  private(set) var cellCount = 0
  /// The operation that is being done, and its number.
  private var operation: (number: Int, arguments: Arguments) = (0, Arguments())
  private var madeRows: [Int: Row.ID] = [:]
  let playhead: Ticks
  private let selection: [Cell.ID]

  private let allowance: Int

  /// Throws `exhausted` when it comes to touch more cells than the allowance.
  init(song: Song, playhead: Ticks, selection: [Cell.ID], allowance: Int) {
    draft = Draft(of: song, allowance: allowance)
    self.playhead = playhead
    self.selection = selection
    self.allowance = allowance
  }

  /// Does one operation; the draft is of no use any more when it throws.
  mutating func perform(_ operation: Operation, number: Int) throws(RequestError) {
    let arguments = operation.arguments
    self.operation = (number, arguments)
    defer { if !arguments.has("where") { cellCount += madeCells[number]?.count ?? 0 } }
    sounding = arguments.choice("sounding") ?? sounding
    switch operation.method {
    case "rows.add": madeRows[number] = try addRow(arguments)
    case "rows.remove": try removeRows(arguments)
    case "rows.set": try setRows(arguments)
    case "rows.mute": try mute(arguments, arguments.toggle("on") ?? .on)
    case "rows.unmute": try mute(arguments, .off)
    case "rows.solo": try solo(arguments, arguments.toggle("on") ?? .on)
    case "rows.unsolo": try solo(arguments, .off)
    case "scenes.save": try saveScene(arguments)
    case "scenes.recall": try recallScene(arguments)
    case "scenes.remove": try removeScene(arguments)
    case "cells.add": madeCells[number] = [try addCell(arguments)]
    case "cells.pattern": madeCells[number] = try addPattern(arguments)
    case "cells.chords": madeCells[number] = try addChords(arguments)
    case "cells.move": try move(arguments)
    case "cells.resize": try resize(arguments)
    case "cells.set": try setCells(arguments)
    case "cells.split": madeCells[number] = try split(arguments)
    case "cells.join": madeCells[number] = try join(arguments)
    case "cells.duplicate": madeCells[number] = try duplicate(arguments)
    case "rows.move": try moveRows(arguments)
    case "rows.duplicate": (madeRows[number], madeCells[number]) = try duplicateRow(arguments)
    case "cells.remove":
      let cells = try cells(arguments)
      try refusing { draft throws(EditError) in try draft.remove(cells) }
    case "cells.euclid": madeCells[number] = try addEuclid(arguments)
    case "cells.quantize": try quantize(arguments)
    case "cells.transpose": try transpose(arguments)
    case "cells.humanize": try humanize(arguments)
    case "sections.set": try setSection(arguments)
    case "sections.mark": try setMarker(arguments)
    case "sections.remove": try removeSection(arguments)
    case "time.insert": try insertTime(arguments)
    case "time.remove": try removeTime(arguments)
    case "tempo.set": try setTempo(arguments)
    case "tempo.remove": try removeTempo(arguments)
    case "meter.set": try setMeter(arguments)
    case "meter.remove": try removeMeter(arguments)
    case "snap.set": if let snap = arguments.snap("snap") { draft.set(.snap(snap)) }
    case "swing.set": setSwing(arguments)
    case "song.set": setSong(arguments)
    default: preconditionFailure("\(operation.method) is no edit")
    }
  }

  /// The cell, cells or row that an edit made, to stand first in its reply.
  func made(of method: String) -> [(String, Value)] {
    switch method {
    case "rows.add", "rows.duplicate": madeRows[1].map { [("row", Value($0))] } ?? []
    case "cells.add": madeCells[1]?.first.map { [("cell", Value($0))] } ?? []
    case "cells.pattern", "cells.euclid", "cells.chords", "cells.split", "cells.join",
      "cells.duplicate":
      [("cells", .array((madeCells[1] ?? []).prefix(EditResult.listed).map { Value($0) }))]
    default: []
    }
  }
}

extension Batch {
  var resolution: Resolution {
    Resolution(song: draft.song, playhead: playhead, selection: selection)
  }

  /// Lets the draft do something; what it refuses is told in the words of the protocol.
  mutating func refusing<Result>(
    _ body: (inout Draft) throws(EditError) -> Result
  ) throws(RequestError) -> Result {
    do throws(EditError) { return try body(&draft) } catch { throw refusal(error) }
  }

  /// An edit's refusal, told of the operation that is being done.
  func refusal(_ error: EditError) -> RequestError {
    RequestError(error, of: operation.arguments)
  }

  /// Notes what snap and limits made of a wish.
  mutating func note(_ adjustment: Adjustment?) {
    if let adjustment { adjustments.append((operation.number, adjustment)) }
  }

  func options(_ arguments: Arguments) -> EditOptions {
    EditOptions(
      snap: arguments.snap("snap") ?? draft.song.snap,
      mode: arguments.choice("mode") ?? .relative,
      overlap: arguments.choice("overlap") ?? .overwrite)
  }

  mutating func cells(_ arguments: Arguments) throws(RequestError) -> [Cell.ID] {
    guard let expression = arguments.cells("where") else { return [] }
    let cells = try resolution.cells(
      expression, field: "where", made: madeCells, atMost: allowance)
    cellCount += cells.count
    return cells
  }

  func row(_ arguments: Arguments) throws(RequestError) -> Row {
    guard let reference = arguments.row("row") else { preconditionFailure("row is required") }
    return try resolution.row(reference, field: "row")
  }

  private mutating func setSong(_ arguments: Arguments) {
    if arguments.has("title") { draft.set(.title(arguments.text("title") ?? "")) }
    if arguments.has("data") { draft.set(.data(arguments.text("data"))) }
    if let seed = arguments.integer("seed") { draft.set(.seed(Int64(seed))) }
    if arguments.has("resolution") {
      draft.set(.resolution(arguments.integer("resolution")))
    }
  }

  private mutating func setSwing(_ arguments: Arguments) {
    let swing = draft.song.swing
    draft.set(
      .swing(
        Swing(
          amount: arguments.swing("amount") ?? swing.amount,
          step: arguments.choice("step") ?? swing.step)))
  }
}
