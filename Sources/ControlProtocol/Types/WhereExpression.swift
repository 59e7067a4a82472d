package import Timeline

/// A selection of cells as it is written.
package enum WhereExpression: Hashable, Sendable {
  /// Cells by id; at least one.
  case cells([CellReference])
  /// Whole rows, or what they hold in a span.
  case rows(RowsExpression, SpanExpression?)
  /// Of the cells in rows, or in a span of them, those that pass.
  case filtered(RowsExpression, SpanExpression?, CellFilter)
  /// What is selected.
  case selection

  /// What fits, to follow "must be".
  package static let allowed =
    "cells: ids such as 3,4, rows such as bass, rows@from..to, rows@position, all or selection; "
    + "behind rows also /pitch:C2..C3, /velocity:1..90, /label:fill, /muted:on"

  /// From the structured value or any of the texts.
  package init(_ value: Value) throws(Mismatch) {
    switch value {
    case .integer: self = .cells([try CellReference(value)])
    case .string(let text): try self.init(text: text)
    case .array(let elements): try self.init(elements: elements)
    case .object(let members): try self.init(members: members)
    default: throw Mismatch(.badType, WhereExpression.allowed)
    }
  }

  /// From the text alone.
  package init(text: String) throws(Mismatch) {
    guard text != "selection" else {
      self = .selection
      return
    }
    if let (cells, conditions) = CellFilter.cut(text) {
      let (rows, span) = try WhereExpression.region(cells)
      // Numbers alone would be cells.
      guard span != nil || cells.contains(where: { $0 != "," && !$0.isNumber }) else {
        throw Mismatch(.badText, CellFilter.allowedText)
      }
      self = .filtered(rows, span, try CellFilter(conditions: conditions))
      return
    }
    if text.contains("@") {
      let (rows, span) = try WhereExpression.region(text[...])
      self = .rows(rows, span)
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    try self.init(elements: parts.map { .string(String($0)) })
  }

  private static func region(
    _ text: Substring
  ) throws(Mismatch) -> (rows: RowsExpression, span: SpanExpression?) {
    guard let at = text.firstIndex(of: "@") else { return (try RowsExpression(text: text), nil) }
    let span = try SpanExpression(text: text[text.index(after: at)...])
    return (try RowsExpression(text: text[..<at]), span)
  }

  /// Only ids; what the other name `cells` of a selection takes.
  package static func ids(_ value: Value) throws(Mismatch) -> WhereExpression {
    let cells = try WhereExpression(value)
    guard case .cells = cells else {
      throw Mismatch(.badType, "cell ids such as 3,4; where takes rows and regions")
    }
    return cells
  }

  private init(elements: [Value]) throws(Mismatch) {
    guard elements.count <= Limits.cellsPerEdit else {
      throw Mismatch(.outOfRange, "at most \(Limits.cellsPerEdit) cells")
    }
    let references = elements.count(where: CellReference.isLike)
    if references == 0, elements == [.string("all")] {
      self = .rows(.all, nil)
    } else if references == 0, !elements.isEmpty {
      self = .rows(try RowsExpression(.array(elements)), nil)
    } else if references == elements.count, !elements.isEmpty {
      var cells: [CellReference] = []
      cells.reserveCapacity(elements.count)
      for element in elements { cells.append(try CellReference(element)) }
      self = .cells(cells)
    } else {
      throw Mismatch(.badType, WhereExpression.allowed)
    }
  }

  private init(members: Members) throws(Mismatch) {
    let allowed = "an object of rows with from and to, or at, and filter"
    let keys = ["rows", "from", "to", "at", "filter"]
    guard members.list.allSatisfy({ keys.contains($0.key) }) else {
      throw Mismatch(.badField, allowed)
    }
    let rows = try members["rows"].map { value throws(Mismatch) in try RowsExpression(value) }
    func position(_ key: String) throws(Mismatch) -> PositionExpression? {
      guard let value = members[key] else { return nil }
      return try PositionExpression(value)
    }
    let (from, to, instant) = (try position("from"), try position("to"), try position("at"))
    var span: SpanExpression?
    if let instant {
      guard from == nil, to == nil else { throw Mismatch(.badField, allowed) }
      span = .instant(instant)
    } else if from != nil || to != nil {
      span = .range(from: from, to: to)
    }
    let filter = try members["filter"].map { value throws(Mismatch) in try CellFilter(value) }
    guard rows != nil || span != nil || filter != nil else {
      throw Mismatch(.badType, WhereExpression.allowed)
    }
    self = filter.map { .filtered(rows ?? .all, span, $0) } ?? .rows(rows ?? .all, span)
  }

  /// Reads back as the same selection.
  package var text: String {
    switch self {
    case .cells(let cells): cells.map(\.text).joined(separator: ",")
    case .rows(let rows, nil): rows.text
    case .rows(let rows, let span?): "\(rows.text)@\(span.text)"
    case .filtered(let rows, let span, let filter):
      WhereExpression.rows(rows, span).text + filter.text
    case .selection: "selection"
    }
  }
}

/// A stretch of the song as it is written, half-open, or one instant.
package enum SpanExpression: Hashable, Sendable {
  /// From the start of the song, or to its end, where nothing is said; one of them is.
  case range(from: PositionExpression?, to: PositionExpression?)
  case instant(PositionExpression)

  /// From the text alone.
  package init(text: Substring) throws(Mismatch) {
    guard let dots = text.firstRange(of: "..") else {
      self = .instant(try PositionExpression(text: text))
      return
    }
    let (from, to) = (text[..<dots.lowerBound], text[dots.upperBound...])
    guard !from.isEmpty || !to.isEmpty else {
      throw Mismatch(.badType, "from..to, of which one may be left out")
    }
    self = .range(
      from: from.isEmpty ? nil : try PositionExpression(text: from),
      to: to.isEmpty ? nil : try PositionExpression(text: to))
  }

  /// Reads back as the same value.
  package var text: String {
    switch self {
    case .range(let from, let to): "\(from?.text ?? "")..\(to?.text ?? "")"
    case .instant(let position): position.text
    }
  }
}

/// A cell as it is written: its id, or the operation of this batch that made it.
package enum CellReference: Hashable, Sendable {
  case id(Cell.ID)
  /// Counted from 1.
  case operation(Int)

  /// From the structured value or any of the texts.
  package init(_ value: Value) throws(Mismatch) {
    let text = value.string ?? ""
    if text.hasPrefix("$"), let number = digits(text.dropFirst()),
      (1...Int64(Limits.operations)).contains(number)
    {
      self = .operation(Int(number))
    } else if let number = value.integer ?? digits(text[...]), number > 0 {
      self = .id(Cell.ID(number))
    } else {
      throw Mismatch(.outOfRange, "a cell's id, from 1, or $ and the number of an operation")
    }
  }

  /// Whether a value can only be meant as one of these.
  fileprivate static func isLike(_ value: Value) -> Bool {
    switch value {
    case .integer: true
    case .string(let text):
      text.hasPrefix("$") || (!text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) })
    default: false
    }
  }

  /// Reads back as the same value.
  package var text: String {
    switch self {
    case .id(let id): "\(id.number)"
    case .operation(let number): "$\(number)"
    }
  }
}
