import ControlProtocol
import Timeline

/// What a client learns of an edit: a view of its patch.
struct EditResult {
  /// Cells listed at most; beyond, or beyond `bulkInReply`, the result says how many and where.
  static let listed = 1_000

  /// The members that reply and event have in common.
  private(set) var members: Members
  private let adjustments: [(operation: Int, Adjustment)]

  init(
    patch: Patch, song: Song, revision: Int64, adjustments: [(operation: Int, Adjustment)] = []
  ) {
    self.adjustments = adjustments
    members = EditView(patch: patch, song: song).members(revision)
  }

  /// The same as of another revision.
  func counted(as revision: Int64) -> EditResult {
    var result = self
    result.members.replace("revision", by: Value(revision))
    return result
  }

  /// What snap and limits made of the wishes, for the reply alone; several as a list.
  func appendAdjustments(to members: inout Members, isBatch: Bool) {
    let told = adjustments.map { $1.members(ofOperation: isBatch ? $0 : nil) }
    if told.count == 1, !isBatch {
      members.append(told[0])
    } else if !told.isEmpty {
      members.append("adjusted", .array(told.map { .object($0) }))
    }
  }
}

/// A patch as clients see it.
private struct EditView {
  let patch: Patch
  let song: Song

  func members(_ revision: Int64) -> Members {
    var members = Members(reservingCapacity: 10)
    members.append("revision", Value(revision))
    if patch.cells.count > EditResult.listed || told > PlacedCell.bulkInReply {
      appendCounts(to: &members)
    } else {
      appendCells(to: &members)
    }
    appendRows(to: &members)
    if !patch.sections.isEmpty {
      members.append("sections", .array(patch.sections.map { Value($0) }))
    }
    for field in patch.fields { append(field.to, to: &members) }
    return members
  }

  /// How many plain cells take as much room as the cells that would be listed.
  private var told: Int {
    patch.cells.reduce(0) { sum, change in
      guard let after = change.after else { return sum }
      return sum + (change.before?.content == after.content ? 1 : after.bulk)
    }
  }

  private func appendCells(to members: inout Members) {
    var updates: [Value] = []
    var removals: [Value] = []
    var insertions: [Value] = []
    for change in patch.cells {
      switch (change.before, change.after) {
      case (let before?, let after?): updates.append(Value(from: before, to: after))
      case (nil, let after?): insertions.append(Value(after, source: change.source, data: true))
      case (_, nil): removals.append(Value(change.id))
      }
    }
    members.append("updates", .array(updates))
    members.append("removals", .array(removals))
    members.append("insertions", .array(insertions))
  }

  private func appendCounts(to members: inout Members) {
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

  private func appendRows(to members: inout Members) {
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
        changed.append(["row": Value(id), "removed": true])
      }
    }
    members.append("rows", .array(changed))
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

  private func append(_ field: SongField, to members: inout Members) {
    switch field {
    case .tempo, .meters:
      if members["maps"] == nil { members.append("maps", maps) }
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
