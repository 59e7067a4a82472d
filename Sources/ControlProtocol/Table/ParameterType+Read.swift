import Timeline

extension ParameterType {
  /// The typed value of a field, or the error that names it.
  func read(_ value: Value, field: String) throws(RequestError) -> Argument {
    do throws(Mismatch) { return try argument(value) } catch {
      throw error.error(field: field, value: value)
    }
  }

  private func argument(_ value: Value) throws(Mismatch) -> Argument {
    switch self {
    case .position: .position(try PositionExpression(value))
    case .boundary: .boundary(try BoundaryExpression(value))
    case .length(let signed): .length(try LengthExpression(value, signed: signed))
    case .snap: .snap(try Snap(reading: value))
    case .pitch: .pitches([try Pitch(reading: value)])
    case .pitches: .pitches(try Pitch.list(value))
    case .chord: .chord(try ChordSymbol(reading: value))
    case .progression: .progression(try Progression(value))
    case .clip: .clip(try Clip(reading: value))
    case .control: .control(try Control.Target(reading: value))
    case .sysex: .sysex(try SystemExclusive(reading: value))
    case .meta: .meta(try MetaEvent(reading: value))
    case .program: .program(try Program.read(value))
    case .bank: .bank(try Row.Bank(reading: value))
    case .row: .row(try RowReference.single(value))
    case .rows: .rows(try RowsExpression(value))
    case .rowName: .text(try ControlProtocol.rowName(value))
    case .sectionName: .text(try ControlProtocol.sectionName(value))
    case .cells: .cells(try WhereExpression(value))
    case .cellIDs: .cells(try WhereExpression.ids(value))
    case .meter: .meter(try Meter(reading: value))
    case .tempo: .tempo(try TempoExpression(value))
    case .toggle: .toggle(try Toggle(value))
    case .turn: .turn(try Odds.Turn(reading: value))
    case .trigger: .trigger(try Trigger(reading: value))
    case .pattern: .pattern(try Pattern(value))
    case .cursor: .cursor(try CellCursor(value))
    case .json: .text(try json(value))
    default: try plainArgument(value)
    }
  }

  private func plainArgument(_ value: Value) throws(Mismatch) -> Argument {
    switch self {
    case .flag: .flag(try flag(value))
    case .integer(let range): .integer(try Int(reading: value, in: range))
    case .number(let range): .number(try number(value, in: range))
    case .text(let bytes): .text(try text(value, bytes: bytes))
    case .name: .text(try text(value, bytes: Limits.name))
    case .outputPort: .text(try outputPort(value))
    case .path: .text(try text(value, bytes: Limits.path))
    case .paths: .texts(try paths(value))
    case .tags: .texts(try tags(value))
    case .choice(let words): .text(try word(value, of: words))
    case .choices(let words): .texts(try list(value, of: words))
    default: preconditionFailure("\(self) has a parser of its own")
    }
  }

  private func flag(_ value: Value) throws(Mismatch) -> Bool {
    switch value {
    case .bool(let bool): bool
    case .string("on"): true
    case .string("off"): false
    default: throw Mismatch(.badType, "on, off or a boolean")
    }
  }

  private func number(_ value: Value, in range: ClosedRange<Double>) throws(Mismatch) -> Double {
    guard let number = value.number ?? value.string.flatMap({ decimal($0[...]) }) else {
      throw Mismatch(.badType, allowed)
    }
    guard range.contains(number) else { throw Mismatch(.outOfRange, allowed) }
    return number
  }

  private func text(_ value: Value, bytes: Int) throws(Mismatch) -> String {
    guard let text = value.string else { throw Mismatch(.badType, allowed) }
    guard !text.isEmpty, text.utf8.count <= bytes, !text.unicodeScalars.contains(where: isControl)
    else { throw Mismatch(.badText, allowed) }
    return text
  }

  private func paths(_ value: Value) throws(Mismatch) -> [String] {
    let values = value.array ?? [value]
    guard values.count <= Limits.setList else { throw Mismatch(.outOfRange, allowed) }
    var paths: [String] = []
    for value in values { paths.append(try text(value, bytes: Limits.path)) }
    return paths
  }

  private func outputPort(_ value: Value) throws(Mismatch) -> String {
    let name = try text(value, bytes: Limits.name)
    guard name != PortName.input else { throw Mismatch(.badText, allowed) }
    return name
  }

  private func tags(_ value: Value) throws(Mismatch) -> [String] {
    let tags = try elements(of: value)
    guard tags.count <= Limits.tags else { throw Mismatch(.outOfRange, allowed) }
    var distinct: [String] = []
    for tag in tags where !distinct.contains(tag) {
      guard isName(tag[...]) else { throw Mismatch(.badText, allowed) }
      distinct.append(tag)
    }
    return distinct
  }

  private func word(_ value: Value, of words: [String]) throws(Mismatch) -> String {
    var text = value.string
    if let bool = value.bool { text = bool ? "on" : "off" }
    guard let text else { throw Mismatch(.badType, allowed) }
    guard words.contains(text) else {
      throw Mismatch(.badText, allowed, hint: suggestion(for: text, among: words))
    }
    return text
  }

  private func list(_ value: Value, of words: [String]) throws(Mismatch) -> [String] {
    var list: [String] = []
    for element in try elements(of: value) {
      let word = try word(.string(element), of: words)
      if !list.contains(word) { list.append(word) }
    }
    guard !list.isEmpty else { throw Mismatch(.badText, allowed) }
    return list
  }

  /// The texts of a list, or of a text with commas; none of an empty one.
  private func elements(of value: Value) throws(Mismatch) -> [String] {
    switch value {
    case .string(""): return []
    case .string(let text):
      return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    case .array(let values):
      var texts: [String] = []
      for value in values {
        guard let text = value.string else { throw Mismatch(.badType, allowed) }
        texts.append(text)
      }
      return texts
    default: throw Mismatch(.badType, allowed)
    }
  }

  private func json(_ value: Value) throws(Mismatch) -> String {
    let text = value.json
    guard text.utf8.count <= Limits.data else { throw Mismatch(.outOfRange, allowed) }
    return text
  }
}
