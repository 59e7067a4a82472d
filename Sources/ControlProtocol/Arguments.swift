package import Timeline

/// A value of a parameter, read and checked.
package enum Argument: Hashable, Sendable {
  /// The setting is to be taken away.
  case cleared
  case position(PositionExpression)
  case boundary(BoundaryExpression)
  case length(LengthExpression)
  case snap(Snap)
  case pitches([Pitch])
  case chord(ChordSymbol)
  case progression(Progression)
  case clip(Clip)
  case control(Control.Target)
  case sysex(SystemExclusive)
  case meta(MetaEvent)
  case program(UInt8)
  case bank(Row.Bank)
  case row(RowReference)
  case rows(RowsExpression)
  case cells(WhereExpression)
  case meter(Meter)
  case tempo(TempoExpression)
  case toggle(Toggle)
  case turn(Odds.Turn)
  case trigger(Trigger)
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case texts([String])
  case pattern(Pattern)
  case cursor(CellCursor)
  case operations([Operation])

  fileprivate var isCleared: Bool {
    if case .cleared = self { true } else { false }
  }
}

/// One edit of a batch.
package struct Operation: Hashable, Sendable {
  package let method: String
  package var arguments: Arguments

  package init(method: String, arguments: Arguments) {
    self.method = method
    self.arguments = arguments
  }
}

/// The parameters of a request, complete and of the types that the table says.
///
/// Access cannot fail: a name or type that the table does not have for the command is our own bug.
/// A parameter that was not given, or that was cleared, is nil; `isCleared` tells these apart.
package struct Arguments: Hashable, Sendable {
  private struct Entry: Hashable {
    let name: String
    let argument: Argument
  }

  private var entries: [Entry] = []

  package init() {}

  /// Empty, with room for so many.
  init(reservingCapacity count: Int) {
    entries.reserveCapacity(count)
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Whether a parameter was given, or cleared.
  package func has(_ name: String) -> Bool { index(of: name) != nil }

  /// Whether the setting is to be taken away.
  package func isCleared(_ name: String) -> Bool { self[name]?.isCleared ?? false }

  package func position(_ name: String) -> PositionExpression? {
    value(name) { if case .position(let value) = $0 { value } else { nil } }
  }

  package func boundary(_ name: String) -> BoundaryExpression? {
    value(name) { if case .boundary(let value) = $0 { value } else { nil } }
  }

  package func length(_ name: String) -> LengthExpression? {
    value(name) { if case .length(let value) = $0 { value } else { nil } }
  }

  package func snap(_ name: String) -> Snap? {
    value(name) { if case .snap(let value) = $0 { value } else { nil } }
  }

  /// At least one, as written.
  package func pitches(_ name: String) -> [Pitch]? {
    value(name) { if case .pitches(let value) = $0 { value } else { nil } }
  }

  /// The only pitch of a parameter that takes one.
  package func pitch(_ name: String) -> Pitch? { pitches(name)?.first }

  package func chord(_ name: String) -> ChordSymbol? {
    value(name) { if case .chord(let value) = $0 { value } else { nil } }
  }

  package func progression(_ name: String) -> Progression? {
    value(name) { if case .progression(let value) = $0 { value } else { nil } }
  }

  package func clip(_ name: String) -> Clip? {
    value(name) { if case .clip(let value) = $0 { value } else { nil } }
  }

  package func control(_ name: String) -> Control.Target? {
    value(name) { if case .control(let value) = $0 { value } else { nil } }
  }

  package func sysex(_ name: String) -> SystemExclusive? {
    value(name) { if case .sysex(let value) = $0 { value } else { nil } }
  }

  package func meta(_ name: String) -> MetaEvent? {
    value(name) { if case .meta(let value) = $0 { value } else { nil } }
  }

  /// As on the wire, 0–127.
  package func program(_ name: String) -> UInt8? {
    value(name) { if case .program(let value) = $0 { value } else { nil } }
  }

  package func bank(_ name: String) -> Row.Bank? {
    value(name) { if case .bank(let value) = $0 { value } else { nil } }
  }

  /// By id or name, never by tag.
  package func row(_ name: String) -> RowReference? {
    value(name) { if case .row(let value) = $0 { value } else { nil } }
  }

  package func rows(_ name: String) -> RowsExpression? {
    value(name) { if case .rows(let value) = $0 { value } else { nil } }
  }

  package func cells(_ name: String) -> WhereExpression? {
    value(name) { if case .cells(let value) = $0 { value } else { nil } }
  }

  package func meter(_ name: String) -> Meter? {
    value(name) { if case .meter(let value) = $0 { value } else { nil } }
  }

  package func tempo(_ name: String) -> TempoExpression? {
    value(name) { if case .tempo(let value) = $0 { value } else { nil } }
  }

  package func toggle(_ name: String) -> Toggle? {
    value(name) { if case .toggle(let value) = $0 { value } else { nil } }
  }

  package func turn(_ name: String) -> Odds.Turn? {
    value(name) { if case .turn(let value) = $0 { value } else { nil } }
  }

  package func trigger(_ name: String) -> Trigger? {
    value(name) { if case .trigger(let value) = $0 { value } else { nil } }
  }

  package func flag(_ name: String) -> Bool? {
    value(name) { if case .flag(let value) = $0 { value } else { nil } }
  }

  package func integer(_ name: String) -> Int? {
    value(name) { if case .integer(let value) = $0 { value } else { nil } }
  }

  package func number(_ name: String) -> Double? {
    value(name) { if case .number(let value) = $0 { value } else { nil } }
  }

  /// A number of milliseconds, in nanoseconds.
  package func milliseconds(_ name: String) -> Int64? {
    number(name).map { Int64(($0 * 1e6).rounded()) }
  }

  /// A percentage of a pair of steps, as `Swing.amount`.
  package func swing(_ name: String) -> Int64? {
    number(name).map { Int64(($0 * 1e3).rounded()) }
  }

  /// Free text, a word of a choice, a path, or JSON as text.
  package func text(_ name: String) -> String? {
    value(name) { if case .text(let value) = $0 { value } else { nil } }
  }

  package func texts(_ name: String) -> [String]? {
    value(name) { if case .texts(let value) = $0 { value } else { nil } }
  }

  package func pattern(_ name: String) -> Pattern? {
    value(name) { if case .pattern(let value) = $0 { value } else { nil } }
  }

  package func cursor(_ name: String) -> CellCursor? {
    value(name) { if case .cursor(let value) = $0 { value } else { nil } }
  }

  package func operations(_ name: String) -> [Operation]? {
    value(name) { if case .operations(let value) = $0 { value } else { nil } }
  }

  private subscript(name: String) -> Argument? {
    index(of: name).map { entries[$0].argument }
  }

  /// Looked up without a copy of what is passed over.
  private func index(of name: String) -> Int? {
    entries.indices.first { entries[$0].name == name }
  }

  private func value<T>(_ name: String, _ extract: (Argument) -> T?) -> T? {
    guard let argument = self[name], !argument.isCleared else { return nil }
    guard let value = extract(argument) else {
      preconditionFailure("\(name) is \(argument), not \(T.self)")
    }
    return value
  }

  mutating func append(_ name: String, _ argument: Argument) {
    entries.append(Entry(name: name, argument: argument))
  }

  /// These arguments, with those of `other` for names that have none.
  package func inheriting(_ names: [String], from other: Arguments) -> Arguments {
    var arguments = self
    for name in names where !has(name) {
      if let argument = other[name] { arguments.append(name, argument) }
    }
    return arguments
  }

  /// These arguments, one of them with another value.
  func replacing(_ name: String, with argument: Argument) -> Arguments {
    var arguments = self
    arguments.entries.removeAll { $0.name == name }
    arguments.append(name, argument)
    return arguments
  }

  /// Takes these out, and returns them.
  mutating func remove(_ names: [String]) -> Arguments {
    var taken = Arguments()
    taken.entries = entries.filter { names.contains($0.name) }
    entries.removeAll { names.contains($0.name) }
    return taken
  }

  /// The names that have a value, in the order in which they were given.
  package var names: [String] { entries.map(\.name) }
}
