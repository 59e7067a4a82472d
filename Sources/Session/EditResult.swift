import ControlProtocol
import Timeline

/// What a client learns of an edit: a view of its patch.
struct EditResult {
  /// Cells listed at most; beyond, or beyond `bulkInReply`, the result says how many and where.
  static let listed = 1_000

  private(set) var revision: Int64
  /// What reply and event have in common besides.
  private let text: ObjectText
  private let adjustments: [(operation: Int, Adjustment)]

  init(
    patch: Patch, song: Song, revision: Int64, adjustments: [(operation: Int, Adjustment)] = []
  ) {
    self.revision = revision
    self.adjustments = adjustments
    text = EditView(patch: patch, song: song).text
  }

  /// The same as of another revision.
  func counted(as revision: Int64) -> EditResult {
    var result = self
    result.revision = revision
    return result
  }

  /// Appends what reply and event have in common.
  func append(to object: inout ObjectText) {
    object.append("revision", revision)
    object.append(text)
  }

  /// What snap and limits made of the wishes, for the reply alone; several as a list.
  func appendAdjustments(to reply: inout ObjectText, isBatch: Bool) {
    let told = adjustments.map { $1.members(ofOperation: isBatch ? $0 : nil) }
    if told.count == 1, !isBatch {
      reply.append(told[0])
    } else if !told.isEmpty {
      reply.append("adjusted", .array(told.map { .object($0) }))
    }
  }
}

/// A patch as clients see it.
private struct EditView {
  let patch: Patch
  let song: Song

  var text: ObjectText {
    var text = ObjectText()
    if patch.cells.count > EditResult.listed || told > PlacedCell.bulkInReply {
      appendCounts(to: &text)
    } else {
      appendCells(to: &text)
    }
    appendRows(to: &text)
    if !patch.sections.isEmpty {
      text.append("sections", .array(patch.sections.map { Value($0) }))
    }
    appendFields(to: &text)
    return text
  }

  /// How many plain cells take as much room as the cells that would be listed.
  private var told: Int {
    patch.cells.reduce(0) { sum, change in
      guard let after = change.after else { return sum }
      return sum + (change.before?.content == after.content ? 1 : after.bulk)
    }
  }

  private func appendCells(to text: inout ObjectText) {
    text.append(
      "updates",
      list: { updates in
        for change in patch.cells {
          guard let before = change.before, let after = change.after else { continue }
          updates.appendObject { $0.appendChange(from: before, to: after) }
        }
      })
    text.append(
      "removals",
      list: { removals in
        for change in patch.cells where change.after == nil {
          removals.appendElement(Value(change.id))
        }
      })
    text.append(
      "insertions",
      list: { insertions in
        for change in patch.cells {
          guard change.before == nil, let after = change.after else { continue }
          insertions.appendElement(Value(after, source: change.source, data: true))
        }
      })
  }

  private func appendCounts(to members: inout ObjectText) {
    let touched = Touched(patch)
    let updates = patch.cells.count { $0.before != nil && $0.after != nil }
    let removals = patch.cells.count { $0.after == nil }
    members.append("updates", [])
    members.append("removals", [])
    members.append("insertions", [])
    members.append("partial", true)
    members.append(
      "counts",
      [
        "updates": Value(updates), "removals": Value(removals),
        "insertions": Value(patch.cells.count - updates - removals),
      ])
    members.append(
      "touched",
      [
        "rows": .array(touched.rows.sorted().map { Value($0) }),
        "from": Value(touched.from), "to": Value(touched.to),
      ])
  }

  private func appendRows(to members: inout ObjectText) {
    guard !patch.rows.isEmpty else { return }
    var changed: [Value] = []
    var seen: Set<Row.ID> = []
    let (places, moved) = places
    for change in patch.rows {
      let id: Row.ID
      switch change {
      case .added(let row, _), .removed(let row, _): id = row.id
      case .moved(let row, _, _), .set(let row, _, _): id = row
      }
      guard seen.insert(id).inserted else { continue }
      if let row = song.row(id) {
        let cells = song.cellCount(in: id)
        changed.append(Value(row, cells: cells, index: places[id], isMoved: moved.contains(id)))
      } else {
        changed.append(removal(of: id))
      }
    }
    members.append("rows", .array(changed))
  }

  private func removal(of id: Row.ID) -> Value {
    var members = Members()
    members.append("row", Value(id))
    let names = patch.rows.lazy.compactMap { change -> String? in
      if case .removed(let row, _) = change, row.id == id { row.name } else { nil }
    }
    members.append("name", ifPresent: names.first.map { .string($0) })
    members.append("removed", true)
    return .object(members)
  }

  /// Where the rows stand that were added or moved, and which only moved.
  private var places: (indices: [Row.ID: Int], moved: Set<Row.ID>) {
    var added: Set<Row.ID> = []
    var moved: Set<Row.ID> = []
    for change in patch.rows {
      switch change {
      case .added(let row, _): added.insert(row.id)
      case .moved(let row, _, _): moved.insert(row)
      case .removed, .set: break
      }
    }
    var indices: [Row.ID: Int] = [:]
    guard !added.isEmpty || !moved.isEmpty else { return (indices, moved) }
    for (index, row) in song.order.enumerated() where added.contains(row) || moved.contains(row) {
      indices[row] = index
    }
    return (indices, moved.subtracting(added))
  }

  /// Both maps, or of long ones how many changes they hold.
  private var maps: Value {
    let (tempos, meters) = (song.tempo.events.count, song.meters.events.count)
    guard max(tempos, meters) > EditResult.listed else { return Value.maps(of: song) }
    return [
      "tempo": [], "meter": [], "partial": true,
      "counts": ["tempo": Value(tempos), "meter": Value(meters)],
    ]
  }

  private func appendFields(to members: inout ObjectText) {
    // Both maps are told at once.
    let first = patch.fields.firstIndex { $0.to.isMap }
    for (index, field) in patch.fields.enumerated() where !field.to.isMap || index == first {
      append(field.to, to: &members)
    }
  }

  private func append(_ field: SongField, to members: inout ObjectText) {
    switch field {
    case .tempo, .meters: members.append("maps", maps)
    case .range(let range): members.append("range", Value(range))
    case .metronome(let metronome): members.append("metronome", Value(metronome))
    case .swing(let swing): members.append("swing", Value(swing))
    case .seed(let seed): members.append("seed", Value(seed))
    case .chase(let chases): members.append("chase", .bool(chases))
    case .scenes(let scenes): members.append("scenes", .scenes(scenes))
    case .tempoScale(let scale): members.append("scale", Value(Double(scale) / 1e6))
    case .title(let title): members.append("title", .string(title))
    case .data(let data): members.append("data", data.map { Value(json: $0) } ?? .null)
    case .snap(let snap): members.append("snap", .string(snap.text))
    case .resolution(let ticks):
      members.append("resolution", ticks.map { Value($0) } ?? .null)
    }
  }
}

/// Where the cells of a patch are and were.
private struct Touched {
  private(set) var rows: Set<Row.ID> = []
  private(set) var from = Ticks.maximum
  private(set) var to = Ticks.zero

  init(_ patch: Patch) {
    var row: Row.ID?
    for change in patch.cells {
      for case let placed? in [change.before, change.after] {
        // Most cells are in the row of the one before.
        if placed.row != row { rows.insert(placed.row) }
        row = placed.row
        from = min(from, placed.cell.position)
        to = max(to, placed.cell.end)
      }
    }
  }
}

extension Adjustment {
  /// As replies tell it; `operation` is its number where there are several.
  fileprivate func members(ofOperation operation: Int?) -> Members {
    var members = Members()
    members.append("op", ifPresent: operation.map { Value($0) })
    if asked != stored || clampedBy != nil {
      members.append("asked", Value(asked))
      members.append("stored", Value(stored))
      members.append("clamped", ifPresent: clampedBy.map { Value($0) })
    }
    members.append("byRows", ifPresent: rows.map(\.value))
    return members
  }
}

extension RowAdjustment {
  fileprivate var value: Value {
    ["asked": Value(asked), "stored": Value(stored), "cell": Value(cell), "row": Value(row)]
  }
}

extension SongField {
  fileprivate var isMap: Bool {
    switch self {
    case .tempo, .meters: true
    default: false
    }
  }
}
