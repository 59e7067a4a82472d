import ControlProtocol
import Timeline

/// Looks up what expressions name, in a song and at a playhead.
struct Resolution {
  let song: Song
  /// Where `here` is.
  let playhead: Ticks
  /// What is selected, ascending; some of it may be gone.
  let selection: [Cell.ID]

  func position(_ expression: PositionExpression, field: String) throws(RequestError) -> Ticks {
    let base: Ticks
    switch expression.base {
    case .beats(let ticks): base = ticks
    case .start: base = song.range.start
    case .end: base = song.range.end
    case .here: base = playhead
    case .bar(let number, let beats):
      guard let start = song.meters.start(ofBar: number - 1) else {
        throw outside(field, expression.text)
      }
      let beat = song.meters.event(at: start).meter.beat
      base = start + beats.scaled(by: beat)
    case .name(let name):
      guard let section = song.section(named: name) else {
        throw noSection(named: name, field: field)
      }
      base = section.start
    }
    let offset = expression.offset.map { length($0, at: base) } ?? .zero
    let position = base + offset
    guard position >= .zero, position <= Ticks.maximum else {
      throw outside(field, expression.text)
    }
    return position
  }

  /// A length that begins at a position, which decides how long its bars are.
  func length(_ expression: LengthExpression, at position: Ticks) -> Ticks {
    switch expression {
    case .ticks(let ticks): return ticks
    case .bars(let count):
      let bar = song.meters.event(at: position).meter.bar.count
      // What is longer than any song stays so, for whoever looks at it to refuse.
      let furthest = Int128(Ticks.maximum.count + 1)
      return Ticks(count: Int64(min(max(Int128(bar) * Int128(count), -furthest), furthest)))
    }
  }

  func row(_ reference: RowReference, field: String) throws(RequestError) -> Row {
    let row =
      switch reference {
      case .id(let id): song.row(id)
      case .name(let name): song.row(named: name)
      case .tag: nil as Row?
      }
    guard let row else { throw noRow(reference, field) }
    return row
  }

  /// The rows, each once, in the song's order.
  func rows(_ expression: RowsExpression, field: String) throws(RequestError) -> [Row] {
    guard case .list(let references) = expression else { return song.rowList }
    var wanted: Set<Row.ID> = []
    var seen: Set<RowReference> = []
    for reference in references where seen.insert(reference).inserted {
      switch reference {
      case .id(let id):
        guard song.row(id) != nil else { throw noRow(reference, field) }
        wanted.insert(id)
      case .name(let name):
        // A tag that no row is called by needs no `tag:`.
        let named = song.row(named: name).map { [$0.id] } ?? rows(tagged: name)
        guard !named.isEmpty else { throw noRow(reference, field) }
        wanted.formUnion(named)
      case .tag(let tag):
        let tagged = rows(tagged: tag)
        guard !tagged.isEmpty else { throw noRow(reference, field) }
        wanted.formUnion(tagged)
      }
    }
    if wanted.count == 1, let id = wanted.first, let row = song.row(id) { return [row] }
    return song.order.filter(wanted.contains).compactMap { song.row($0) }
  }

  /// The cells, in no particular order; `made` says which cells an operation of this batch made.
  ///
  /// Throws `exhausted` when more than `limit` would have to be looked at.
  func cells(
    _ expression: WhereExpression, field: String, made: [Int: [Cell.ID]] = [:],
    atMost limit: Int = .max
  ) throws(RequestError) -> [Cell.ID] {
    switch expression {
    case .cells(let references):
      guard references.count <= limit else { throw .exhausted }
      var ids: [Cell.ID] = []
      for reference in references {
        switch reference {
        case .id(let id): ids.append(id)
        case .operation(let number):
          guard let cells = made[number] else {
            throw RequestError(
              .notFound, "\(field) is $\(number): no operation before this one made cells there",
              field: field)
          }
          ids += cells.filter { song.cell($0) != nil }
        }
      }
      return ids
    case .rows(let rows, let span):
      return try cells(of: rows, span, field: field, atMost: limit) { _, _ in true }
    case .filtered(let rows, let span, let filter):
      return try cells(of: rows, span, field: field, atMost: limit) { passes($0, in: $1, filter) }
    case .selection:
      guard selection.count <= limit else { throw .exhausted }
      let cells = song.present(selection)
      guard !cells.isEmpty else {
        throw RequestError(.notFound, "\(field) is selection: nothing is selected", field: field)
      }
      return cells
    }
  }

  /// The cells of rows that overlap a span, as far as `isWanted`.
  private func cells(
    of rows: RowsExpression, _ span: SpanExpression?, field: String, atMost limit: Int,
    _ isWanted: (Cell, Row) -> Bool
  ) throws(RequestError) -> [Cell.ID] {
    let (from, to) = try bounds(span, field: field)
    var ids: [Cell.ID] = []
    var seen = 0
    for row in try self.rows(rows, field: field) {
      song.visit(row.id, overlapping: from, to) { cell in
        seen += 1
        if isWanted(cell, row) { ids.append(cell.id) }
        return seen <= limit
      }
      guard seen <= limit else { throw .exhausted }
    }
    return ids
  }

  /// From and to of a span; the same tick twice for an instant.
  func bounds(
    _ span: SpanExpression?, field: String
  ) throws(RequestError) -> (from: Ticks, to: Ticks) {
    switch span {
    case nil: return (.zero, Ticks.maximum)
    case .instant(let position):
      if let section = section(position) { return (section.start, section.end) }
      let at = try self.position(position, field: field)
      return (at, at)
    case .range(let from, let to):
      let start = try from.map { value throws(RequestError) in
        try position(value, field: field)
      }
      let end = try to.map { value throws(RequestError) in try position(value, field: field) }
      let (low, high) = (start ?? .zero, end ?? Ticks.maximum)
      guard low <= high else {
        throw RequestError(
          .outOfRange, "\(field) ends before it starts: the second position must not be smaller",
          field: field)
      }
      return (low, high)
    }
  }

  private func rows(tagged tag: String) -> [Row.ID] {
    song.rowList.filter { $0.tags.contains(tag) }.map(\.id)
  }

  private func noRow(_ reference: RowReference, _ field: String) -> RequestError {
    let names = song.order.prefix(1_000).compactMap { song.row($0)?.name }
    return RequestError(
      .notFound, "\(field) is \(reference.text): no row has that name or id", field: field,
      hint: suggestion(for: reference.text, among: names))
  }

  private func outside(_ field: String, _ text: String) -> RequestError {
    RequestError(
      .outOfRange, "\(field) is \(text): must be from 0 to \(Limits.beats) beats", field: field)
  }
}

extension Ticks {
  /// This many beats as so many of another length: exact where the beat divides.
  fileprivate func scaled(by beat: Ticks) -> Ticks {
    let product = Int128(count) * Int128(beat.count)
    return Ticks(count: Int64(product.dividedRoundingHalfUp(by: Int128(Ticks.perBeat))))
  }
}
