package import Timeline

extension Value: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(nilLiteral: ()) { self = .null }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: Value...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, Value)...) {
    var members = Members(reservingCapacity: elements.count)
    for (key, value) in elements { members.append(key, value) }
    self = .object(members)
  }
}

extension Value {
  /// A count or any other whole number of the program's own.
  package init(_ integer: some BinaryInteger) { self = .integer(Int64(integer)) }

  /// A finite number; a whole one is still written with its point.
  package init(_ number: Double) {
    precondition(number.isFinite)
    self = .number(number)
  }

  /// What a song holds as JSON text.
  package init(json: String) { self = .encoded(Array(json.utf8)) }

  /// A position or length in beats, whole ones as integers; reads back as the same tick.
  package init(_ ticks: Ticks) {
    let (beats, rest) = ticks.count.quotientAndRemainder(dividingBy: Ticks.perBeat)
    self = rest == 0 ? .integer(beats) : .number(ticks.beats)
  }

  package init(_ cell: Cell.ID) { self = .integer(cell.number) }
  package init(_ row: Row.ID) { self = .integer(row.number) }
}
