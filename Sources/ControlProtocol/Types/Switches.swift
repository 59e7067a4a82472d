package import Timeline

/// On, off, or the other of the two.
package enum Toggle: String, Hashable, Sendable, CaseIterable {
  case on
  case off
  case toggle

  /// From the structured value or any of the texts.
  package init(_ value: Value) throws(Mismatch) {
    if let bool = value.bool {
      self = bool ? .on : .off
    } else if let text = value.string, let toggle = Toggle(rawValue: text) {
      self = toggle
    } else {
      throw Mismatch(.badType, "on, off, toggle or a boolean")
    }
  }

  /// What becomes of a switch that is so now.
  package func applied(to isOn: Bool) -> Bool {
    switch self {
    case .on: true
    case .off: false
    case .toggle: !isOn
    }
  }
}

/// A tempo as it is written: beats per minute, or so many more or fewer.
package enum TempoExpression: Hashable, Sendable {
  case beatsPerMinute(Double)
  case change(Double)

  /// What fits, to follow "must be".
  static let allowed =
    "beats per minute from \(Int(Limits.tempo.lowerBound)) to \(Int(Limits.tempo.upperBound)), "
    + "or a change such as \"+2\" or \"-2\""

  /// From the structured value or any of the texts.
  package init(_ value: Value) throws(Mismatch) {
    let allowed = TempoExpression.allowed
    var change = false
    var number = value.number
    if let text = value.string {
      number = decimal(text[...])
      change = text.first == "+" || text.first == "-"
    }
    guard let number else { throw Mismatch(.badType, allowed) }
    guard change ? number.magnitude <= Limits.tempo.upperBound : Limits.tempo.contains(number)
    else { throw Mismatch(.outOfRange, allowed) }
    self = change ? .change(number) : .beatsPerMinute(number)
  }
}

/// Where a page of cells ended, in the order of lists: by position, row and cell.
package struct CellCursor: Hashable, Comparable, Sendable {
  package let position: Ticks
  package let row: Row.ID
  package let cell: Cell.ID

  package init(position: Ticks, row: Row.ID, cell: Cell.ID) {
    self.position = position
    self.row = row
    self.cell = cell
  }

  /// From an object of position, row and cell, or the three with commas between.
  package init(_ value: Value) throws(Mismatch) {
    let allowed = "the next of the page before: position, row and cell"
    var beats: Double?
    var row: Int64?
    var cell: Int64?
    if let text = value.string {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 3 else { throw Mismatch(.badType, allowed) }
      (beats, row, cell) = (decimal(parts[0]), digits(parts[1]), digits(parts[2]))
    } else if case .object(let members) = value, members.list.count == 3 {
      beats = members["position"]?.number
      (row, cell) = (members["row"]?.integer, members["cell"]?.integer)
    }
    guard let beats, let row, let cell, let position = Ticks(beats: beats) else {
      throw Mismatch(.badType, allowed)
    }
    self.init(position: position, row: Row.ID(row), cell: Cell.ID(cell))
  }

  package static func < (a: CellCursor, b: CellCursor) -> Bool {
    (a.position, a.row, a.cell) < (b.position, b.row, b.cell)
  }

  /// Reads back as the same value.
  package var value: Value {
    ["position": Value(position), "row": Value(row), "cell": Value(cell)]
  }
}
